import Foundation
import TestSupport
import Testing

@testable import DemoServer

@Suite struct ContentTests {
  @Test(
    "The real gzip decompresses all compressed content",
    arguments: [
      "", "a", "abcabcabcabcabc", String(repeating: "x", count: 70_000), LargeJSON.document(bytes: 50_000),
    ])
  func gzip(text: String) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).gz")
    let content = Array(text.utf8)
    let streams = [Deflate.zlib(content), Deflate.stored(content)]
    try Data(streams.flatMap { Deflate.gzip($0, of: content) }).write(to: file)
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
    #expect(unpacked == Data(content + content))
    #expect(text.count < 1000 || streams[0].count < streams[1].count / 2)
  }

  @Test("Checksums follow the standards")
  func sums() {
    #expect(Checksum.crc32("123456789".utf8) == 0xcbf4_3926)
    #expect(Checksum.adler32("Wikipedia".utf8) == 0x11e6_0398)
  }

  @Test(
    "A timestamp is formatted as in RFC 3339 and RFC 9110",
    arguments: [
      (0, "1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
      (784_111_777, "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
      (1_709_164_800, "2024-02-29T00:00:00Z", "Thu, 29 Feb 2024 00:00:00 GMT"),
    ])
  func moments(seconds: Int, iso: String, http: String) {
    #expect(Timestamp(seconds: seconds).iso8601 == iso)
    #expect(Timestamp(seconds: seconds).httpDate == http)
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
