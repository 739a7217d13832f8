import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `^C` and SIGTERM while a command is writing.
@Suite("Interruptions") struct InterruptionTests {
  /// Each value contains all those nested in it: more than a gigabyte of output.
  private static let deep = String(repeating: "{\"a\":", count: 20_000) + "1" + String(repeating: "}", count: 20_000)

  /// Runs a query and stops reading after its first output, so that it cannot finish.
  private func blocked(_ expression: String, _ body: (Process, FileHandle) -> Void) throws {
    let server = try AnsweringServer { _ in Answer.text(Self.deep) }
    defer { server.stop() }
    let (process, pipe, home) = (Process(), Pipe(), try TemporaryDirectory("home"))
    process.executableURL = URL(fileURLWithPath: try Program.path())
    process.arguments = ["send", server.url, "--query", expression]
    process.currentDirectoryURL = URL(fileURLWithPath: home.path)
    process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "NO_PROXY": "*"]
    process.standardOutput = pipe
    try process.start()
    #expect(!pipe.fileHandleForReading.readData(ofLength: 1).isEmpty)
    body(process, pipe.fileHandleForReading)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 130)
  }

  @Test("An interrupt ends output, however much is left", arguments: ["$..a", "$..*"])
  func output(_ expression: String) throws {
    try blocked(expression) { process, output in
      process.interrupt()
      while !output.availableData.isEmpty {}
    }
  }

  @Test("One interrupt ends a program whose output is not read")
  func fullPipe() throws {
    try blocked("$..a") { process, _ in
      process.interrupt()
      process.waitUntilExit()
    }
  }

  /// Starts the demo server, optionally with SIGHUP ignored, and waits until it answers. These tests may themselves run
  /// with it ignored, which a shell cannot undo.
  private func serving(ignoringHangup: Bool = false, _ body: (Process) throws -> Void) throws {
    let (process, pipe, home) = (Process(), Pipe(), try TemporaryDirectory("home"))
    process.executableURL = URL(fileURLWithPath: try #require(Tool.path("python3")))
    let start = """
      import os, signal, sys
      for each in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGTSTP): signal.signal(each, signal.SIG_DFL)
      if \(ignoringHangup ? "True" : "False"): signal.signal(signal.SIGHUP, signal.SIG_IGN)
      os.execv(sys.argv[1], sys.argv[1:])
      """
    process.arguments = ["-c", start, try Program.path(), "demo", "--serve", "--port", "0"]
    process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin"]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.start()
    #expect(!pipe.fileHandleForReading.readData(ofLength: 1).isEmpty)
    try body(process)
    process.waitUntilExit()
  }

  @Test("A closed terminal ends a command as ^C does")
  func hangup() throws {
    try serving { process in
      kill(process.processIdentifier, SIGHUP)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 130)
    }
  }

  @Test("A signal ignored at the start stays ignored, as nohup requires")
  func ignored() throws {
    try serving(ignoringHangup: true) { process in
      kill(process.processIdentifier, SIGHUP)
      kill(process.processIdentifier, SIGTERM)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 130)
    }
  }

  @Test("A stopped command continues")
  func stopped() throws {
    try serving { process in
      kill(process.processIdentifier, SIGTSTP)
      kill(process.processIdentifier, SIGTERM)
      // It may stop after any of these.
      while process.isRunning {
        kill(process.processIdentifier, SIGCONT)
        sched_yield()
      }
      #expect(process.terminationStatus == 130)
    }
  }
}
