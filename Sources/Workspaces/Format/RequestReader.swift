import Basics

/// Reads a request file's tree into a definition (opencollection.md, sections 3 and 6 to 10).
struct RequestReader {
  private var reader: NodeReader
  private let root: YAMLNode

  init(path: String, document: YAMLDocument, schemes: AuthenticationSchemes = .builtIn) {
    reader = NodeReader(path: path, source: document.source, schemes: schemes)
    root = document.root ?? .map([])
  }

  /// The keys that contain the request itself, by kind.
  static let blocks = ["http", "graphql", "websocket", "grpc"]

  /// `nil` for a file that is not an item of a collection.
  static func kind(of root: YAMLNode) -> RequestDefinition.Kind? {
    if root["type"]?.text == "script", root["script"] != nil { return .unsupported("script") }
    let named = root["info"]?["type"]?.text ?? ""
    if !named.isEmpty { return RequestDefinition.Kind(word: named) }
    return blocks.first { root[$0]?.entries != nil }.map { RequestDefinition.Kind(word: $0) }
  }

  mutating func definition() throws(WorkspaceError) -> (RequestDefinition, [Notice]) {
    guard let kind = Self.kind(of: root) else {
      throw .invalid(Notice(.error, reader.location(of: root), "not a request file; it is never written"))
    }
    let info = reader.map(root["info"], "info")
    var made = RequestDefinition(kind: kind, name: reader.text(info?["name"], "info.name"), authentication: .none)
    if made.name.isEmpty { made.name = Self.defaultName(kind) }
    if info != nil, info?["type"] == nil { reader.hint(info, "info.type is missing; Bruno needs it") }
    made.sequence = info?["seq"]?.number
    made.tags = tags(info?["tags"])
    made.docs = reader.prose(root["docs"])
    readRuntime(into: &made)
    switch kind {
    case .http, .graphql: readRequest(into: &made)
    // Only the name of a file makes it a folder's or collection's settings.
    case .folder, .collection: break
    case .webSocket: readConversation(into: &made)
    case .grpc: readCall(into: &made)
    case .unsupported(let word): readOther(word, into: &made)
    }
    return (made, reader.notices)
  }

  static func defaultName(_ kind: RequestDefinition.Kind) -> String {
    switch kind {
    case .unsupported("script"): "Script"
    case .unsupported("app"): "App"
    default: "Untitled Request"
    }
  }

  private mutating func tags(_ node: YAMLNode?) -> [String] {
    guard let node, !node.isNull else { return [] }
    if let items = node.items { return items.compactMap(\.text) }
    reader.hint(node, "tags must be a list; Bruno's window fails on a single text")
    return node.text.map { [$0] } ?? []
  }

  private mutating func readRequest(into made: inout RequestDefinition) {
    let key = made.kind == .graphql ? "graphql" : "http"
    let block = reader.map(root[key], key) ?? .map([])
    let standard = made.kind == .graphql ? "POST" : "GET"
    let method = reader.text(block["method"], "method")
    made.method = method.isEmpty ? standard : method
    made.url = reader.text(block["url"], "url")
    made.headers = reader.headers(block["headers"])
    made.params = parameters(block["params"])
    made.body = BodyReader.body(block["body"], isGraphQL: made.kind == .graphql, &reader)
    let written = block["auth"] ?? root["runtime"]?["auth"]
    made.authentication = AuthenticationReader.authentication(written, &reader)
    made.settings = SettingsReader.settings(root["settings"], &reader)
    made.trust = ServerTrust.read(root, &reader)
    made.condition = condition()
    if made.kind == .graphql { made.graphQL = GraphQLSettings.read(root, &reader) }
    made.examples = ExampleReader.examples(root["examples"], isGraphQL: made.kind == .graphql, &reader)
    noteQueryDisagreement(made, block["params"])
  }

  /// The text is not validated until the request's turn in a run.
  private mutating func condition() -> String {
    guard let node = root["extensions"]?["apus"]?["if"], !node.isNull else { return "" }
    if let text = node.text { return text.trimmed }
    reader.hint(node, "if is not a condition such as \"{{role}} eq admin\"; no run sends the request")
    return "undefined"
  }

  private mutating func readOther(_ word: String, into made: inout RequestDefinition) {
    let block = root[word]
    made.method = block?["method"]?.text ?? ""
    made.url = block?["url"]?.text ?? ""
    made.headers = reader.rows(block?["headers"] ?? block?["metadata"], "headers")
    made.authentication = AuthenticationReader.authentication(block?["auth"], &reader)
    if let code = root["script"]?.text { made.scripts = [Script(phase: "script", code: code)] }
  }

  /// The format has no parameters here, so those that the URL cannot express are stored under a key of Apus.
  private mutating func readConversation(into made: inout RequestDefinition) {
    let block = reader.map(root["websocket"], "websocket") ?? .map([])
    made.method = ""
    made.url = reader.text(block["url"], "url")
    made.headers = reader.headers(block["headers"])
    made.params = parameters(root["extensions"]?["apus"]?["params"])
    made.authentication = AuthenticationReader.authentication(block["auth"], &reader)
    made.settings = SettingsReader.settings(root["settings"], &reader)
    made.trust = ServerTrust.read(root, &reader)
    made.condition = condition()
    made.conversation = ConversationReader.conversation(block, of: root, &reader)
  }

  private mutating func readCall(into made: inout RequestDefinition) {
    let block = reader.map(root["grpc"], "grpc") ?? .map([])
    made.method = reader.text(block["method"], "method")
    made.url = reader.text(block["url"], "url")
    made.headers = reader.rows(block["metadata"] ?? block["headers"], "metadata")
    made.authentication = AuthenticationReader.authentication(block["auth"], &reader)
    made.settings = SettingsReader.settings(root["settings"], &reader)
    made.trust = ServerTrust.read(root, &reader)
    made.condition = condition()
    made.conversation = ConversationReader.conversation(block, of: root, &reader)
    made.conversation.call = ConversationReader.call(block, root["extensions"]?["apus"]?["grpc"], &reader)
  }

  private mutating func readRuntime(into made: inout RequestDefinition) {
    guard let runtime = reader.map(root["runtime"], "runtime") else { return }
    made.variables = reader.rows(runtime["variables"], "variables")
    made.scripts = Self.scripts(runtime["scripts"], &reader)
    made.assertions = reader.maps(runtime["assertions"], "assertions").map { entry in
      var assertion = Assertion(
        reader.text(entry["expression"], "an expression"), reader.text(entry["operator"], "an operator"),
        reader.text(entry["value"], "a value"), isEnabled: reader.isEnabled(entry),
        note: reader.prose(entry["description"]))
      if assertion.operator.isEmpty { assertion.operator = "eq" }
      assertion.restoreOwnOperator()
      return assertion
    }
    made.captures = Self.captures(runtime["actions"], &reader)
  }

  static func scripts(_ node: YAMLNode?, _ reader: inout NodeReader) -> [Script] {
    reader.maps(node, "scripts").map { entry in
      Script(phase: reader.text(entry["type"], "a script's type"), code: reader.text(entry["code"], "a script's code"))
    }
  }

  static func captures(_ node: YAMLNode?, _ reader: inout NodeReader) -> [Capture] {
    reader.maps(node, "actions").filter(Self.isCapture).map { entry in
      Capture(
        variable: reader.text(entry["variable"]?["name"], "a variable's name"),
        scope: entry["variable"]?["scope"]?.text ?? "runtime",
        expression: reader.text(entry["selector"]?["expression"], "an expression"),
        isEnabled: reader.isEnabled(entry))
    }
  }

  /// True if an action sets a variable from the answer; other actions are preserved and not shown.
  static func isCapture(_ entry: YAMLNode) -> Bool {
    let phase = entry["phase"]?.text ?? "after-response"
    return entry["type"]?.text == "set-variable" && phase == "after-response"
  }

  private mutating func parameters(_ node: YAMLNode?) -> [Parameter] {
    guard let node, node.entries != nil else {
      return reader.maps(node, "params").map { entry in
        let place = Parameter.Place(rawValue: entry["type"]?.text ?? "query") ?? .query
        return Parameter(place, reader.row(entry, "params"))
      }
    }
    reader.hint(node, "params must be a list; Bruno ignores this form")
    let query = reader.rows(node["query"], "params").map { Parameter(.query, $0) }
    return query + reader.rows(node["path"], "params").map { Parameter(.path, $0) }
  }

  private mutating func noteQueryDisagreement(_ made: RequestDefinition, _ node: YAMLNode?) {
    let rows = made.params.filter { $0.place == .query && $0.row.isEnabled && !($0.row.name + $0.row.value).isEmpty }
    guard !rows.isEmpty else { return }
    var left: [QueryText.Pair: Int] = [:]
    for pair in QueryText.pairs(of: made.url) { left[Self.decoded(pair.name, pair.value ?? ""), default: 0] += 1 }
    let missing = rows.filter { parameter in
      let pair = Self.decoded(parameter.row.name, parameter.row.value)
      left[pair, default: 0] -= 1
      return left[pair, default: 0] < 0
    }
    guard let first = missing.first?.row.name else { return }
    let more = missing.count > 1 ? " and \(missing.count - 1) more" : ""
    reader.hint(node, "\(first)\(more) in params differs from the URL; the URL is sent")
  }

  /// A row may have the text that is encoded in the URL.
  private static func decoded(_ name: String, _ value: String) -> QueryText.Pair {
    QueryText.Pair(PercentEncoding.decodedText(name), PercentEncoding.decodedText(value))
  }
}
