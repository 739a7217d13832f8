import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import Networking

@Suite("Downloads")
struct DownloadTests {
  private static let content = Array((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })

  /// Serves the content with ranges; breaks off the first response if `breakingOnce`.
  private func server(tag: @escaping @Sendable () -> String, breakingOnce: Bool) throws -> AnsweringRanges {
    try AnsweringRanges(content: Self.content, tag: tag, breakingOnce: breakingOnce)
  }

  @Test("N38: the file appears atomically, with progress, and leaves nothing else behind")
  func whole() async throws {
    let folder = try TemporaryDirectory()
    let server = try server(tag: { "\"a\"" }, breakingOnce: false)
    let last = Mutex(TransferProgress())
    let download = try await Client().download(for: makeRequest(server.url), to: folder.path("file")) {
      $0.onProgress { now in last.withLock { $0 = now } }
    }
    #expect(try folder.read("file") == Self.content)
    #expect(download.size == Self.content.count && download.resumedFrom == 0)
    #expect(folder.files() == ["file"])
    #expect(last.withLock { $0.toReceive } == Self.content.count)
  }

  @Test("N38: an interrupted download resumes where it stopped")
  func resumed() async throws {
    let folder = try TemporaryDirectory()
    let server = try server(tag: { "\"a\"" }, breakingOnce: true)
    let request = makeRequest(server.url)
    await #expect(throws: NetworkError.self) { try await Client().download(for: request, to: folder.path("file")) }
    #expect(folder.files() == ["file.part", "file.part.info"])
    let download = try await Client().download(for: request, to: folder.path("file"))
    #expect(download.resumedFrom > 0)
    #expect(try folder.read("file") == Self.content)
    #expect(folder.files() == ["file"])
    #expect(server.requests.last?["If-Range"] == "\"a\"")
    #expect(server.requests.last?["Range"] == "bytes=\(download.resumedFrom)-")
  }

  @Test("N38: if the entity has changed, the download starts again from the beginning")
  func changed() async throws {
    let folder = try TemporaryDirectory()
    let tag = Mutex("\"a\"")
    let server = try server(tag: { tag.withLock { $0 } }, breakingOnce: true)
    let request = makeRequest(server.url)
    await #expect(throws: NetworkError.self) { try await Client().download(for: request, to: folder.path("file")) }
    tag.withLock { $0 = "\"b\"" }
    let download = try await Client().download(for: request, to: folder.path("file"))
    #expect(download.resumedFrom == 0)
    #expect(try folder.read("file") == Self.content)
  }

  @Test("N38: a partial file that is too long, or from another URL, is not used")
  func unusable() async throws {
    let folder = try TemporaryDirectory()
    let server = try server(tag: { "\"a\"" }, breakingOnce: false)
    try folder.write("file.part", Self.content + [1, 2, 3])
    try folder.write("file.part.info", "\(server.url)\n\"a\"")
    let download = try await Client().download(for: makeRequest(server.url), to: folder.path("file"))
    #expect(download.resumedFrom == 0)
    #expect(try folder.read("file") == Self.content)
    try folder.write("other.part", [9, 9])
    try folder.write("other.part.info", "http://elsewhere.test/\n\"a\"")
    _ = try await Client().download(for: makeRequest(server.url), to: folder.path("other"))
    #expect(try folder.read("other") == Self.content)
  }

  @Test("N38: an error response leaves no file, and an existing file unchanged")
  func refused() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("file", "before")
    let server = try AnsweringServer { _ in Answer.text("sorry", status: "404 Not Found") }
    let error = await #expect(throws: NetworkError.self) {
      try await Client().download(for: makeRequest(server.url), to: folder.path("file"))
    }
    #expect(error?.category == .status)
    #expect(folder.files() == ["file"])
    #expect(try folder.readText("file") == "before")
    let nowhere = await #expect(throws: NetworkError.self) {
      let good = try AnsweringServer { _ in Answer.text("x") }
      _ = try await Client().download(for: makeRequest(good.url), to: "/nowhere/at/all")
    }
    #expect(nowhere?.category == .storage)
  }
}

/// A server with ranges and entity tags that can break off its first response.
final class AnsweringRanges: Sendable {
  private let server: RawServer
  private let log: Log
  var url: String { server.url }
  var requests: [CapturedRequest] { log.requests.withLock { $0 } }

  private final class Log: Sendable {
    let requests = Mutex<[CapturedRequest]>([])
  }

  init(content: [UInt8], tag: @escaping @Sendable () -> String, breakingOnce: Bool) throws {
    let log = Log()
    self.log = log
    server = try RawServer { connection in
      while let request = connection.readRequest() {
        let isFirst = log.requests.withLock { requests in
          requests.append(request)
          return requests.count == 1
        }
        let start = request["Range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
        if let start, start >= content.count {
          try connection.write("HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\n\r\n")
          continue
        }
        let isPart = start != nil && request["If-Range"] == tag()
        let part = Array(content[(isPart ? start ?? 0 : 0)...])
        let status = isPart ? "206 Partial Content" : "200 OK"
        let range = isPart ? "Content-Range: bytes \(start ?? 0)-\(content.count - 1)/\(content.count)\r\n" : ""
        try connection.write(
          "HTTP/1.1 \(status)\r\nETag: \(tag())\r\n\(range)Content-Length: \(part.count)\r\n\r\n")
        if isFirst, breakingOnce {
          try connection.write(part.prefix(50_000))
          return
        }
        try connection.write(part)
      }
    }
  }
}
