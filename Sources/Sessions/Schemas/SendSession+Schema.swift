import Basics
import GraphQL
import HTTPTypes
import Networking
import Workspaces

extension SendSession {
  /// Fetches and saves the schema of a request: by introspection of its server, with the request's headers, login and
  /// settings, or from the URL that its file names, with none of those. Neither is recorded.
  package nonisolated func fetchSchema(of plan: SendPlan) async throws(SchemaLoadFault) -> LoadedSchema {
    let source = plan.schemaSource
    let bytes: [UInt8]
    switch source {
    case .file: return try plan.keptSchema()
    case .url(let url): bytes = try await received(plan.fetching(url))
    case .server: bytes = try await introspected(plan)
    }
    let loaded = try LoadedSchema(bytes, from: source)
    guard let workspace = plan.workspace else { return loaded }
    do throws(WorkspaceError) { try SchemaStore(workspace).keep(bytes, from: source, in: plan.context) } catch {
      throw .file(error)
    }
    return loaded
  }

  /// Retries with a smaller query if the server does not support all of today's introspection.
  private nonisolated func introspected(_ plan: SendPlan) async throws(SchemaLoadFault) -> [UInt8] {
    var query = IntrospectionQuery.current
    while true {
      let answer = try await received(plan.introspecting(query.text), acceptsFaults: true)
      guard let fallback = query.fallback, Self.refuses(answer) else { return answer }
      query = fallback
    }
  }

  private static func refuses(_ answer: [UInt8]) -> Bool {
    // An answer that is not JSON is not a refusal: the schema reader reports the error.
    guard let json = try? JSONValue(parsing: answer) else { return false }
    return json["errors"] != nil && json["data"]?["__schema"] == nil
  }

  /// - Parameter acceptsFaults: true if a JSON answer counts with any status, because it describes the error.
  private nonisolated func received(
    _ plan: SendPlan, acceptsFaults: Bool = false
  ) async throws(SchemaLoadFault) -> [UInt8] {
    let http = dependencies.drivers.filter { $0.kinds == RequestDefinition.Kind.wordsOfHTTP }
    let exchange = try await asked(plan, http)
    guard let head = exchange.response else { throw .failed("no answer came") }
    let body = exchange.textBytes ?? []
    let isJSON = body.first { !$0.isASCIIWhitespace } == UInt8(ascii: "{")
    guard head.status.kind == .successful || acceptsFaults && isJSON else {
      throw .failed("the server answered \(head.status.code) \(head.status.reasonPhrase)")
    }
    return body
  }

  /// Sends the request without asking the user for anything.
  nonisolated func asked(
    _ plan: SendPlan, _ drivers: [ConversationDriver]
  ) async throws(SchemaLoadFault) -> Exchange {
    var fault: SchemaLoadFault?
    let answer = await send(plan, through: drivers, following: false) { event in
      switch event {
      case .refused(let found): fault = .refused(found)
      case .asking(.consent(let uses)):
        fault = .refused(.refusal(SendRefusal(.kind, .notAllowed(uses), plan.definition.name)))
      case .asking(.prompts(let questions)):
        fault = .failed("it asks for \(questions.map(\.label).joined(separator: ", ")); send it once first")
      case .asking(.resend(let question)):
        fault = .failed("it needs a new answer of \(question.requestID); send that one first")
      case .failed(let error): fault = .failed(error.message)
      default: break
      }
    }
    if let fault { throw fault }
    guard let exchange = answer?.record.exchange else { throw .refused(.cancelled) }
    if let failure = exchange.failure { throw .failed(failure.message) }
    return exchange
  }
}

extension SendPlan {
  /// A copy of this request that asks its server for the schema.
  fileprivate func introspecting(_ query: String) -> SendPlan {
    var plan = plain()
    plan.definition.kind = .graphql
    if plan.definition.method.isEmpty || plan.definition.method == "GET" { plan.definition.method = "POST" }
    plan.definition.body = .graphql(query: query, variables: "")
    return plan
  }

  /// A request for a schema URL, without any data meant for the request's server.
  fileprivate func fetching(_ url: String) -> SendPlan {
    var plan = plain()
    plan.context = plan.context.inheriting(.way)
    plan.definition = RequestDefinition(name: definition.name, url: url, authentication: .none)
    plan.definition.variables = definition.variables
    plan.definition.settings.history = .off
    plan.definition.settings.maximumBodySize = SchemaStore.most
    return plan
  }

  /// A copy without records, checks and captures.
  func plain() -> SendPlan {
    var plan = self
    plan.requestID = nil
    plan.changes = plan.changes.filter { if case .suppress = $0 { true } else { false } }
    // A schema request changes no data.
    plan.isConfirmed = true
    plan.definition.graphQL = GraphQLSettings()
    plan.definition.assertions = []
    plan.definition.captures = []
    plan.definition.settings.history = .off
    plan.definition.settings.maximumBodySize = SchemaStore.most
    for index in plan.context.layers.indices { plan.context.layers[index].settings.captures = [] }
    return plan
  }
}
