import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Back-pressure")
struct BackPressureTests {
  private static let size = 1 << 30

  /// Sends a gigabyte, except as the answer to `/small`.
  private func server() throws -> RawServer {
    let block = [UInt8](repeating: 7, count: 1 << 20)
    return try RawServer { connection in
      while let request = connection.readRequest() {
        if request.target == "/small" {
          try connection.write(Answer.text(""))
          continue
        }
        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n")
        for _ in 0..<(Self.size / block.count) { try connection.write(block) }
      }
    }
  }

  @Test("N39: a slow reader of a gigabyte gets every byte, and needs at most 64 MB more memory")
  func gigabyte() async throws {
    let server = try server()
    let (process, pipe, done) = (Process(), Pipe(), Gate())
    process.executableURL = URL(fileURLWithPath: try Executable.path("StreamProbe"))
    process.arguments = [server.url]
    process.standardOutput = pipe
    process.terminationHandler = { _ in done.open() }
    try process.run()
    await done.opened()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(process.terminationStatus == 0 && numbers.count == 2, "\(output)")
    #expect(numbers.first == Self.size)
    #expect(numbers.last.map { $0 <= 64 << 20 } == true, "\(output)")
  }

  @Test("N13 N18: the chunks of a sequence are a body, which a redirect sends again from a new sequence")
  func upload() async throws {
    let opened = Mutex(0)
    let server = try AnsweringServer { request in
      request.target == "/a" ? Answer.redirect(307, to: "/b") : Answer.text("\(request.body.count)")
    }
    let stream = BodyStream {
      opened.withLock { $0 += 1 }
      return AsyncStream<[UInt8]> { continuation in
        for text in ["one ", "two ", "three"] { continuation.yield(Array(text.utf8)) }
        continuation.finish()
      }
    }
    let response = try await Client().response(
      for: makeRequest(server.url + "/a", .post, body: .stream(stream)))
    #expect(response.text() == "13")
    #expect(server.requests.map(\.bodyText) == ["one two three", "one two three"])
    #expect(opened.withLock { $0 } == 2)
  }

  @Test("An error of the sequence of an upload fails the call")
  func brokenUpload() async throws {
    let server = try AnsweringServer()
    let stream = BodyStream {
      AsyncThrowingStream<[UInt8], any Error> { continuation in
        continuation.yield([1])
        continuation.finish(throwing: ServerError("no more ink"))
      }
    }
    let exchange = await Client().exchange(for: makeRequest(server.url, .post, body: .stream(stream)))
    #expect(exchange.failure?.category == .storage)
    #expect(exchange.failure?.detail?.contains("no more ink") == true)
  }
}
