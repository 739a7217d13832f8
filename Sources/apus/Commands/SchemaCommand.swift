import ArgumentParser
import Basics
import GraphQL
import Networking
import Protobuf
import Sessions
import Workspaces

/// `apus schema TARGET`: the schema of a GraphQL request, or the types of a gRPC server, fetched once and then kept.
struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Show the schema of a GraphQL request, or the services and types of a gRPC server.",
    discussion: """
      A GraphQL schema comes from the request's server, fetched with the request's headers and login, or from the \
      file or URL in extensions.apus.graphql.schema of the request, a folder or the collection. A fetched schema is \
      stored in .apus, and fetched again only with --refresh. The types of a gRPC request come from its server by \
      reflection, or from the .proto file or descriptor set that it names.

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
      A type (User), a field (Query.user) or a directive (@skip); for gRPC a service (pkg.Shop), a method \
      (pkg.Shop/Get) or a type (pkg.Item).
      """)
  var name: String?

  @OptionGroup(title: "Workspace") var place: WorkspacePlace
  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions
  @OptionGroup(title: "Transfer") var transport: TransportOptions

  @Flag(help: "Fetch it again.")
  var refresh = false

  @Option(help: ArgumentHelp("List items with these words in their name or description.", valueName: "words"))
  var search: String?

  @Flag(help: "Write the schema as received.")
  var document = false

  @Flag(help: "Write each line as a JSON object.")
  var json = false

  @Option(
    name: [.short, .customLong("output")], help: ArgumentHelp("Write to this file.", valueName: "file"),
    completion: .file())
  var output: String?

  func validate() throws {
    if document, name != nil || search != nil || json {
      throw ValidationError("--document writes the whole schema; it excludes a name, --search and --json.")
    }
    if name != nil, search != nil { throw ValidationError("A name and --search exclude each other.") }
  }

  func run() async throws { try await Interruption.cancelling { try await show() } }

  private func show() async throws {
    let demo = try DemoBackdrop.start(for: workspace.chosen(place))
    defer { demo?.stop() }
    var plan = try plan(serving: demo?.url)
    let isCall = plan.definition.kind == .grpc
    guard isCall || plan.definition.body.kind == .graphql else {
      let words = "\(TerminalText.line(target)) is neither a GraphQL request nor a gRPC call"
      throw Failure(.usage, words + Self.hint(for: target))
    }
    transport.apply(to: &plan)
    if refresh { try Asking.complete(&plan) }
    let (bytes, lines) = isCall ? try await types(of: plan) : try await schemaLines(of: plan)
    guard !document else { return try write(bytes) }
    let text = lines.map { json ? $0.json : $0.text }.joined(separator: "\n")
    try write(Array((text + (text.isEmpty ? "" : "\n")).utf8))
  }

  private func plan(serving demoURL: String?) throws(Failure) -> SendPlan {
    do throws(Failure) {
      return try TargetFinder(options: workspace.chosen(place), demoURL: demoURL).plan(for: target)
    } catch {
      throw Failure(error.status, error.message + Self.hint(for: target))
    }
  }

  /// Advice on using a schema file: a request has to refer to it.
  private static func hint(for target: String) -> String {
    let isSchema = [".graphql", ".graphqls", ".gql"].contains { target.lowercased().hasSuffix($0) }
    return isSchema ? "; a request names a schema file in extensions.apus.graphql.schema" : ""
  }

  private func schemaLines(of plan: SendPlan) async throws -> ([UInt8], [SchemaText.Line]) {
    let loaded = try await schema(of: plan)
    if let fault = loaded.fault { Output.error.say("apus: \(loaded.source.words): \(fault)") }
    if document { return (loaded.bytes, []) }
    return (loaded.bytes, try SchemaText(schema: loaded.schema).lines(named: name, matching: search))
  }

  private func types(of plan: SendPlan) async throws -> ([UInt8], [SchemaText.Line]) {
    let loaded: LoadedTypes
    do throws(SchemaLoadFault) { loaded = try await loadedTypes(of: plan) } catch { throw plan.failure(for: error) }
    if document { return (loaded.set, []) }
    return (loaded.set, try TypesText(schema: loaded.schema).lines(named: name, matching: search))
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
    client.execution.retry = plan.definition.settings.retryPolicy ?? client.execution.retry
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
    // The file must contain exactly the received bytes.
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

/// A schema as lines of text or of JSON.
struct SchemaText {
  /// A line of text and its JSON form.
  struct Line {
    var text: String
    var json: String
  }

  let schema: GraphQLSchema

  /// All types, the type with a name, or the results of a search.
  func lines(named name: String?, matching words: String?) throws(Failure) -> [Line] {
    if let words { return SchemaSearch(schema).entries(matching: words, limit: .max).map { line($0, withOwner: true) } }
    guard let name else {
      return schema.types.filter { !$0.name.hasPrefix("__") }.map { line(schema.entry(of: $0)) }
    }
    return try lines(of: name)
  }

  private func lines(of name: String) throws(Failure) -> [Line] {
    if name.hasPrefix("@") {
      let found = SchemaSearch(schema).entries(matching: name).filter { $0.kind == .directive && $0.name == name }
      guard !found.isEmpty else { throw unknown("directive \(name)", near: nil) }
      return found.map { line($0) }
    }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard let type = parts.first.flatMap({ schema.type($0) }) else {
      throw unknown("type \(parts.first ?? name)", near: NearestWord.of(name, in: schema.types.map(\.name)))
    }
    guard parts.count > 1 else {
      return [line(schema.entry(of: type))] + schema.entries(of: type).map { line($0, indent: "  ") }
    }
    let entries = schema.entries(of: type)
    guard let found = entries.first(where: { $0.name == parts[1] && $0.kind != .interface }) else {
      throw unknown("\(type.name).\(parts[1])", near: NearestWord.of(parts[1], in: entries.map(\.name)))
    }
    let arguments = type.field(parts[1]).map { schema.entries(of: $0, in: type) } ?? []
    return [line(found)] + arguments.map { line($0, indent: "  ") }
  }

  private func unknown(_ what: String, near: String?) -> Failure {
    Failure(
      .unexpected, TerminalText.line("the schema has no \(what)" + (near.map { "; did you mean \($0)?" } ?? "")))
  }

  private func line(_ entry: SchemaEntry, withOwner: Bool = false, indent: String = "") -> Line {
    var text = indent
    if withOwner, let owner = entry.owner { text += owner + "." }
    text += entry.signature
    if let why = entry.deprecation { text += why.isEmpty ? "  (deprecated)" : "  (deprecated: \(why))" }
    let summary = (entry.description ?? "").split(whereSeparator: \.isNewline).first ?? ""
    if !summary.isEmpty { text += "  # \(summary)" }
    return Line(text: TerminalText.line(text), json: json(entry).text)
  }

  private func json(_ entry: SchemaEntry) -> JSONValue {
    .object([
      "kind": .string(Self.word(entry.kind)), "owner": .text(entry.owner), "name": .string(entry.name),
      "signature": .string(entry.signature), "description": .text(entry.description),
      "deprecated": .text(entry.deprecation), "type": .text(entry.target),
    ])
  }

  private static func word(_ kind: SchemaEntry.Kind) -> String {
    switch kind {
    case .type(let kind): kind.keyword
    case .field, .inputField: "field"
    case .argument: "argument"
    case .value: "value"
    case .directive: "directive"
    case .interface: "interface"
    case .possibleType: "member"
    }
  }
}

/// The services and types of a gRPC server as lines of text or JSON.
struct TypesText {
  let schema: ProtobufSchema

  /// All services, the item with a name, or the results of a search.
  func lines(named name: String?, matching words: String?) throws(Failure) -> [SchemaText.Line] {
    if let words { return matches(of: words.lowercased()) }
    guard let name else { return schema.services.flatMap { lines(of: $0) } }
    if let service = schema.service(named: name) { return lines(of: service) }
    if let method = schema.method(path: name) {
      return [line(method)] + lines(of: method.input) + (method.output == method.input ? [] : lines(of: method.output))
    }
    if let type = schema.message(named: name) { return lines(of: type) }
    if let type = schema.enums.first(where: { $0.fullName == name }) { return lines(of: type) }
    let known =
      schema.services.map(\.fullName) + schema.services.flatMap(\.methods).map { String($0.path.dropFirst()) }
      + schema.messages.map(\.fullName) + schema.enums.map(\.fullName)
    let near = NearestWord.of(name, in: known).map { "; did you mean \($0)?" } ?? ""
    throw Failure(.unexpected, TerminalText.line("the server has no service, method or type \(name)\(near)"))
  }

  private func matches(of words: String) -> [SchemaText.Line] {
    func has(_ name: String) -> Bool { name.lowercased().contains(words) }
    var found = schema.services.flatMap(\.methods).filter { has($0.path) }.map { line($0) }
    for type in schema.messages where !type.isMapEntry && type.wellKnown == nil {
      if has(type.fullName) { found.append(line(ofMessage: type)) }
      found += type.fields.filter { has($0.name) }.map { line($0, of: type, indent: "\(type.fullName).") }
    }
    return found + schema.enums.filter { has($0.fullName) }.map { line(ofEnum: $0) }
  }

  private func lines(of service: ServiceType) -> [SchemaText.Line] {
    let members: [JSONValue.Member] = [
      .init("kind", .string("service")), .init("name", .string(service.fullName)), .init("file", .string(service.file)),
    ]
    return [line("service \(service.fullName)", members, service.isDeprecated)]
      + service.methods.map { line($0, indent: "  ") }
  }

  private func line(_ method: MethodType, indent: String = "") -> SchemaText.Line {
    let (takes, answers) = (schema.messages[method.input].fullName, schema.messages[method.output].fullName)
    let request = (method.isClientStreaming ? "stream " : "") + takes
    let response = (method.isServerStreaming ? "stream " : "") + answers
    let name = indent.isEmpty ? String(method.path.dropFirst()) : method.name
    return line(
      "\(indent)rpc \(name)(\(request)) returns (\(response))",
      [
        .init("kind", .string("method")), .init("name", .string(String(method.path.dropFirst()))),
        .init("methodType", .string(method.streaming.rawValue)), .init("takes", .string(takes)),
        .init("answers", .string(answers)),
      ], method.isDeprecated)
  }

  private func lines(of place: Int) -> [SchemaText.Line] {
    let type = schema.messages[place]
    return [line(ofMessage: type)] + type.fields.map { line($0, of: type, indent: "  ") }
  }

  private func line(ofMessage type: MessageType) -> SchemaText.Line {
    line(
      "message \(type.fullName)", [.init("kind", .string("message")), .init("name", .string(type.fullName))],
      type.isDeprecated)
  }

  private func line(_ field: MessageField, of type: MessageType, indent: String) -> SchemaText.Line {
    let words = schema.typeName(of: field)
    return line(
      "\(indent)\(field.name): \(words) = \(field.number)",
      [
        .init("kind", .string("field")), .init("owner", .string(type.fullName)), .init("name", .string(field.name)),
        .init("type", .string(words)), .init("number", .number("\(field.number)")),
      ], field.isDeprecated)
  }

  private func lines(of type: EnumType) -> [SchemaText.Line] {
    [line(ofEnum: type)]
      + type.values.map { value in
        line(
          "  \(value.name) = \(value.number)",
          [
            .init("kind", .string("value")), .init("owner", .string(type.fullName)), .init("name", .string(value.name)),
            .init("number", .number("\(value.number)")),
          ], value.isDeprecated)
      }
  }

  private func line(ofEnum type: EnumType) -> SchemaText.Line {
    line("enum \(type.fullName)", [.init("kind", .string("enum")), .init("name", .string(type.fullName))], false)
  }

  private func line(_ text: String, _ members: [JSONValue.Member], _ isDeprecated: Bool) -> SchemaText.Line {
    SchemaText.Line(
      text: TerminalText.line(text + (isDeprecated ? "  (deprecated)" : "")),
      json: JSONValue.object(members + [.init("deprecated", .bool(isDeprecated))]).text)
  }
}
