import Basics
import GraphQL

/// Answers GraphQL requests over any transport.
struct GraphService: Sendable {
  private let store: Store
  private let schema: GraphQLSchema
  private static let largestCount = 1_000_000

  init(store: Store) {
    self.store = store
    // The text is a constant; a test checks that it is a schema.
    schema = (try? GraphQLSchema(text: GraphText.schema)) ?? GraphQLSchema(types: [], directives: [], roots: [:])
  }

  /// The operation of a request, validated and ready to execute.
  /// - Parameters:
  ///   - request: `{"query": …, "operationName": …, "variables": …}`.
  ///   - files: the files by the paths of their variables.
  func execution(
    of request: JSONValue, files: [String: JSONValue] = [:]
  ) throws(GraphFault) -> GraphExecution {
    guard let text = request["query"]?.string else { throw GraphFault("Send a query as a text.") }
    let document: GraphQLDocument
    do throws(GraphQLSyntaxError) { document = try GraphQLDocument(parsing: text) } catch {
      throw GraphFault([(error.message, error.range)], in: text)
    }
    let issues = schema.validate(document)
    guard issues.isEmpty else { throw GraphFault(issues.map { ($0.message, $0.range) }, in: text) }
    guard let operation = document.operation(named: request["operationName"]?.string) else {
      throw GraphFault("Name the operation in operationName.")
    }
    let variables = try variables(request["variables"] ?? .null, of: operation, files: files)
    return GraphExecution(
      schema: schema, document: document, operation: operation, variables: variables,
      records: GraphRecords(store: store, files: files))
  }

  /// The values of variables with their defaults; a file represents itself.
  private func variables(
    _ given: JSONValue, of operation: OperationDefinition, files: [String: JSONValue]
  ) throws(GraphFault) -> JSONValue {
    var values = given == .null ? .object([]) : given
    guard case .object = values else { throw GraphFault("Send variables as an object.") }
    for (path, file) in files where path.hasPrefix("variables.") {
      values[String(path.dropFirst("variables.".count))] = file["name"]
    }
    if let issue = schema.check(variables: values, of: operation).first(where: \.isError) {
      throw GraphFault("$\(issue.path): \(issue.message)")
    }
    for variable in operation.variables where values[variable.name.text] == nil {
      values[variable.name.text] = variable.defaultValue?.constant
    }
    return values
  }

  /// The results of a subscription for all later events, in order.
  func results(of execution: GraphExecution) async throws(GraphFault) -> AsyncStream<JSONValue> {
    let (name, arguments) = try execution.subscribed()
    let (stream, feed) = AsyncStream.makeStream(of: JSONValue.self)
    let changes = name == "ticks" ? nil : await store.changes()
    let task = Task {
      if let changes {
        for await change in changes where change.resource == Resource.orders.name {
          if let status = arguments["status"], status != .null, change.record["status"] != status { continue }
          feed.yield(await execution.result(.record("Order", change.record)))
        }
      } else {
        await tick(arguments, execution, feed)
      }
      feed.finish()
    }
    feed.onTermination = { _ in task.cancel() }
    return stream
  }

  private func tick(
    _ arguments: JSONValue, _ execution: GraphExecution, _ feed: AsyncStream<JSONValue>.Continuation
  ) async {
    let count = min(arguments["count"]?.integer ?? 5, Self.largestCount)
    let interval = min(max(arguments["interval"]?.integer ?? 500, 0), 60_000)
    for number in stride(from: 1, through: count, by: 1) {
      let tick: JSONValue = ["n": .int(number), "of": .int(count), "at": .string(UTCTime.now.iso8601)]
      feed.yield(await execution.result(.record("Tick", tick)))
      guard number < count else { return }
      // Cancelled: there is no listener any more.
      do { try await Task.sleep(for: .milliseconds(interval)) } catch { return }
    }
  }
}

/// The values of the shop's fields.
struct GraphRecords: Sendable {
  let store: Store
  /// The uploaded files by the paths of their variables.
  var files: [String: JSONValue] = [:]

  func value(of name: String, _ arguments: JSONValue, in root: OperationKind) async throws(GraphFault) -> GraphNode {
    do throws(Problem) {
      switch (root, name) {
      case (.query, "users"), (.query, "people"): return await list(.users, arguments)
      case (.query, "orders"): return await list(.orders, arguments)
      case (.query, "user"): return await record(.users, arguments)
      case (.query, "order"): return await record(.orders, arguments)
      case (.query, "search"): return await found(arguments)
      case (.mutation, "createUser"):
        return .record("User", try await store.create(.users, from: arguments["input"] ?? .null).record)
      case (.mutation, "setOrderStatus"):
        let change = JSONValue.object(["status": arguments["status"]])
        return .record("Order", try await store.update(.orders, id: id(arguments), with: change, wholly: false))
      case (.mutation, "attach"): return try attached(arguments)
      default: return .null
      }
    } catch {
      let details = error.violations.map { "\($0.field) \($0.message)" }.joined(separator: "; ")
      throw GraphFault(details.isEmpty ? error.detail : details)
    }
  }

  /// The value of a field of a record; references lead to other records.
  func value(
    of name: String, _ arguments: JSONValue, in record: JSONValue, of type: String
  ) async throws(GraphFault) -> GraphNode {
    switch (type, name) {
    case ("User", "orders"):
      let own = await store.all(.orders).filter { $0["user_id"] == record["id"] }
      return nodes(own, "Order", arguments)
    case ("Order", "user"):
      let user = await store.all(.users).first { $0["id"] == record["user_id"] }
      return user.map { .record("User", $0) } ?? .null
    case ("Order", "items"): return .list((record["items"]?.array ?? []).map { .record("Item", $0) })
    default: return .leaf(record[name] ?? .null)
    }
  }

  private func id(_ arguments: JSONValue) -> Int { arguments["id"]?.integer ?? 0 }

  private func record(_ resource: Resource, _ arguments: JSONValue) async -> GraphNode {
    let id = id(arguments)
    let found = await store.all(resource).first { $0["id"]?.integer == id }
    return found.map { .record(Self.type(of: resource), $0) } ?? .null
  }

  private func list(_ resource: Resource, _ arguments: JSONValue) async -> GraphNode {
    nodes(await store.all(resource), Self.type(of: resource), arguments)
  }

  /// Filters records: `first` limits their number; every other argument must equal the field with its name.
  private func nodes(_ records: [JSONValue], _ type: String, _ arguments: JSONValue) -> GraphNode {
    var found = records
    for member in arguments.members ?? [] where member.name != "first" && member.value != .null {
      found = found.filter { $0[member.name] == member.value }
    }
    return .list(found.prefix(max(0, arguments["first"]?.integer ?? 100)).map { .record(type, $0) })
  }

  private func found(_ arguments: JSONValue) async -> GraphNode {
    let words = (arguments["text"]?.string ?? "").lowercased()
    func matching(_ resource: Resource, _ field: String) async -> [GraphNode] {
      await store.all(resource).filter { $0[field]?.string?.lowercased().contains(words) == true }.map {
        .record(Self.type(of: resource), $0)
      }
    }
    let all = await matching(.users, "name") + matching(.orders, "note")
    return .list(Array(all.prefix(max(0, arguments["first"]?.integer ?? 10))))
  }

  private func attached(_ arguments: JSONValue) throws(Problem) -> GraphNode {
    guard var file = files["variables.file"] ?? files.values.first else {
      throw .badRequest("send the file in a multipart request, and name its variable in map")
    }
    file["note"] = arguments["note"]
    return .record("Attachment", file)
  }

  static func type(of resource: Resource) -> String { resource.name == Resource.users.name ? "User" : "Order" }
}
