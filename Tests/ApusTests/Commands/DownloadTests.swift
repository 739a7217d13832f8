import Foundation
import Networking
import TestSupport
import Testing

@testable import apus

@Suite struct DownloadTests {
  @Test("A download writes a whole file and reports it on one line of standard error")
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
    "A partial file is written only if it is a regular file of its own",
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

  @Test("A partial file that came with a folder is not resumed, whatever is next to it")
  func plantedBeginning() async throws {
    let server = try AnsweringServer { request in
      let tag = "ETag: \"1\"\r\nConnection: close\r\n"
      guard let range = request["Range"] else {
        return "HTTP/1.1 200 OK\r\n\(tag)Content-Length: 8\r\n\r\n12345678"
      }
      return "HTTP/1.1 206 Partial Content\r\n\(tag)Content-Range: \(range)7/8\r\nContent-Length: 4\r\n\r\n5678"
    }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    try folder.write("install.sh.part", "evil")
    try folder.write("install.sh.part.info", "\(server.url)\n\"1\"")
    let result = try await Program(in: folder.path).run("send", server.url, "--download", "install.sh")
    #expect(result.status == 0 && !result.error.contains("resumed after"), "\(result.error)")
    #expect(try folder.readText("install.sh") == "12345678")
  }

  @Test("An interrupted download resumes")
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

  @Test func `A broken download says how to continue, and the history has the bytes of each part.`() async throws {
    let server = try AnsweringServer { request in
      let head = "ETag: \"1\"\r\nAccept-Ranges: bytes\r\n"
      guard request["Range"] == "bytes=5-" else {
        return "HTTP/1.1 200 OK\r\n\(head)Content-Length: 8\r\nConnection: close\r\n\r\n12345"
      }
      return "HTTP/1.1 206 Partial Content\r\n\(head)Content-Range: bytes 5-7/8\r\nContent-Length: 3\r\n\r\n678"
    }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    try folder.write("opencollection.yml", "info: {name: C}\n")
    let program = Program(in: folder.path)
    let broken = try await program.run("send", server.url, "--download", "file")
    #expect(broken.status == 5 && broken.output.isEmpty, "\(broken.error)")
    #expect(broken.error.contains("5 B are in file.part, where the same download continues\n"), "\(broken.error)")
    #expect(try await program.run("send", server.url, "--download", "file").status == 0)
    let list = try await program.run("history", "list").lines
    try #require(list.count == 2)
    #expect(list[0].contains("  206  ") && list[0].contains(" 3 B "), "\(list)")
    #expect(list[1].contains("  200  ") && list[1].contains(" 5 B "), "\(list)")
  }

  @Test("A terminal shows download progress on one line, which is erased at the end")
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

  @Test("The progress line is truncated to the terminal's width")
  func width() {
    let progress = TransferProgress(received: 12_345_678, toReceive: 45_678_901)
    for columns in 1...80 {
      let text = ProgressLine.text(progress, elapsed: .seconds(3.6), columns: columns).text
      #expect(text.count <= columns && !text.isEmpty)
      #expect(columns < 24 || text.contains("12.3 MB of 45.7 MB, 27 %"), "\(text)")
    }
  }

  @Test("An error status saves nothing")
  func refused() async throws {
    let server = try AnsweringServer { _ in Answer.text("no", status: "404 Not Found") }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let result = try await Program(in: folder.path).run("send", server.url, "--download", "file")
    #expect(result.status == 1 && result.error.contains("404") && folder.files().isEmpty, "\(result.error)")
  }
}
