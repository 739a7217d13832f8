import Foundation
import TestSupport
import Testing

@Suite("Values that are not on the command line", .timeLimit(.minutes(2)))
struct HiddenInputTests {
  @Test("A name alone reads its value from standard input, without the line end")
  func piped() async throws {
    let sample = try Sample(url: "http://h")
    for (input, expected) in [("s3cret\n", "s3cret"), ("a b=c", "a b=c"), ("two\nlines\r\n", "two\nlines")] {
      let set = try await sample.program.run("env", "set", "local", "token", input: Array(input.utf8))
      #expect(set.status == 0, "\(set.error)")
      let shown = try await sample.program.run("env", "show", "local", "--reveal-secrets", "--json").json()
      #expect(shown["variables"][1]["value"].string == expected)
    }
  }

  @Test("Empty input, invalid text, and two names at once are rejected")
  func refused() async throws {
    let sample = try Sample(url: "http://h")
    let empty = try await sample.program.run("env", "set", "local", "token")
    #expect(empty.status == 2 && empty.error.contains("token has no value"))
    #expect(try await sample.program.run("env", "set", "local", "token", input: [0xFF, 0x0A]).status == 2)
    #expect(try await sample.program.run("env", "set", "local", "a", "b", "c", input: Array("x".utf8)).status == 2)
  }

  private func terminal(_ sample: Sample) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      try Program.path(), ["env", "set", "local", "token", "-w", sample.folder.path],
      environment: ["HOME": sample.folder.path])
    try terminal.waitForOutput("token: ")
    return terminal
  }

  @Test("A terminal asks without echo, and restores it afterwards")
  func asked() async throws {
    let sample = try Sample(url: "http://h")
    let terminal = try terminal(sample)
    #expect(terminal.currentSettings.c_lflag & tcflag_t(ECHO) == 0)
    terminal.type("s3cret\r")
    #expect(try terminal.waitForEnd() == 0)
    #expect(!terminal.visibleOutput.contains("s3cret"))
    #expect(terminal.currentSettings.c_lflag & tcflag_t(ECHO) != 0)
    let shown = try await sample.program.run("env", "show", "local", "--reveal-secrets", "--json").json()
    #expect(shown["variables"][1]["value"].string == "s3cret")
  }

  @Test("A signal restores the terminal's echo", arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signals(_ signal: Int32) throws {
    let terminal = try terminal(try Sample(url: "http://h"))
    terminal.type("half of it")
    kill(terminal.process, signal)
    _ = try terminal.waitForEnd()
    #expect(terminal.currentSettings.c_lflag & tcflag_t(ECHO) != 0)
  }
}
