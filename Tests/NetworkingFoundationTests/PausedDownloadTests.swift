import Foundation
import HTTPTypes
import Networking
import NetworkingFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Pausing downloads")
struct PausedDownloadTests {
  private static let content = Array((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
  private static let kinds = [ConformanceTests.Kind.curl, .urlSession]

  /// A download that has received half of its content, and the server that waits for its end.
  private struct Halved {
    let folder: TemporaryDirectory
    let server: AnsweringRanges
    let control: Download.Control
    let task: Task<Download, any Error>

    init(_ client: Client, notes: String? = nil, tag: @escaping @Sendable () -> String?) async throws {
      let (folder, control, isOver) = (try TemporaryDirectory("paused"), Download.Control(), Gate())
      let server = try AnsweringRanges(PausedDownloadTests.content, tag: tag, first: .stalled)
      let request = try Request.with(RequestConfig(url: server.url))
      let path = folder.path("file")
      task = Task {
        defer { isOver.open() }
        return try await client.download(for: request, to: path, notes: notes, control: control)
      }
      (self.folder, self.server, self.control) = (folder, server, control)
      func hasHalf() throws -> Bool {
        try folder.exists("file.part") && folder.read("file.part").count >= PausedDownloadTests.content.count / 2
      }
      while try !isOver.isOpen && !hasHalf() { await Task.yield() }
    }
  }

  @Test("N38: a paused download keeps what it has, and resumes with the rest", arguments: kinds)
  func resumed(kind: ConformanceTests.Kind) async throws {
    let halved = try await Halved(kind.client) { "\"a\"" }
    halved.control.pause()
    // The pause ends the transfer, not the download.
    await halved.server.isLeft.opened()
    #expect(halved.control.isPaused && halved.server.requests.count == 1)
    #expect(halved.folder.files() == ["file.part"])
    halved.control.resume()
    let download = try await halved.task.value
    #expect(!halved.control.isPaused)
    #expect(download.resumedFrom == Self.content.count / 2 && download.size == Self.content.count)
    #expect(try halved.folder.read("file") == Self.content)
    #expect(halved.folder.files() == ["file"])
    let second = try #require(halved.server.requests.last)
    #expect(second["Range"] == "bytes=\(Self.content.count / 2)-" && second["If-Range"] == "\"a\"")
    #expect(second["Accept-Encoding"] == "identity" && halved.server.requests.count == 2)
  }

  @Test("N38: a download resumed before its transfer has ended continues, too", arguments: kinds)
  func resumedAtOnce(kind: ConformanceTests.Kind) async throws {
    let halved = try await Halved(kind.client) { "\"a\"" }
    halved.control.pause()
    halved.control.resume()
    #expect(try await halved.task.value.size == Self.content.count)
    #expect(try halved.folder.read("file") == Self.content)
  }

  @Test("N38: content that changed during a pause, or has no validator, is downloaded from its beginning")
  func changed() async throws {
    let cases: [[String?]] = [["\"a\"", "\"b\""], [nil, nil]]
    for tags in cases {
      let isChanged = Mutex(false)
      let halved = try await Halved(Client()) { isChanged.withLock { $0 } ? tags[1] : tags[0] }
      halved.control.pause()
      await halved.server.isLeft.opened()
      isChanged.withLock { $0 = true }
      halved.control.resume()
      #expect(try await halved.task.value.resumedFrom == 0)
      #expect(try halved.folder.read("file") == Self.content)
      #expect(halved.folder.files() == ["file"])
    }
  }

  @Test("N36: cancelling a paused download ends it, and leaves no file")
  func cancelled() async throws {
    let halved = try await Halved(Client()) { "\"a\"" }
    halved.control.pause()
    await halved.server.isLeft.opened()
    halved.task.cancel()
    let error = await #expect(throws: NetworkError.self) { try await halved.task.value }
    #expect(error?.category == .cancelled)
    #expect(halved.folder.files() == [])
    #expect(halved.server.requests.count == 1)
  }

  @Test("N38: with a folder for notes, a download cancelled in its pause continues in another call")
  func noted() async throws {
    let notes = try TemporaryDirectory("notes")
    let halved = try await Halved(Client(), notes: notes.path) { "\"a\"" }
    halved.control.pause()
    await halved.server.isLeft.opened()
    halved.task.cancel()
    await #expect(throws: NetworkError.self) { try await halved.task.value }
    #expect(halved.folder.files() == ["file.part"])
    let request = try Request.with(RequestConfig(url: halved.server.url))
    let download = try await Client().download(for: request, to: halved.folder.path("file"), notes: notes.path)
    #expect(download.resumedFrom == Self.content.count / 2)
    #expect(try halved.folder.read("file") == Self.content)
  }

  @Test("N38: a download that is paused before it starts sends nothing until it is resumed")
  func pausedBefore() async throws {
    let folder = try TemporaryDirectory("paused")
    let server = try AnsweringRanges(Self.content) { "\"a\"" }
    let request = try Request.with(RequestConfig(url: server.url))
    let control = Download.Control()
    control.pause()
    let path = folder.path("file")
    let task = Task { try await Client().download(for: request, to: path, control: control) }
    for _ in 0..<1000 { await Task.yield() }
    #expect(server.requests.isEmpty && folder.files() == [])
    control.resume()
    #expect(try await task.value.size == Self.content.count)
  }
}
