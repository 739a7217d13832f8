import Foundation
import TestSupport
import Testing

@Suite struct DemoCommandTests {
  @Test("The demo command prints its URL, serves there, and exits with 130 on an interrupt")
  func serves() async throws {
    let running = try Program().start(["demo", "--serve", "--port", "0"])
    let url = try #require(await running.firstOutput()).split(separator: "\n")[0]
    #expect(url.hasPrefix("http://127.0.0.1:"))
    let answer = try await Program().shell("curl -sS \(url)/health")
    #expect(answer.text.contains("\"ok\""))
    running.interrupt()
    let result = await running.result()
    #expect(result.status == 130)
    #expect(result.text == "\(url)\n")
  }

  @Test func `A used port is reported with the next step.`() async throws {
    let running = try Program().start(["demo", "--serve", "--port", "0"])
    let url = try #require(await running.firstOutput()).split(separator: "\n")[0]
    let port = try #require(url.split(separator: ":").last)
    let second = try await Program().run("demo", "--serve", "--port", "\(port)")
    running.interrupt()
    _ = await running.result()
    #expect(second.status == 3 && second.text.isEmpty)
    #expect(
      second.error == "apus: the demo API cannot listen on 127.0.0.1:\(port): another program listens there already; "
        + "choose another port with --port, or --port 0 for any that is free\n")
  }

  @Test func `Without a terminal, the demo names the option for its API.`() async throws {
    for words in [["demo"], ["demo", "--port", "0"]] {
      let result = try await Program().run(words)
      #expect(result.status == 2 && result.text.isEmpty)
      #expect(result.error == "apus: the demo needs a terminal; apus demo --serve serves only its API\n")
    }
    let both = try await Program().run("demo", "--serve", "--linear")
    #expect(both.status == 2 && both.error.contains("--serve and --linear exclude each other"), "\(both.error)")
  }

  @Test func `Commands use a copy in the data folder, which keeps the changes of its user.`() async throws {
    let program = try Program()
    #expect(try await program.run("list", "--demo").text.contains("Get user"))
    let file = "\(program.folder)/.local/share/apus/demo/users/get-user.yml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("name: Get user", with: "name: My user").write(toFile: file, atomically: true, encoding: .utf8)
    let changed = try await program.run("list", "--demo").text
    #expect(changed.contains("My user") && !changed.contains("Get user"), "\(changed)")
  }

  @Test func `A data folder that cannot be written ends with 3 and names the variable to set.`() async throws {
    var program = try Program()
    program.variables = ["XDG_DATA_HOME": "/dev/null"]
    let result = try await program.run("list", "--demo")
    #expect(result.status == 3 && result.error.contains("the demo cannot be copied: "), "\(result.error)")
    #expect(result.error.contains("set XDG_DATA_HOME to a folder that you can write"), "\(result.error)")
  }

  @Test func `The server program describes itself, and rejects unknown arguments.`() async throws {
    let program = try Executable.path("apus-demo")
    let help = try await Program().shell("'\(program)' --help")
    #expect(help.status == 0 && help.text.contains("USAGE") && help.text.contains("apus demo"), "\(help.text)")
    let odd = try await Program().shell("'\(program)' --port 80")
    #expect(odd.status == 2 && odd.text.contains("apus-demo --help"), "\(odd.text)")
  }
}
