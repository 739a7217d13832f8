import TestSupport
import Testing

@Suite struct DemoCommandTests {
  @Test("The demo command prints its URL, serves there, and exits with 130 on an interrupt")
  func serves() async throws {
    let running = try Program().start(["demo", "--port", "0"])
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
    let running = try Program().start(["demo", "--port", "0"])
    let url = try #require(await running.firstOutput()).split(separator: "\n")[0]
    let port = try #require(url.split(separator: ":").last)
    let second = try await Program().run("demo", "--port", "\(port)")
    running.interrupt()
    _ = await running.result()
    #expect(second.status == 3 && second.text.isEmpty)
    #expect(
      second.error == "apus: the demo API cannot listen on 127.0.0.1:\(port): another program listens there already; "
        + "choose another port with --port, or --port 0 for any that is free\n")
  }

  @Test func `The server program describes itself, and rejects unknown arguments.`() async throws {
    let program = try Executable.path("apus-demo")
    let help = try await Program().shell("'\(program)' --help")
    #expect(help.status == 0 && help.text.contains("USAGE") && help.text.contains("apus demo"), "\(help.text)")
    let odd = try await Program().shell("'\(program)' --port 80")
    #expect(odd.status == 2 && odd.text.contains("apus-demo --help"), "\(odd.text)")
  }
}
