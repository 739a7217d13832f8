import Basics
import NIOHTTP1
package import Serving

/// Serves the answers of a collection over HTTP, for `apus serve`.
package struct CollectionServer: Sendable {
  /// The address, `http://127.0.0.1:4020`, without a trailing slash.
  package let url: String
  private let listener: HTTPListener

  /// The limits for clients, in connections, bytes and seconds.
  private static let (mostConnections, largestBody, patience) = (512, 16 << 20, Duration.seconds(60))

  /// - Parameters:
  ///   - port: 0 for any free port.
  ///   - log: called for each answered request, from several threads.
  package static func start(
    _ mock: MockServer, host: String, port: Int, log: @escaping @Sendable (ServeRecord) -> Void
  ) async throws(CollectionServerError) -> CollectionServer {
    var service = HTTPService(name: "apus") { request in answer(request, mock, log) }
    service.largestBody = largestBody
    if mock.terms.takesAll { service.keptBody = largestBody }
    service.patience = patience
    service.mostConnections = mostConnections
    do {
      let listener = try await HTTPListener.start(service, host: host, port: port)
      let shown = host.contains(":") ? "[\(host)]" : host
      return CollectionServer(url: "http://\(shown):\(listener.port)", listener: listener)
    } catch {
      throw CollectionServerError(host: host, port: port, reason: error.reason)
    }
  }

  package func stop() async { await listener.stop() }

  package func wait() async { await listener.wait() }

  private static func answer(
    _ request: IncomingRequest, _ mock: MockServer, _ log: (ServeRecord) -> Void
  ) -> Answer {
    let call = ServedCall(
      request.method, RequestTarget(path: request.path, query: request.query), preferences: request.headers["Prefer"],
      asksForMethod: request.header("Access-Control-Request-Method"),
      asksForHeaders: request.header("Access-Control-Request-Headers"), host: request.header("Host"))
    let reply = mock.reply(to: call)
    let answer = Answer(reply)
    log(
      ServeRecord(
        method: request.method, target: request.target, status: reply.closeReason == .closed ? 0 : reply.status,
        request: reply.request, source: reply.source, bytes: reply.body.count, time: answer.delay,
        received: mock.terms.takesAll ? received(request, reply) : nil))
    return answer
  }

  private static func received(_ request: IncomingRequest, _ reply: ServedReply) -> ReceivedRequest {
    ReceivedRequest(
      httpVersion: request.httpVersion, headers: request.headers.map { ServedAnswer.Field($0.name, $0.value) },
      body: request.body.bytes, answerHeaders: reply.headers, answerBody: reply.body)
  }
}

/// Why a port cannot be used.
package struct CollectionServerError: Error, Hashable, Sendable, CustomStringConvertible {
  package var host: String
  package var port: Int
  package var reason: String

  package var description: String {
    "cannot listen on \(host):\(port): \(reason); choose another port with --port, or --port 0 for any that is free"
  }
}

extension Answer {
  fileprivate init(_ reply: ServedReply) {
    var headers = reply.headers.map { (name: $0.name, value: $0.value) }
    var content = reply.body.isEmpty ? Content.none : .bytes(reply.body)
    if case .cut(let count) = reply.closeReason {
      headers.append(("Content-Length", "\(reply.body.count)"))
      content = .bytes(Array(reply.body.prefix(count)))
    }
    self.init(
      status: reply.status, headers: headers, content: content, delay: Int(reply.delay / .milliseconds(1)),
      ending: reply.closeReason == .whole ? .normal : .closed, isMute: reply.closeReason == .closed)
  }
}
