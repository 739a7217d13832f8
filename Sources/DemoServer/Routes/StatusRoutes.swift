import Basics

/// Returns any status on request.
enum StatusRoutes {
  static let routes = [
    Route("*", "status/:code", "answers with that status, 200 to 599") { request throws(Problem) in
      let code = try request.parameter("code", in: 200...599)
      switch code {
      case 204, 304: return Answer(code)
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
