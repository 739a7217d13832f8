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
      return Answer(status: 204)
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

/// One page of a list, filtered, sorted and paginated according to the query.
struct Listing: Sendable {
  let records: [JSONValue]
  let page: Int
  let perPage: Int
  let total: Int

  private static let reserved = ["page", "per_page", "sort", "q"]

  /// - Parameter all: every record, ordered by id.
  init(of all: [JSONValue], resource: Resource, for request: IncomingRequest) throws(Problem) {
    page = try request.number("page", default: 1, in: 1...1_000_000)
    perPage = try request.number("per_page", default: 20, in: 1...100)
    let names = ["id", "created_at", "updated_at", "total"] + resource.fields.map(\.name)
    var found = all
    for (name, value) in request.query where !Self.reserved.contains(name) {
      guard names.contains(name) else {
        throw .badRequest("\(resource.name) cannot be filtered by \(name); use one of \(names.joined(separator: ", "))")
      }
      found = found.filter { $0[name]?.plain == value }
    }
    if let text = request.queryValue("q")?.lowercased(), !text.isEmpty {
      found = found.filter { record in
        (record.members ?? []).contains { $0.value.string?.lowercased().contains(text) ?? false }
      }
    }
    if let sort = request.queryValue("sort") { found = try Self.sorted(found, by: sort, among: names) }
    total = found.count
    let start = min((page - 1) * perPage, found.count)
    records = Array(found[start..<min(start + perPage, found.count)])
  }

  /// Sorts by `name`, or in descending order for `-name`; the sort is stable.
  private static func sorted(_ records: [JSONValue], by sort: String, among names: [String]) throws(Problem)
    -> [JSONValue]
  {
    let descends = sort.hasPrefix("-")
    let name = descends ? String(sort.dropFirst()) : sort
    guard names.contains(name) else {
      throw .badRequest("sort is \"\(sort)\"; use one of \(names.joined(separator: ", ")), with - before it to turn it")
    }
    return records.enumerated().sorted { left, right in
      let (a, b) = (left.element[name] ?? .null, right.element[name] ?? .null)
      if precedes(a, b) { return !descends }
      if precedes(b, a) { return descends }
      return left.offset < right.offset
    }.map(\.element)
  }

  private static func precedes(_ left: JSONValue, _ right: JSONValue) -> Bool {
    if let a = left.double, let b = right.double { return a < b }
    return left.plain < right.plain
  }

  func answer(path: String, query: [(name: String, value: String)]) -> Answer {
    let pages = max(1, (total + perPage - 1) / perPage)
    var relations: [(String, Int)] = [("first", 1)]
    if page > 1 { relations.append(("prev", min(page - 1, pages))) }
    if page < pages { relations.append(("next", page + 1)) }
    relations.append(("last", pages))
    let rest = query.filter { $0.name != "page" }.map {
      "\(PercentEncoding.component($0.name))=\(PercentEncoding.component($0.value))&"
    }.joined()
    let links = relations.map { "<\(path)?\(rest)page=\($0.1)>; rel=\"\($0.0)\"" }.joined(separator: ", ")
    return .json(
      [
        "data": .array(records), "page": .int(page), "per_page": .int(perPage), "pages": .int(pages),
        "total": .int(total),
      ],
      headers: [("X-Total-Count", "\(total)"), ("Link", links)])
  }
}

extension JSONValue {
  /// The value in a query parameter: a string without quotes, everything else as written.
  var plain: String { string ?? text }
}
