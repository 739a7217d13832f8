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

/// Returns any status on request.
enum StatusRoutes {
  static let routes = [
    Route("*", "status/:code", "answers with that status, 200 to 599") { request throws(Problem) in
      let code = try request.parameter("code", in: 200...599)
      switch code {
      case 204, 304: return Answer(status: code)
      case 401:
        throw .unauthorized("You asked for it.", challenge: "Basic realm=\"demo\"")
      case 429, 503:
        throw Problem(
          status: code, title: title(code), detail: "You asked for it.", headers: [("Retry-After", "1")])
      case 400...: throw Problem(status: code, title: title(code), detail: "You asked for it.")
      default: return .json(["status": .int(code)], status: code)
      }
    },
    Route("GET", "health", "200 as long as the server runs") { _ throws(Problem) in .json(["status": "ok"]) },
  ]

  private static func title(_ code: Int) -> String {
    let titles = [
      400: "Bad request", 403: "Forbidden", 404: "Not found", 405: "Method not allowed", 409: "Conflict",
      410: "Gone", 418: "I'm a teapot", 422: "Validation failed", 429: "Too many requests",
      500: "Internal server error", 501: "Not implemented", 502: "Bad gateway", 503: "Service unavailable",
      504: "Gateway timeout",
    ]
    return titles[code] ?? "Status \(code)"
  }
}

/// Redirects of every kind, in chains and loops.
enum RedirectRoutes {
  private static let kinds: [(Int, String)] = [
    (301, "moved permanently"), (302, "found"), (303, "see other"), (307, "temporary, same method"),
    (308, "permanent, same method"),
  ]

  static let routes =
    kinds.map { status, words in
      Route("*", "redirect/\(status)", "\(words), to ?to= or /echo") { request throws(Problem) in
        redirect(status, to: try destination(request))
      }
    } + [
      Route("*", "redirect/chain/:length", "this many redirects, then the echo") { request throws(Problem) in
        let length = try request.parameter("length", in: 0...100)
        return redirect(302, to: length > 1 ? "/redirect/chain/\(length - 1)" : "/echo")
      },
      Route("*", "redirect/loop", "redirects to itself") { _ throws(Problem) in redirect(302, to: "/redirect/loop") },
      Route("*", "redirect/nowhere", "a redirect without Location") { _ throws(Problem) in Answer(status: 302) },
    ]

  private static func redirect(_ status: Int, to location: String) -> Answer {
    var answer = Answer.text("See \(location)\n", status: status)
    answer.headers.append(("Location", location))
    return answer
  }

  private static func destination(_ request: IncomingRequest) throws(Problem) -> String {
    let location = request.queryValue("to") ?? "/echo"
    guard location.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw .badRequest("to has characters that no header may have; percent-encode them twice")
    }
    return location
  }
}

/// Responses that break the protocol, to see how a client handles them.
enum FaultRoutes {
  static let routes = [
    Route("GET", "faults/short", "promises 1000 bytes, sends 12, hangs up") { _ throws(Problem) in
      Answer(
        headers: [("Content-Type", "text/plain"), ("Content-Length", "1000")],
        content: .bytes(Array("twelve bytes".utf8)), ending: .closed)
    },
    Route("GET", "faults/close", "hangs up without an answer") { _ throws(Problem) in
      Answer(ending: .closed, isMute: true)
    },
    Route("GET", "faults/cut", "hangs up in the middle of a chunked body") { _ throws(Problem) in
      Answer(
        headers: [("Content-Type", "text/plain")], content: .chunked { try await $0.write("half of it") },
        ending: .closed)
    },
    Route("GET", "faults/silence", "never answers") { _ throws(Problem) in
      Answer(ending: .silent, isMute: true)
    },
    Route("GET", "faults/stall", "sends a head and half a body, then nothing") { _ throws(Problem) in
      Answer(
        headers: [("Content-Type", "text/plain"), ("Content-Length", "100")], content: .bytes(Array("half of".utf8)),
        ending: .silent)
    },
    Route("GET", "faults/json", "claims to be JSON, but is not") { _ throws(Problem) in
      .text("{\"a\": [1, 2,, 3], \"b\": tru", type: "application/json")
    },
  ]
}
