import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("The output of a program") struct ProgramOutputTests {
  private func shell(_ text: String, _ variables: [String: String] = [:], ending: Int32 = -1) -> [UInt8]? {
    ProgramOutput("/bin/sh", variables: variables, ending: ending)
      .read(["-c", text], limit: 1 << 20, patience: .seconds(60))
  }

  @Test("The program gets its arguments and the named variables, and nothing else")
  func given() throws {
    #expect(shell("printf %s \"$0 $A\"; cat", ["A": "1"]) == Array("/bin/sh 1".utf8))
    let variables = try #require(shell("env", ["A": "1"]))
    #expect(!String(decoding: variables, as: UTF8.self).contains("HOME="))
  }

  @Test("A program that fails, cannot start or prints too much gives no output")
  func failures() {
    #expect(shell("printf 1; exit 3") == nil)
    #expect(shell("yes") == nil)
    #expect(shell("head -c 1000000 /dev/zero")?.count == 1_000_000)
    #expect(ProgramOutput("/nowhere/program", variables: [:]).read([], limit: 1, patience: .seconds(60)) == nil)
  }

  @Test("The program is ended when it takes too long, and when its output is no longer wanted")
  func ended() throws {
    #expect(ProgramOutput("/bin/cat", variables: [:]).read(["/dev/zero"], limit: .max, patience: .zero) == nil)
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
    #expect(shell("exec tail -f /dev/null", ending: pipe.fileHandleForReading.fileDescriptor) == nil)
  }

  @Test("Programs are searched for in absolute folders only")
  func path() throws {
    let folder = try TemporaryDirectory("bin")
    let program = try folder.writeProgram("tool", "#!/bin/sh\n")
    #expect(ProgramOutput.path(of: "tool", in: "bin:.:\(folder.path)") == program)
    #expect(ProgramOutput.path(of: "tool", in: ".:bin::") == nil)
    #expect(ProgramOutput.path(of: "tool", in: nil) == nil)
  }
}
