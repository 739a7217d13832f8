import Foundation
import TestSupport
import Testing

@testable import DemoServer

@Suite struct ContentTests {
  @Test("The real gzip decompresses the compressed JSON")
  func gzip() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).gz")
    try await withServer { client async throws in
      let reply = try await client.send("GET", "/gzip")
      #expect(reply.header("Content-Encoding") == "gzip")
      try Data(reply.body).write(to: file)
    }
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "gzip -dc '\(file.path)'"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.start()
    let unpacked = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(unpacked == Data(LargeJSON.document(bytes: 20_000).utf8))
  }

  @Test("The checksum of the picture's chunks follows the standard")
  func sum() {
    #expect(Picture.crc32("123456789".utf8) == 0xcbf4_3926)
  }

  @Test(
    "A request target is parsed",
    arguments: [
      ("/", [], []), ("/a/b%20c/?x=1&y=a+b&z", ["a", "b c"], ["x=1", "y=a b", "z="]),
      ("http://h:1/p?q=%", ["p"], ["q=%"]), ("//a", ["a"], []), ("*", ["*"], []), ("/%ff", ["\u{fffd}"], []),
    ])
  func targets(text: String, path: [String], query: [String]) {
    let target = Target(text)
    #expect(target.path == path)
    #expect(target.query.map { "\($0.name)=\($0.value)" } == query)
  }
}
