import Foundation
import Networking
import TestSupport
import Testing

@testable import apus

@Suite struct DownloadTests {
  @Test("A download is a whole file, said in one line that is no part of the output")
  func whole() async throws {
    let server = try AnsweringServer { _ in Answer.text("content", headers: ["ETag: \"1\""]) }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let result = try await Program(in: folder.path).run("send", server.url, "--download", "file")
    #expect(result.status == 0 && result.output.isEmpty && result.error == "file: 7 B\n", "\(result.error)")
    #expect(try folder.readText("file") == "content" && folder.files() == ["file"])
    let silent = try await Program(in: folder.path).run("send", server.url, "--download", "file", "--silent")
    #expect(silent.status == 0 && silent.error.isEmpty)
  }

  @Test(
    "What stands where a download keeps its beginning is written only if it is a file of its own",
    arguments: ["link", "hard link", "pipe"])
  func planted(kind: String) async throws {
    let server = try AnsweringServer { _ in Answer.text("content", headers: ["ETag: \"1\""]) }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    try folder.write("mine", "precious")
    let part = folder.path("file.part")
    switch kind {
    case "link": try FileManager.default.createSymbolicLink(atPath: part, withDestinationPath: folder.path("mine"))
    case "pipe": mkfifo(part, 0o600)
    default: try FileManager.default.linkItem(atPath: folder.path("mine"), toPath: part)
    }
    let result = try await Program(in: folder.path).run("send", server.url, "--download", "file")
    #expect(result.status != 0 && result.error.contains("file.part is a link or a pipe"), "\(result.error)")
    #expect(try folder.readText("mine") == "precious" && !folder.files().contains("file"))
  }

  @Test("A note of a download that is a pipe keeps nobody waiting")
  func plantedNote() async throws {
    let server = try AnsweringServer { _ in Answer.text("content", headers: ["ETag: \"1\""]) }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    mkfifo(folder.path("file.part.info"), 0o600)
    let result = try await Program(in: folder.path).run("send", server.url, "--download", "file")
    #expect(result.status == 0 && folder.files() == ["file"], "\(result.error)")
  }

  @Test("A download that broke off goes on where it stopped")
  func resumed() async throws {
    let server = try AnsweringServer { request in
      let head = "ETag: \"1\"\r\nAccept-Ranges: bytes\r\n"
      guard request["Range"] == "bytes=4-" else {
        return "HTTP/1.1 200 OK\r\n\(head)Content-Length: 8\r\nConnection: close\r\n\r\n1234"
      }
      return "HTTP/1.1 206 Partial Content\r\n\(head)Content-Range: bytes 4-7/8\r\nContent-Length: 4\r\n\r\n5678"
    }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    let broken = try await program.run("send", server.url, "--download", "file")
    #expect(broken.status == 5 && !folder.files().contains("file"), "\(broken.error)")
    let whole = try await program.run("send", server.url, "--download", "file")
    #expect(whole.status == 0 && whole.error.contains("4 B"), "\(whole.error)")
    #expect(try folder.readText("file") == "12345678" && folder.files() == ["file"])
  }

  @Test("On a terminal a download says how far it is on one line that is gone at the end; nowhere else")
  func progress() async throws {
    let seen = Gate()
    let server = try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 400000000\r\nConnection: close\r\n\r\n")
      // A short download shows no progress line, so this one continues until the line was drawn, then breaks off.
      let piece = String(repeating: "x", count: 64)
      while !seen.isOpen { try connection.write(piece) }
    }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let terminal = try PseudoTerminal(
      try Program.path(), ["send", server.url, "--download", folder.path + "/file"], columns: 40,
      environment: ["HOME": folder.path, "NO_PROXY": "*"])
    try terminal.waitForOutput("MB of 400.0 MB")
    seen.open()
    _ = try terminal.waitForEnd()
    var model = TerminalModel(columns: 40, rows: 24)
    model.feed(terminal.output)
    #expect(model.text.hasPrefix("apus: ") && !model.text.contains("MB of"), "\(model.text)")
  }

  @Test("The line of a download is cut to what the terminal has room for")
  func width() {
    let progress = TransferProgress(received: 12_345_678, toReceive: 45_678_901)
    for columns in 1...80 {
      let text = ProgressLine.text(progress, elapsed: .seconds(3.6), columns: columns)
      #expect(text.count <= columns && !text.isEmpty)
      #expect(columns < 24 || text.contains("12.3 MB of 45.7 MB, 27 %"), "\(text)")
    }
  }

  @Test("An answer that is no success saves nothing")
  func refused() async throws {
    let server = try AnsweringServer { _ in Answer.text("no", status: "404 Not Found") }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let result = try await Program(in: folder.path).run("send", server.url, "--download", "file")
    #expect(result.status == 1 && result.error.contains("404") && folder.files().isEmpty, "\(result.error)")
  }
}
