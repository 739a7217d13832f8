import Basics
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

  /// - Returns: `nil` if the body is longer than the service allows.
  private func receiveBody(
    after head: HTTPRequestHead, from parts: inout Inbound, outbound: Outbound
  ) async throws -> ReceivedBody? {
    let limit = service.largestBody ?? .max
    if let length = head.headers.first(name: "Content-Length").flatMap({ Int($0) }), length > limit { return nil }
    if head.headers.first(name: "Expect")?.lowercased() == "100-continue" {
      try await outbound.write(.head(HTTPResponseHead(version: .http1_1, status: .continue)))
    }
    var body = ReceivedBody(keeping: service.keptBody)
    while let part = try await parts.next() {
      guard case .body(let buffer) = part else { break }
      body.append(buffer.readableBytesView)
      if body.count > limit { return nil }
    }
    return body
  }

  /// Answers before the body has arrived and ends the connection, because the following bytes belong to that body.
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

  /// - Returns: true if another request may follow on this connection.
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

/// Decides how to mark the end of a response (RFC 9112, section 6): by length, chunks, or, for HTTP/1.0, closing.
struct Framing {
  let head: HTTPResponseHead
  let sendsBody: Bool
  /// True if the client can find the end while the connection stays open.
  let isDelimited: Bool
  let trailers: HTTPHeaders?

  init(_ answer: Answer, request: HTTPRequestHead, server: String) {
    let status = HTTPResponseStatus(statusCode: answer.status)
    var headers = HTTPHeaders(answer.headers.map { ($0.name, $0.value) })
    headers.add(name: "Date", value: UTCTime.now.httpDate)
    if !headers.contains(name: "Server") { headers.add(name: "Server", value: server) }
    let isHead = request.method == .HEAD
    let hasBody = status.mayHaveResponseBody && answer.status != 204
    var isDelimited = true
    var chunked = false
    let promisesLength = headers.contains(name: "Content-Length")
    switch answer.content {
    case _ where !hasBody || promisesLength: break
    case .none: headers.add(name: "Content-Length", value: "0")
    case .bytes(let bytes): headers.add(name: "Content-Length", value: "\(bytes.count)")
    case .counted(let count, _): headers.add(name: "Content-Length", value: "\(count)")
    case .chunked where isHead: break
    case .chunked where request.version != .http1_0:
      headers.add(name: "Transfer-Encoding", value: "chunked")
      chunked = true
    case .chunked: isDelimited = false
    }
    if !request.isKeepAlive || !isDelimited { headers.replaceOrAdd(name: "Connection", value: "close") }
    sendsBody = hasBody && !isHead
    self.isDelimited = isDelimited
    trailers = chunked && !answer.trailers.isEmpty ? HTTPHeaders(answer.trailers.map { ($0.name, $0.value) }) : nil
    head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
  }
}
