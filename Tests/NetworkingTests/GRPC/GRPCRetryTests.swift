import Basics
import Synchronization
import TestSupport
import Testing

@testable import GRPCProbe
@testable import HTTPModel
@testable import Networking

/// Calls that a server did not process are resent completely on a new connection.
@Suite struct GRPCRetryTests {
  private static func answer(_ connection: RawConnection, _ stream: Int) throws {
    try connection.write(
      H2.head(stream: stream) + H2.data(H2.message("one"), stream: stream) + H2.trailers(0, stream: stream))
  }

  @Test(arguments: [H2.reset(7), H2.goaway(0, "")])
  func `A stream that is refused or excluded by a goodbye is resent with all its bytes.`(
    refusal: [UInt8]
  ) async throws {
    let bodies = Mutex([[UInt8]]())
    let server = try RawServer { connection in
      try connection.write(H2.settings)
      guard let stream = connection.readCall() else { return }
      guard let body = connection.readContent() else { return }
      let number = bodies.withLock { bodies in
        bodies.append(body)
        return bodies.count
      }
      guard number > 1 else {
        try connection.write(refusal)
        connection.waitForClose()
        return
      }
      try Self.answer(connection, stream)
      connection.waitForClose()
    }
    let call = try await ProbeTarget(url: server.url).unary("/a.B/C", Array("hello".utf8))
    #expect(call.code == 0 && call.messages == [Array("one".utf8)], "\(call.words)")
    #expect(server.connectionCount == 2)
    #expect(bodies.withLock { $0 } == Array(repeating: H2.message("hello"), count: 2))
  }

  @Test func `A server that refuses repeatedly is asked at most three times.`() async throws {
    let server = try RawServer { connection in
      try connection.write(H2.settings)
      guard let stream = connection.readCall() else { return }
      try connection.write(H2.reset(7, stream: stream))
      connection.waitForClose()
    }
    let call = try await ProbeTarget(url: server.url).unary("/a.B/C", Array("hello".utf8))
    #expect(call.exchange.failure?.message.contains("REFUSED_STREAM") == true && server.connectionCount == 3)
  }

  @Test func `A stream that the server may have processed is not resent.`() async throws {
    let server = try RawServer { connection in
      try connection.write(H2.settings)
      guard let stream = connection.readCall() else { return }
      try connection.write(H2.goaway(0, "", last: stream) + H2.reset(2, stream: stream))
      connection.waitForClose()
    }
    let call = try await ProbeTarget(url: server.url).unary("/a.B/C", Array("hello".utf8))
    #expect(call.exchange.failure != nil && server.connectionCount == 1)
  }

  @Test func `A call that arrives during a goodbye uses a new connection.`() async throws {
    let server = try RawServer { connection in
      try connection.write(H2.settings)
      guard let stream = connection.readCall(), connection.readContent() != nil else { return }
      try connection.write(
        H2.head(stream: stream) + H2.data(H2.message("one"), stream: stream) + H2.trailers(0, stream: stream)
          + H2.goaway(0, "", last: stream))
      connection.waitForClose()
    }
    let target = ProbeTarget(url: server.url)
    for number in 1...50 {
      let call = try await target.unary("/a.B/C", Array("hello".utf8))
      #expect(call.code == 0, "\(number): \(call.words)")
    }
    #expect(server.connectionCount == 50)
  }
}

extension RawConnection {
  /// The content of the first data frame; `nil` if the client disconnects first.
  fileprivate func readContent() -> [UInt8]? {
    while let head = read(count: 9) {
      let count = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
      guard let content = count > 0 ? read(count: count) : [] else { return nil }
      if head[3] == 0 { return Array(content) }
    }
    return nil
  }
}
