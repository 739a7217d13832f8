import Basics

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
