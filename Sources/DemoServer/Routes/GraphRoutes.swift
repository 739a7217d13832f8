import Basics

/// `POST /graphql`: users and orders with a small part of GraphQL: fields, arguments, variables, aliases, nesting.
struct GraphRoutes: Sendable {
  let store: Store

  var routes: [Route] {
    [
      Route("POST", "graphql", "users, user(id:), orders(status:), order(id:)") {
        [store] request async throws(Problem) in
        let input = try RecordRoutes.document(of: request)
        guard let query = input["query"]?.string else { throw .badRequest("Send a query as a text.") }
        do throws(GraphQuery.Fault) {
          let selection = try GraphQuery.parse(query, variables: input["variables"] ?? .null)
          return .json(["data": try await resolve(selection, in: GraphRecords(store: store))])
        } catch {
          return .json(["data": .null, "errors": [["message": .string(error.message)]]])
        }
      }
    ]
  }

  private func resolve(_ selection: [GraphQuery.Field], in records: GraphRecords) async throws(GraphQuery.Fault)
    -> JSONValue
  {
    var members: [JSONValue.Member] = []
    for field in selection {
      let value = try await records.value(of: field)
      members.append(JSONValue.Member(field.alias, try await shape(value, by: field, in: records)))
    }
    return .object(members)
  }

  private func shape(
    _ value: JSONValue, by field: GraphQuery.Field, in records: GraphRecords
  ) async throws(GraphQuery.Fault) -> JSONValue {
    if let elements = value.array {
      var shaped: [JSONValue] = []
      for element in elements { shaped.append(try await shape(element, by: field, in: records)) }
      return .array(shaped)
    }
    guard case .object = value else { return value }
    guard !field.selection.isEmpty else { throw .init(message: "\(field.name) needs a selection of fields in { }") }
    var members: [JSONValue.Member] = []
    for inner in field.selection {
      let found = try await records.value(of: inner, in: value)
      members.append(JSONValue.Member(inner.alias, try await shape(found, by: inner, in: records)))
    }
    return .object(members)
  }
}

/// Resolves the fields of a query.
struct GraphRecords: Sendable {
  let store: Store

  /// Resolves a field of the query itself.
  func value(of field: GraphQuery.Field) async throws(GraphQuery.Fault) -> JSONValue {
    switch field.name {
    case "users": return .array(filtered(await store.all(.users), by: field.arguments))
    case "orders": return .array(filtered(await store.all(.orders), by: field.arguments))
    case "user", "order":
      guard let id = field.arguments.first(where: { $0.name == "id" })?.value else {
        throw .init(message: "\(field.name) needs an id")
      }
      let all = await store.all(field.name == "user" ? .users : .orders)
      return all.first { $0["id"]?.plain == id.plain } ?? .null
    case "__typename": return "Query"
    default: throw .init(message: "Query has no field \(field.name)")
    }
  }

  /// Resolves a field of a record; references lead to other records.
  func value(of field: GraphQuery.Field, in record: JSONValue) async throws(GraphQuery.Fault) -> JSONValue {
    let isUser = record["email"] != nil
    switch field.name {
    case "__typename": return isUser ? "User" : record["user_id"] != nil ? "Order" : "Item"
    case "orders" where isUser:
      return .array(filtered(await store.all(.orders).filter { $0["user_id"] == record["id"] }, by: field.arguments))
    case "user" where record["user_id"] != nil:
      return await store.all(.users).first { $0["id"] == record["user_id"] } ?? .null
    default:
      guard let value = record[field.name] else { throw .init(message: "there is no field \(field.name) here") }
      return value
    }
  }

  /// `first` limits the number; every other argument must equal the field with its name.
  private func filtered(_ records: [JSONValue], by arguments: [JSONValue.Member]) -> [JSONValue] {
    var found = records
    for argument in arguments where argument.name != "first" {
      found = found.filter { $0[argument.name]?.plain == argument.value.plain }
    }
    let first = arguments.first { $0.name == "first" }?.value.integer
    return Array(found.prefix(max(0, first ?? 100)))
  }
}
