/// Finds the route for a request; handles HEAD, OPTIONS, 404 and 405 (RFC 9110, sections 9.3 and 15.5).
struct Router: Sendable {
  /// Keyed by first segment, so that a request checks only a handful of routes.
  private let routes: [String: [Route]]

  init(store: Store) {
    let all =
      RecordRoutes(store: store).routes + AuthenticationRoutes(store: store).routes + EchoRoutes.routes
      + ContentRoutes.routes + StreamRoutes.routes + RedirectRoutes.routes + StatusRoutes.routes + FaultRoutes.routes
      + GraphRoutes(store: store).routes + SampleRoutes.routes
    let index = IndexRoute.route(listing: all)
    routes = Dictionary(grouping: all + [index]) { $0.pattern.first ?? "" }
  }

  func answer(_ request: IncomingRequest) async -> Answer {
    do {
      return try await dispatch(request)
    } catch {
      return .problem(error, instance: request.target)
    }
  }

  private func dispatch(_ request: IncomingRequest) async throws(Problem) -> Answer {
    let candidates = (routes[request.path.first ?? ""] ?? []).compactMap { route in
      route.match(request.path).map { (route: route, parameters: $0) }
    }
    let method = request.method == "HEAD" ? "GET" : request.method
    if let found = candidates.first(where: { $0.route.method == method || $0.route.method == "*" }) {
      var request = request
      request.parameters = found.parameters
      return try await found.route.handler(request)
    }
    if request.method == "OPTIONS", request.target == "*" { return options(["GET"]) }
    guard !candidates.isEmpty else {
      throw .notFound("Nothing answers at \(request.target); GET / lists what does.")
    }
    let methods = candidates.map(\.route.method)
    if request.method == "OPTIONS" { return options(methods) }
    throw Problem(
      status: 405, title: "Method not allowed", detail: "\(request.method) does nothing here; see the Allow header.",
      headers: [("Allow", Self.allowed(methods))])
  }

  private func options(_ methods: [String]) -> Answer {
    Answer(status: 204, headers: [("Allow", Self.allowed(methods))])
  }

  private static func allowed(_ methods: [String]) -> String {
    var all = methods
    if all.contains("GET") { all.append("HEAD") }
    return (all + ["OPTIONS"]).joined(separator: ", ")
  }
}
