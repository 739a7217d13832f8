import Basics

/// Reads a request file's tree into a definition (opencollection.md, sections 3 and 6 to 10).
struct RequestReader {
  private var reader: NodeReader
  private let root: YAMLNode
  private let fields: [Field<RequestDefinition>]

  init(
    path: String, document: YAMLDocument, schemes: AuthenticationSchemes = .builtIn,
    fields: [Field<RequestDefinition>] = RequestDefinition.fields
  ) {
    self.fields = fields
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
    var made = RequestDefinition(kind: kind, name: Self.defaultName(kind), method: "", authentication: .none)
    if info != nil, info?["type"] == nil { reader.hint(info, "info.type is missing; Bruno needs it") }
    _ = reader.map(root["runtime"], "runtime")
    switch kind {
    case .http, .graphql, .webSocket, .grpc:
      for key in [kind.word, "settings"] { _ = reader.map(root[key], key) }
    case .folder, .collection: break
    case .unsupported(let word): readOther(word, into: &made)
    }
    if kind == .http { made.method = "GET" }
    if kind == .graphql { made.method = "POST" }
    fields.read(root, into: &made, &reader)
    noteQueryDisagreement(made, root[kind.word]?["params"])
    return (made, reader.notices)
  }

  static func defaultName(_ kind: RequestDefinition.Kind) -> String {
    switch kind {
    case .unsupported("script"): "Script"
    case .unsupported("app"): "App"
    default: "Untitled Request"
    }
  }

  private mutating func readOther(_ word: String, into made: inout RequestDefinition) {
    let block = root[word]
    made.method = block?["method"]?.text ?? ""
    made.url = block?["url"]?.text ?? ""
    made.headers = Row.shape.rows(block?["headers"] ?? block?["metadata"] ?? .list([]), "headers", &reader)
    if let auth = block?["auth"] { made.authentication = AuthenticationReader.authentication(auth, &reader) }
    if let code = root["script"]?.text {
      let node = root["script"]
      made.scripts = [
        Script(phase: "script", code: code, line: reader.firstLine(of: node), indent: reader.indent(of: node))
      ]
    }
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
