import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Downloads")
struct DownloadTests {
  private static let content = Array((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })

  /// Serves the content with ranges; breaks off the first response if `breakingOnce`.
  private func server(tag: @escaping @Sendable () -> String, breakingOnce: Bool) throws -> AnsweringRanges {
    try AnsweringRanges(Self.content, tag: tag, first: breakingOnce ? .broken : .whole)
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
    let notes = try TemporaryDirectory()
    await #expect(throws: NetworkError.self) {
      try await Client().download(for: request, to: folder.path("file"), notes: notes.path("n"))
    }
    #expect(folder.files() == ["file.part"])
    let download = try await Client().download(for: request, to: folder.path("file"), notes: notes.path("n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: notes.path("n")).isEmpty)
    #expect(download.resumedFrom > 0)
    #expect(try folder.read("file") == Self.content)
    #expect(folder.files() == ["file"])
    #expect(server.requests.last?["If-Range"] == "\"a\"")
    #expect(server.requests.last?["Range"] == "bytes=\(download.resumedFrom)-")
  }

  @Test(
    "N38: a retry asks for the rest of an answer that broke off, and its progress counts the whole file",
    arguments: [AnsweringRanges.First.broken, .stalled], [true, false])
  func retried(first: AnsweringRanges.First, hasNotes: Bool) async throws {
    let folder = try TemporaryDirectory()
    let notes = try TemporaryDirectory()
    let server = try AnsweringRanges(Self.content, tag: { "\"a\"" }, first: first)
    var request = makeRequest(server.url)
    request.options.idleTimeout = .milliseconds(200)
    let counts = Mutex([TransferProgress]())
    let download = try await Client().download(
      for: request, to: folder.path("file"), notes: hasNotes ? notes.path : nil
    ) {
      $0.retry = RetryPolicy(maximum: 1, strategy: .immediately, categories: [.truncated, .idleTimeout])
      $0.onProgress { now in counts.withLock { $0.append(now) } }
    }
    let received = counts.withLock { $0.map(\.received) }
    #expect(received == received.sorted() && received.last == Self.content.count)
    #expect(counts.withLock { Set($0.compactMap(\.toReceive)) } == [Self.content.count])
    #expect(try folder.read("file") == Self.content)
    #expect(download.size == Self.content.count && download.resumedFrom > 0)
    #expect(server.requests.map { $0["Range"] } == [nil, "bytes=\(download.resumedFrom)-"])
    #expect(download.exchange.attempts == 2)
    #expect(download.exchange.hops.map(\.cause) == [.initial, .retry(attempt: 1)])
    #expect(folder.files() == ["file"])
  }

  @Test("N38: a retry starts the file over if the content has no validator, or has changed", arguments: [nil, "\"b\""])
  func retriedFromTheStart(second: String?) async throws {
    let folder = try TemporaryDirectory()
    let tags = Mutex([second.map { _ in "\"a\"" }, second])
    let server = try AnsweringRanges(
      Self.content, tag: { tags.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }, first: .broken)
    let download = try await Client().download(for: makeRequest(server.url), to: folder.path("file")) {
      $0.retry = RetryPolicy(maximum: 1, strategy: .immediately, categories: [.truncated])
    }
    #expect(try folder.read("file") == Self.content)
    #expect(download.resumedFrom == 0 && download.size == Self.content.count)
  }

  @Test("N38: a part of other content in answer to a retry starts the download over, within the number of retries")
  func alwaysOther() async throws {
    let folder = try TemporaryDirectory()
    let server = try AnsweringServer { request in
      let part = "Content-Range: bytes 4-7/8\r\nContent-Length: 4\r\n\r\nwxyz"
      guard request["Range"] == nil else { return "HTTP/1.1 206 Partial Content\r\nETag: \"b\"\r\n\(part)" }
      return "HTTP/1.1 200 OK\r\nConnection: close\r\nETag: \"a\"\r\nContent-Length: 8\r\n\r\n1234"
    }
    let error = await #expect(throws: NetworkError.self) {
      try await Client().download(for: makeRequest(server.url), to: folder.path("file")) {
        $0.retry = RetryPolicy(maximum: 3, strategy: .immediately, categories: [.truncated])
      }
    }
    #expect(error?.category == .truncated)
    #expect(folder.files().isEmpty)
    #expect(server.requests.count == 7)
  }

  @Test("N38: after failed retries the partial file holds the start of the content, where a later download resumes")
  func retriesFailed() async throws {
    let folder = try TemporaryDirectory()
    let notes = try TemporaryDirectory()
    let breaks = Mutex(3)
    let server = try RawServer { connection in
      guard let request = connection.readRequest() else { return }
      let start = request["Range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
      let part = Self.content[(start ?? 0)...]
      let range = start.map { "Content-Range: bytes \($0)-\(Self.content.count - 1)/\(Self.content.count)\r\n" } ?? ""
      try connection.write(
        "HTTP/1.1 \(start == nil ? "200 OK" : "206 Partial Content")\r\nETag: \"a\"\r\nConnection: close\r\n\(range)"
          + "Content-Length: \(part.count)\r\n\r\n")
      let isBroken = breaks.withLock { left in
        left -= 1
        return left >= 0
      }
      try connection.write(isBroken ? part.prefix(10_000) : part)
    }
    defer { server.stop() }
    let request = makeRequest(server.url)
    let error = await #expect(throws: NetworkError.self) {
      try await Client().download(for: request, to: folder.path("file"), notes: notes.path) {
        $0.retry = RetryPolicy(maximum: 2, strategy: .immediately, categories: [.truncated])
      }
    }
    #expect(error?.response?.exchange.attempts == 3)
    #expect(try folder.read("file.part") == Array(Self.content.prefix(30_000)))
    let download = try await Client().download(for: request, to: folder.path("file"), notes: notes.path)
    #expect(download.resumedFrom == 30_000)
    #expect(try folder.read("file") == Self.content)
  }

  @Test("N38: if the entity has changed, the download starts again from the beginning")
  func changed() async throws {
    let folder = try TemporaryDirectory()
    let tag = Mutex("\"a\"")
    let server = try server(tag: { tag.withLock { $0 } }, breakingOnce: true)
    let request = makeRequest(server.url)
    let notes = try TemporaryDirectory()
    await #expect(throws: NetworkError.self) {
      try await Client().download(for: request, to: folder.path("file"), notes: notes.path)
    }
    tag.withLock { $0 = "\"b\"" }
    let download = try await Client().download(for: request, to: folder.path("file"), notes: notes.path)
    #expect(download.resumedFrom == 0)
    #expect(try folder.read("file") == Self.content)
  }

  @Test(
    "N38: a part of other content is not appended, even if the server ignores If-Range",
    arguments: [
      "ETag: \"b\"\r\nContent-Range: bytes 4-7/8", "Content-Range: bytes 4-7/8",
      "ETag: \"a\"\r\nContent-Range: bytes 4-8/9",
    ])
  func otherContent(fields: String) async throws {
    let folder = try TemporaryDirectory()
    let notes = try TemporaryDirectory()
    let count = Mutex(0)
    let server = try RawServer { connection in
      _ = connection.readRequest()
      let number = count.withLock { count in
        count += 1
        return count
      }
      switch number {
      case 1: try connection.write("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 8\r\n\r\n1234")
      case 2: try connection.write("HTTP/1.1 206 Partial Content\r\n\(fields)\r\nContent-Length: 4\r\n\r\nwxyz")
      default: try connection.write("HTTP/1.1 200 OK\r\nETag: \"b\"\r\nContent-Length: 8\r\n\r\nabcdwxyz")
      }
    }
    defer { server.stop() }
    await #expect(throws: NetworkError.self) {
      try await Client().download(for: makeRequest(server.url), to: folder.path("file"), notes: notes.path)
    }
    let download = try await Client().download(for: makeRequest(server.url), to: folder.path("file"), notes: notes.path)
    #expect(download.resumedFrom == 0)
    #expect(try folder.readText("file") == "abcdwxyz")
  }

  @Test("N38: a second download to the same file is refused while the first one writes")
  func twoAtOnce() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("file")
    let first = try OutputFile(path + ".part")
    try first.write([1, 2])
    let server = try AnsweringServer { _ in Answer.text("x") }
    defer { server.stop() }
    let error = await #expect(throws: NetworkError.self) {
      try await Client().download(for: makeRequest(server.url), to: path)
    }
    #expect(error?.message.contains("Another download is writing") == true)
    #expect(try folder.read("file.part") == [1, 2])
    withExtendedLifetime(first) {}
  }

  @Test("N38: a changed partial file, or one of another URL or path, is not used")
  func unusable() async throws {
    let folder = try TemporaryDirectory()
    let notes = try TemporaryDirectory()
    func interrupted() async throws -> AnsweringRanges {
      let server = try server(tag: { "\"a\"" }, breakingOnce: true)
      await #expect(throws: NetworkError.self) {
        try await Client().download(for: makeRequest(server.url), to: folder.path("file"), notes: notes.path)
      }
      return server
    }
    func expectWhole(_ server: AnsweringRanges, _ name: String = "file") async throws {
      let request = makeRequest(server.url)
      let download = try await Client().download(for: request, to: folder.path(name), notes: notes.path)
      #expect(download.resumedFrom == 0)
      #expect(try folder.read(name) == Self.content)
    }
    let changed = try await interrupted()
    try folder.write("file.part", [9] + Array(folder.read("file.part").dropFirst()))
    try await expectWhole(changed)
    let shortened = try await interrupted()
    try folder.write("file.part", folder.read("file.part").dropLast())
    try await expectWhole(shortened)
    _ = try await interrupted()
    try await expectWhole(try server(tag: { "\"a\"" }, breakingOnce: false))
    let copied = try await interrupted()
    try folder.write("other.part", folder.read("file.part"))
    try await expectWhole(copied, "other")
  }

  @Test("N38: bytes written by a killed program after its last note are fetched again")
  func beyondNote() async throws {
    let folder = try TemporaryDirectory()
    let notes = try TemporaryDirectory()
    let server = try server(tag: { "\"a\"" }, breakingOnce: true)
    let request = makeRequest(server.url)
    await #expect(throws: NetworkError.self) {
      try await Client().download(for: request, to: folder.path("file"), notes: notes.path)
    }
    let kept = try folder.read("file.part")
    try folder.write("file.part", kept + [9, 9, 9])
    let download = try await Client().download(for: request, to: folder.path("file"), notes: notes.path)
    #expect(download.resumedFrom == kept.count)
    #expect(try folder.read("file") == Self.content)
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
