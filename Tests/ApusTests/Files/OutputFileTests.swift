import Foundation
import TestSupport
import Testing

@testable import apus

@Suite struct OutputFileTests {
  @Test("A file appears when it is committed, and discarding leaves nothing behind")
  func atomic() throws {
    let folder = try TemporaryDirectory()
    let kept = try OutputFile(folder.path("kept"))
    try kept.output.write("content")
    #expect(!folder.files().contains("kept"))
    try kept.commit()
    #expect(try folder.readText("kept") == "content")
    let gone = try OutputFile(folder.path("kept"))
    try gone.output.write("half")
    gone.discard()
    #expect(folder.files() == ["kept"])
    #expect(try folder.readText("kept") == "content")
  }

  @Test("A folder, device or pipe cannot be replaced; a free name can be used")
  func replaceable() throws {
    let folder = try TemporaryDirectory()
    try folder.write("file", "x")
    try OutputFile.checkReplaceable(folder.path("file"))
    try OutputFile.checkReplaceable(folder.path("free"))
    for path in [folder.path, "/dev/null", "/dev/stdout", "/dev/fd/1", "-"] {
      #expect(throws: Failure.self) { try OutputFile.checkReplaceable(path) }
    }
  }

  @Test("An incomplete file leaves nothing behind, and the previous one stays")
  func failed() throws {
    struct Full: Error {}
    let folder = try TemporaryDirectory()
    try folder.write("kept", "before")
    for name in ["kept", "new"] {
      func write() throws {
        let file = try OutputFile(folder.path(name))
        try file.output.write("half")
        throw Full()
      }
      #expect(throws: Full.self) { try write() }
    }
    #expect(folder.files() == ["kept"] && (try? folder.readText("kept")) == "before")
    try folder.write("place/inside", "x")
    #expect(throws: Failure.self) { try OutputFile(folder.path("place")).commit() }
    #expect(folder.files().sorted() == ["kept", "place/inside"])
  }

  @Test("An unwritable destination is a file failure that names it")
  func failure() throws {
    let error = #expect(throws: Failure.self) { _ = try OutputFile("/nonexistent/x") }
    #expect(error == Failure(.file, "cannot write /nonexistent/x: No such file or directory"))
  }

  @Test(
    "The name of an open descriptor is written to, and its link in /dev stays",
    arguments: ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func descriptor(path: String) async throws {
    let server = try AnsweringServer { _ in Answer.text("body") }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let before = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    let program = Program(in: folder.path)
    let sent = try await program.shell("echo first >log; apus send \(server.url) -o \(path) >>log; cat log")
    #expect(sent.text == "first\nbody", "\(sent.text)\(sent.error)")
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == before)
    #expect(!folder.files().contains("-"))
  }

  @Test("Special files are written directly")
  func device() throws {
    let file = try OutputFile("/dev/null")
    try file.output.write("gone")
    try file.commit()
  }

  @Test func `A pipe without a reader is rejected on the screen, so that it does not block.`() throws {
    let folder = try TemporaryDirectory()
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let error = #expect(throws: Failure.self) { _ = try OutputFile(folder.path("pipe"), mayWait: false) }
    #expect(error?.message.hasSuffix("pipe: not a regular file") == true)
    try OutputFile(folder.path("new"), mayWait: false).commit()
    try OutputFile(folder.path("new"), mayWait: false).commit()
  }
}
