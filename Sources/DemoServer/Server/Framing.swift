import NIOHTTP1

/// Decides how to mark the end of a response (RFC 9112, section 6): by length, chunks, or, for HTTP/1.0, closing.
struct Framing {
  let head: HTTPResponseHead
  let sendsBody: Bool
  /// Whether the client can find the end while the connection stays open.
  let isDelimited: Bool
  let trailers: HTTPHeaders?

  init(_ answer: Answer, request: HTTPRequestHead, server: String) {
    let status = HTTPResponseStatus(statusCode: answer.status)
    var headers = HTTPHeaders(answer.headers.map { ($0.name, $0.value) })
    headers.add(name: "Date", value: Timestamp.now.httpDate)
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
