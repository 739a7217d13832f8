import Basics

/// Returns the request as it arrived: method, target, every header with its order and case, body.
enum EchoRoutes {
  static let routes = [
    Route("*", "echo", "the request as it arrived, as JSON", { request throws(Problem) in echo(request) }),
    Route("*", "echo/*", "the same below any path", { request throws(Problem) in echo(request) }),
    Route("*", "mirror", "the body as it arrived, with its own type") { request throws(Problem) in
      guard request.body.isWhole else {
        throw Problem(status: 413, title: "Content too large", detail: "Send at most \(ReceivedBody.limit) bytes here.")
      }
      let type = request.header("Content-Type") ?? "application/octet-stream"
      return Answer(headers: [("Content-Type", type)], content: .bytes(request.body.bytes))
    },
  ]

  private static func echo(_ request: IncomingRequest) -> Answer {
    .json([
      "method": .string(request.method), "target": .string(request.target),
      "httpVersion": .string(request.httpVersion),
      "query": .array(request.query.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "headers": .array(request.headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "body": body(request.body),
    ])
  }

  private static func body(_ body: ReceivedBody) -> JSONValue {
    var echo: JSONValue = ["size": .int(body.count)]
    if !body.isWhole { echo["shown"] = .int(body.bytes.count) }
    if let text = String(validating: body.bytes, as: UTF8.self) {
      echo["text"] = .string(text)
    } else {
      echo["base64"] = .string(Base64.encode(body.bytes))
    }
    return echo
  }
}
