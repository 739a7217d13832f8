import NIOCore
import NIOHTTP1

/// Serves one connection from its first request to its last:
///
/// ```
/// head ─► 100 Continue? ─► body, counted ─► answer ─► head, body, end ─► keep alive? ─► next head
/// ```
struct ConnectionLoop: Sendable {
  typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
  typealias Inbound = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator
  typealias Outbound = NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

  let service: HTTPService

  func run(_ connection: Connection) async {
    // A client that disconnects or breaks HTTP ends only its own connection; the pipeline has already answered 400.
    try? await connection.executeThenClose { inbound, outbound in
      var parts = inbound.makeAsyncIterator()
      while let part = try await parts.next() {
        guard case .head(let head) = part else { continue }
        guard let body = try await receiveBody(after: head, from: &parts, outbound: outbound) else {
          return try await refuse(head, outbound: outbound)
        }
        let answer = await service.answer(IncomingRequest(head: head, body: body))
        guard try await send(answer, to: head, parts: &parts, outbound: outbound) else { return }
      }
    }
  }

  /// - Returns: `nil` if it is longer than the service allows.
  private func receiveBody(
    after head: HTTPRequestHead, from parts: inout Inbound, outbound: Outbound
  ) async throws -> ReceivedBody? {
    let limit = service.largestBody ?? .max
    if let length = head.headers.first(name: "Content-Length").flatMap({ Int($0) }), length > limit { return nil }
    if head.headers.first(name: "Expect")?.lowercased() == "100-continue" {
      try await outbound.write(.head(HTTPResponseHead(version: .http1_1, status: .continue)))
    }
    var body = ReceivedBody()
    while let part = try await parts.next() {
      guard case .body(let buffer) = part else { break }
      body.append(buffer.readableBytesView)
      if body.count > limit { return nil }
    }
    return body
  }

  /// Answers before the body is there, and ends the connection: what follows is still that body.
  private func refuse(_ request: HTTPRequestHead, outbound: Outbound) async throws {
    var answer = Answer.problem(
      Problem(status: 413, title: "Content too large", detail: "A body may have \(service.largestBody ?? 0) bytes."),
      instance: request.uri)
    answer.headers.append(("Connection", "close"))
    let framed = Framing(answer, request: request, server: service.name)
    try await outbound.write(.head(framed.head))
    if framed.sendsBody { try await sendBody(answer.content, outbound: outbound) }
    try await outbound.write(.end(nil))
  }

  /// - Returns: whether another request may follow on this connection.
  private func send(
    _ answer: Answer, to request: HTTPRequestHead, parts: inout Inbound, outbound: Outbound
  ) async throws -> Bool {
    if answer.delay > 0 { try await Task.sleep(for: .milliseconds(answer.delay)) }
    if !answer.isMute {
      let framed = Framing(answer, request: request, server: service.name)
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
