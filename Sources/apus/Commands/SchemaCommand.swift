import ArgumentParser
import Basics
import GraphQL
import Networking
import Sessions
import Workspaces

/// `apus schema TARGET`: the schema of a GraphQL request, or the types of a gRPC server, fetched once and then kept.
struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Show the schema of a GraphQL request, or the services and types of a gRPC server.",
    discussion: """
      The schema comes from the request's own server, asked with the request's headers and login; or from the file or URL \
      that the request, a folder or the collection names as extensions.apus.graphql.schema. What is fetched is kept below \
      .apus, and fetched again only with --refresh. Those of a gRPC request come from its server by reflection, or from \
      the .proto file or set of descriptors that it names.

      Examples:
        apus schema graphql/user-with-orders
        apus schema graphql/user-with-orders User
        apus schema graphql/user-with-orders Query.user --json
        apus schema graphql/user-with-orders --search email
        apus schema graphql/user-with-orders --document -o schema.json
        apus schema grpc/say
        apus schema grpc/say demo.Shop/GetItem
        apus schema grpc/say --refresh
      """)

  @Argument(help: "A saved request (graphql/users), its file, or a URL (grpc://host).", completion: .requests)
  var target: String

  @Argument(
    help: """
      A type (User), a field (Query.user) or a directive (@skip); of gRPC a service (pkg.Shop), a method (pkg.Shop/Get) or \
      a type (pkg.Item).
      """)
  var name: String?

  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions
  @OptionGroup(title: "Transfer") var transport: TransportOptions

  @Flag(help: "Fetch it again.")
  var refresh = false

  @Option(help: ArgumentHelp("List what has these words in its name or description.", valueName: "words"))
  var search: String?

  @Flag(help: "Write the schema as it was received.")
  var document = false

  @Flag(help: "Write a JSON object for each line.")
  var json = false

  @Option(
    name: [.short, .customLong("output")], help: ArgumentHelp("Write to this file.", valueName: "file"),
    completion: .file())
  var output: String?

  func validate() throws {
    if document, name != nil || search != nil || json {
      throw ValidationError("--document writes the whole schema: it excludes a name, --search and --json.")
    }
    if name != nil, search != nil { throw ValidationError("A name and --search exclude each other.") }
    try transport.chosen.validate()
  }

  func run() async throws { try await Interruption.cancelling { try await show() } }

  private func show() async throws {
    let demo = try DemoBackdrop.start(for: workspace.chosen, target: target)
    defer { demo?.stop() }
    var plan = try plan(serving: demo?.url)
    let isCall = plan.definition.kind == .grpc
    guard isCall || plan.definition.body.kind == .graphql else {
      let words = "\(TerminalText.line(target)) is no GraphQL request, and no call of gRPC"
      throw Failure(.usage, words + Self.hint(for: target))
    }
    transport.chosen.apply(to: &plan)
    if refresh { try Asking.complete(&plan) }
    let (bytes, lines) = isCall ? try await types(of: plan) : try await schemaLines(of: plan)
    guard !document else { return try write(bytes) }
    let text = lines.map { json ? $0.json : $0.text }.joined(separator: "\n")
    try write(Array((text + (text.isEmpty ? "" : "\n")).utf8))
  }

  private func plan(serving demoURL: String?) throws(Failure) -> SendPlan {
    do throws(Failure) {
      return try TargetFinder(options: workspace.chosen, demoURL: demoURL).plan(for: target)
    } catch {
      throw Failure(error.status, error.message + Self.hint(for: target))
    }
  }

  /// What to do with a file of a schema, which a request has to name.
  private static func hint(for target: String) -> String {
    let isSchema = [".graphql", ".graphqls", ".gql"].contains { target.lowercased().hasSuffix($0) }
    return isSchema ? "; a request names a schema's file as extensions.apus.graphql.schema" : ""
  }

  private func schemaLines(of plan: SendPlan) async throws -> ([UInt8], [SchemaText.Line]) {
    let loaded = try await schema(of: plan)
    if let fault = loaded.fault { Output.error.say("apus: \(loaded.source.words): \(fault)") }
    if document { return (loaded.bytes, []) }
    return (loaded.bytes, try SchemaText(loaded.schema).lines(named: name, matching: search))
  }

  private func types(of plan: SendPlan) async throws -> ([UInt8], [SchemaText.Line]) {
    let loaded: LoadedTypes
    do throws(SchemaLoadFault) { loaded = try await loadedTypes(of: plan) } catch { throw plan.failure(for: error) }
    if document { return (loaded.set, []) }
    return (loaded.set, try TypesText(loaded.schema).lines(named: name, matching: search))
  }

  private func loadedTypes(of plan: SendPlan) async throws(SchemaLoadFault) -> LoadedTypes {
    if !refresh {
      do throws(SchemaLoadFault) { return try await plan.keptTypes() } catch {
        guard case .absent = error else { throw error }
      }
    }
    return try await session(of: plan).fetchTypes(of: plan)
  }

  private func session(of plan: SendPlan) -> SendSession {
    var client = LiveClient.make()
    transport.chosen.apply(to: &client.execution)
    return LiveSession.make(plan.workspace, client: client, history: nil)
  }

  private func schema(of plan: SendPlan) async throws -> LoadedSchema {
    do throws(SchemaLoadFault) {
      if !refresh {
        do throws(SchemaLoadFault) { return try plan.keptSchema() } catch {
          guard case .absent(let source) = error else { throw error }
          if case .file = source { throw error }
        }
      }
      return try await session(of: plan).fetchSchema(of: plan)
    } catch {
      throw plan.failure(for: error)
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    guard let output else {
      var writer = PieceWriter(Output.standard)
      try writer.write(bytes)
      return try writer.finish()
    }
    let file = try OutputFile(output)
    // The file is to hold what was received.
    try file.output.write(raw: bytes)
    try file.commit()
  }
}

extension SendPlan {
  fileprivate func failure(for fault: SchemaLoadFault) -> Failure {
    switch fault {
    case .refused(let fault): failure(for: fault)
    case .failed(let words): Failure(.transfer, TerminalText.line("the schema cannot be fetched: \(words)"))
    case .unusable(let words): Failure(.unexpected, TerminalText.line("no schema: \(words)"))
    case .file(let error): Failure(.file, TerminalText.shown(error.description))
    case .absent: Failure(.file, TerminalText.line(fault.description))
    }
  }
}
