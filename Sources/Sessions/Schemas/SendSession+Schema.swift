import Basics
import GraphQL
import HTTPTypes
import Networking
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SendSession {
  /// Fetches the schema of a request anew, and keeps it: by introspection of its own server, with its headers, login and
  /// all else that a send has; or from the URL that its file names, with nothing of those. Neither is recorded.
  package nonisolated func fetchSchema(of plan: SendPlan) async throws(SchemaLoadFault) -> LoadedSchema {
    let source = plan.schemaSource
    let kept: KeptSchema
    switch source {
    case .file: return try plan.keptSchema()
    case .url(let url): kept = KeptSchema(bytes: try await received(plan.fetching(url)), date: Date())
    case .server: kept = KeptSchema(bytes: try await introspected(plan), date: Date())
    }
    let loaded = try LoadedSchema(kept, from: source)
    guard let workspace = plan.workspace else { return loaded }
    do throws(WorkspaceError) { try SchemaStore(workspace).keep(kept.bytes, from: source, in: plan.context) } catch {
      throw .file(error)
    }
    return loaded
  }

  /// Asks with less where a server does not know all of today's introspection.
  private nonisolated func introspected(_ plan: SendPlan) async throws(SchemaLoadFault) -> [UInt8] {
    var query = IntrospectionQuery.current
    while true {
      let answer = try await received(plan.introspecting(query.text), acceptsFaults: true)
      guard let fallback = query.fallback, Self.refuses(answer) else { return answer }
      query = fallback
    }
  }

  private static func refuses(_ answer: [UInt8]) -> Bool {
    // What is not JSON is no refusal, but a fault that the reader of the schema names.
    guard let json = try? JSONValue(parsing: answer) else { return false }
    return json["errors"] != nil && json["data"]?["__schema"] == nil
  }

  /// - Parameter acceptsFaults: whether an answer in JSON counts with any status: it says what is wrong.
  private nonisolated func received(
    _ plan: SendPlan, acceptsFaults: Bool = false
  ) async throws(SchemaLoadFault) -> [UInt8] {
    let http = outside.drivers.filter { $0.kinds == RequestDefinition.Kind.wordsOfHTTP }
    let exchange = try await asked(plan, http)
    guard let head = exchange.response else { throw .failed("no answer came") }
    let body = exchange.body?.allBytes ?? []
    let isJSON = body.first { !$0.isASCIIWhitespace } == UInt8(ascii: "{")
    guard head.status.kind == .successful || acceptsFaults && isJSON else {
      throw .failed("the server answered \(head.status.code) \(head.status.reasonPhrase)")
    }
    return body
  }

  /// Sends it, and asks the user for nothing.
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
  /// This request as one that asks its server for the schema.
  fileprivate func introspecting(_ query: String) -> SendPlan {
    var plan = plain()
    plan.definition.kind = .graphql
    if plan.definition.method.isEmpty || plan.definition.method == "GET" { plan.definition.method = "POST" }
    plan.definition.body = .graphql(query: query, variables: "")
    return plan
  }

  /// A URL that the file names: it gets nothing that belongs to the request's server.
  fileprivate func fetching(_ url: String) -> SendPlan {
    var plan = plain()
    plan.context = plan.context.inheriting(.way)
    plan.definition = RequestDefinition(name: definition.name, url: url, authentication: .none)
    plan.definition.variables = definition.variables
    plan.definition.settings.history = .off
    plan.definition.settings.maximumBodySize = KeptSchema.most
    return plan
  }

  /// Without what a send of the request leads to: records, checks, captures.
  func plain() -> SendPlan {
    var plan = self
    plan.requestID = nil
    plan.changes = plan.changes.filter { if case .suppress = $0 { true } else { false } }
    // Asking for a schema changes no data.
    plan.isConfirmed = true
    plan.definition.graphQL = GraphQLSettings()
    plan.definition.assertions = []
    plan.definition.captures = []
    plan.definition.settings.history = .off
    plan.definition.settings.maximumBodySize = KeptSchema.most
    for index in plan.context.layers.indices { plan.context.layers[index].settings.captures = [] }
    return plan
  }
}
