import NIOCore
import NIOHTTP1

/// Serves one connection from its first request to its last:
///
/// ```
/// head ─► 100 Continue? ─► body, counted ─► route ─► head, body, end ─► keep alive? ─► next head
/// ```
struct ConnectionLoop: Sendable {
  typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
  typealias Inbound = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator
  typealias Outbound = NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

  let router: Router

  func run(_ connection: Connection) async {
    // A client that disconnects or breaks HTTP ends only its own connection; the pipeline has already answered 400.
    try? await connection.executeThenClose { inbound, outbound in
      var parts = inbound.makeAsyncIterator()
      while let part = try await parts.next() {
        guard case .head(let head) = part else { continue }
        let body = try await receiveBody(after: head, from: &parts, outbound: outbound)
        let request = IncomingRequest(head: head, body: body)
        let answer = await router.answer(request)
        guard try await send(answer, to: head, parts: &parts, outbound: outbound) else { return }
      }
    }
  }

  private func receiveBody(
    after head: HTTPRequestHead, from parts: inout Inbound, outbound: Outbound
  ) async throws -> ReceivedBody {
    if head.headers.first(name: "Expect")?.lowercased() == "100-continue" {
      try await outbound.write(.head(HTTPResponseHead(version: .http1_1, status: .continue)))
    }
    var body = ReceivedBody()
    while let part = try await parts.next() {
      guard case .body(let buffer) = part else { break }
      body.append(buffer.readableBytesView)
    }
    return body
  }

  /// - Returns: whether another request may follow on this connection.
  private func send(
    _ answer: Answer, to request: HTTPRequestHead, parts: inout Inbound, outbound: Outbound
  ) async throws -> Bool {
    if answer.delay > 0 { try await Task.sleep(for: .milliseconds(answer.delay)) }
    if !answer.isMute {
      let framed = Framing(answer, request: request)
      try await outbound.write(.head(framed.head))
      if framed.sendsBody { try await sendBody(answer.content, outbound: outbound) }
      if case .normal = answer.ending {
        try await outbound.write(.end(framed.trailers))
        return request.isKeepAlive && framed.isDelimited
      }
    }
    if case .silent = answer.ending {
      while try await parts.next() != nil {}
    }
    return false
  }

  private func sendBody(_ content: Answer.Content, outbound: Outbound) async throws {
    let writer = BodyWriter(outbound: outbound)
    switch content {
    case .none: break
    case .bytes(let bytes): try await writer.write(bytes)
    case .counted(_, let produce), .chunked(let produce): try await produce(writer)
    }
  }
}
