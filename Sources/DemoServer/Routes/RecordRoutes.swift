import Basics

/// Users and orders: create, read, update, delete, list.
struct RecordRoutes: Sendable {
  let store: Store
  private static let ids = 1...Int(Int32.max)

  var routes: [Route] {
    Resource.all.flatMap { resource in
      [list(resource), create(resource), read(resource)]
        + [("PUT", true), ("PATCH", false)].map { update(resource, $0.0, wholly: $0.1) }
        + [delete(resource)]
    } + [ordersOfUser]
  }

  private func list(_ resource: Resource) -> Route {
    Route("GET", resource.name, "\(resource.name): page, per_page, sort, q, and any field as a filter") {
      [store] request async throws(Problem) in
      try Listing(of: await store.all(resource), resource: resource, for: request)
        .answer(path: "/\(resource.name)", query: request.query)
    }
  }

  private func create(_ resource: Resource) -> Route {
    Route("POST", resource.name, "a new \(resource.singular)") { [store] request async throws(Problem) in
      let (id, record) = try await store.create(resource, from: Self.document(of: request))
      return .json(record, status: 201, headers: [("Location", "/\(resource.name)/\(id)")])
    }
  }

  private func read(_ resource: Resource) -> Route {
    Route("GET", "\(resource.name)/:id", "one \(resource.singular)") { [store] request async throws(Problem) in
      .json(try await store.record(resource, id: request.parameter("id", in: Self.ids)))
    }
  }

  private func update(_ resource: Resource, _ method: String, wholly: Bool) -> Route {
    Route(method, "\(resource.name)/:id", "\(wholly ? "replace" : "change") one \(resource.singular)") {
      [store] request async throws(Problem) in
      let id = try request.parameter("id", in: Self.ids)
      return .json(try await store.update(resource, id: id, with: Self.document(of: request), wholly: wholly))
    }
  }

  private func delete(_ resource: Resource) -> Route {
    Route("DELETE", "\(resource.name)/:id", "remove one \(resource.singular)") {
      [store] request async throws(Problem) in
      try await store.delete(resource, id: request.parameter("id", in: Self.ids))
      return Answer(204)
    }
  }

  private var ordersOfUser: Route {
    Route("GET", "users/:id/orders", "the orders of one user") { [store] request async throws(Problem) in
      let id = try request.parameter("id", in: Self.ids)
      _ = try await store.record(.users, id: id)
      let orders = await store.all(.orders).filter { $0["user_id"]?.integer == id }
      return try Listing(of: orders, resource: .orders, for: request)
        .answer(path: "/users/\(id)/orders", query: request.query)
    }
  }

  /// The request's body as JSON; throws if it is not JSON.
  static func document(of request: IncomingRequest) throws(Problem) -> JSONValue {
    let type = request.header("Content-Type")?.lowercased() ?? ""
    guard type.contains("json") else {
      throw Problem(
        status: 415, title: "Unsupported media type",
        detail: "Send application/json; the request says \(type.isEmpty ? "nothing" : type).")
    }
    guard request.body.isWhole else {
      throw Problem(
        status: 413, title: "Content too large", detail: "Send at most \(ReceivedBody.limit) bytes here.")
    }
    do throws(JSONError) {
      return try JSONValue(parsing: request.body.bytes)
    } catch {
      throw .badRequest("The body is not JSON: \(error.message) at byte \(error.offset).")
    }
  }
}
