import Basics

/// One method on one path pattern, with its handler.
struct Route: Sendable {
  typealias Handler = @Sendable (IncomingRequest) async throws(Problem) -> Answer

  /// The method; `*` matches every method.
  let method: String
  /// The pattern, such as `users/:id`; `:name` matches one segment, a trailing `*` any number of them.
  let pattern: [String]
  /// A one-line summary for the index.
  let summary: String
  let handler: Handler

  init(_ method: String, _ pattern: String, _ summary: String, _ handler: @escaping Handler) {
    self.method = method
    self.pattern = pattern.split(separator: "/").map(String.init)
    self.summary = summary
    self.handler = handler
  }

  /// The values of the `:name` segments in this path; `nil` if the path does not match.
  func match(_ path: [String]) -> [String: String]? {
    let isOpen = pattern.last == "*"
    guard isOpen ? path.count >= pattern.count - 1 : path.count == pattern.count else { return nil }
    var parameters: [String: String] = [:]
    for (expected, actual) in zip(pattern, path) where expected != "*" {
      if expected.hasPrefix(":") {
        parameters[String(expected.dropFirst())] = actual
      } else if expected != actual {
        return nil
      }
    }
    return parameters
  }
}

/// `GET /`: lists the routes of the demo API, as a page for browsers and as JSON for other clients.
enum IndexRoute {
  static func route(listing routes: [Route]) -> Route {
    Route("GET", "", "this list") { request throws(Problem) in
      if request.header("Accept")?.contains("text/html") == true { return page(routes) }
      return .json([
        "name": "Apus demo API",
        "routes": .array(
          routes.map { route in
            ["method": .string(route.method), "path": .string(path(route)), "summary": .string(route.summary)]
          }),
      ])
    }
  }

  private static func path(_ route: Route) -> String { "/" + route.pattern.joined(separator: "/") }

  private static func page(_ routes: [Route]) -> Answer {
    let rows = routes.map { route in
      "<tr><td>\(route.method)</td><td><code>\(path(route))</code></td><td>\(route.summary)</td></tr>"
    }.joined(separator: "\n")
    return .text(
      "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Apus demo API</title>\n<table>\n\(rows)\n</table>\n",
      type: "text/html; charset=utf-8")
  }
}
