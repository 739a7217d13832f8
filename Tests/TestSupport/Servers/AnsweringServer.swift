import Synchronization

/// A server on loopback that records every request and answers each with the result of its closure.
package final class AnsweringServer: Sendable {
  private let server: RawServer
  private let log: Log

  private final class Log: Sendable {
    let requests = Mutex<[CapturedRequest]>([])
  }

  /// `answer` returns the response, byte for byte; by default an empty 200. Connections are kept alive as in HTTP/1.1.
  package init(_ answer: @escaping @Sendable (CapturedRequest) -> String = { _ in Answer.text("") }) throws {
    let log = Log()
    self.log = log
    server = try RawServer { connection in
      while let request = connection.readRequest() {
        log.requests.withLock { $0.append(request) }
        let text = answer(request)
        try connection.write(text)
        if text.lowercased().contains("connection: close\r\n") { return }
      }
    }
  }

  package var url: String { server.url }
  package var port: Int { server.port }
  package var connectionCount: Int { server.connectionCount }
  /// The requests in the order in which they were completely read.
  package var requests: [CapturedRequest] { log.requests.withLock { $0 } }
  package func stop() { server.stop() }
}

/// Responses as text.
package enum Answer {
  /// A response with a `Content-Length`; `headers` are whole lines without line ends.
  package static func text(_ body: String, status: String = "200 OK", headers: [String] = []) -> String {
    let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)"]
    return lines.map { $0 + "\r\n" }.joined() + "\r\n" + body
  }

  package static func json(_ body: String, status: String = "200 OK", headers: [String] = []) -> String {
    text(body, status: status, headers: ["Content-Type: application/json"] + headers)
  }

  package static func redirect(_ status: Int, to location: String, headers: [String] = []) -> String {
    text("moved", status: "\(status) Moved", headers: ["Location: \(location)"] + headers)
  }
}
