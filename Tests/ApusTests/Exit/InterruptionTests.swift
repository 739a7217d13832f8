import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `^C` and SIGTERM while a command writes.
@Suite("Interruptions") struct InterruptionTests {
  /// Each of the values holds all those below it: half a gigabyte of output.
  private static let deep = String(repeating: "{\"a\":", count: 13_000) + "1" + String(repeating: "}", count: 13_000)

  @Test("An interrupt ends what is being written, however much is still to come", arguments: ["$..a", "$..*"])
  func output(_ expression: String) async throws {
    let server = try AnsweringServer { _ in Answer.text(Self.deep) }
    defer { server.stop() }
    let running = try Program().start(["send", server.url, "--query", expression])
    #expect(await running.firstOutput() != nil)
    running.interrupt()
    #expect(await running.result().status == 130)
  }

  @Test("A second interrupt ends a program whose output nobody takes")
  func secondInterrupt() throws {
    let server = try AnsweringServer { _ in Answer.text(Self.deep) }
    defer { server.stop() }
    let (process, pipe, home) = (Process(), Pipe(), try TemporaryDirectory("home"))
    process.executableURL = URL(fileURLWithPath: try Program.path())
    process.arguments = ["send", server.url, "--query", "$..a"]
    process.currentDirectoryURL = URL(fileURLWithPath: home.path)
    process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "NO_PROXY": "*"]
    process.standardOutput = pipe
    try process.run()
    // The first piece is there; nobody reads the rest.
    #expect(!pipe.fileHandleForReading.readData(ofLength: 1).isEmpty)
    while process.isRunning {
      process.interrupt()
      sched_yield()
    }
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 130)
  }
}
