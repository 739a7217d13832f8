import Basics
import GraphQL

/// Answers GraphQL requests, whichever way they come.
struct GraphService: Sendable {
  private let store: Store
  private let schema: GraphQLSchema
  private static let largestCount = 1_000_000

  init(store: Store) {
    self.store = store
    // The text is a constant of the program; a test holds that it is a schema.
    schema = (try? GraphQLSchema(text: GraphText.schema)) ?? GraphQLSchema(types: [], directives: [], roots: [:])
  }

  /// The operation of a request, checked and ready to be executed.
  /// - Parameters:
  ///   - request: `{"query": …, "operationName": …, "variables": …}`.
  ///   - files: by the paths of their variables.
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
      throw GraphFault("Say with operationName which operation is meant.")
    }
    let variables = try variables(request["variables"] ?? .null, of: operation, files: files)
    return GraphExecution(
      schema: schema, document: document, operation: operation, variables: variables,
      records: GraphRecords(store: store, files: files))
  }

  /// The values of variables, with their defaults; a file stands for itself.
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

  /// The results of a subscription, one after the other, of everything that happens after the call.
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
      let tick: JSONValue = ["n": .int(number), "of": .int(count), "at": .string(Timestamp.now.iso8601)]
      feed.yield(await execution.result(.record("Tick", tick)))
      guard number < count else { return }
      // Cancelled: nobody listens any more.
      do { try await Task.sleep(for: .milliseconds(interval)) } catch { return }
    }
  }
}
