/// Reads the blocks of Bruno's older format into the model and records which of them were used.
///
/// Both uses share this reader: older collections, which are shown, sent and converted, and single files that are
/// imported.
struct BruReader {
  static let verbs = ["get", "post", "put", "delete", "patch", "options", "head", "trace", "connect"]

  let document: BruDocument
  let schemes: AuthenticationSchemes
  private var used: Set<String> = ["meta"]
  /// The used blocks that were read as pairs.
  private var paired: Set<String> = ["meta"]
  /// The names that were read of a block; of any other block, all of them were.
  private var named: [String: Set<String>] = ["meta": ["name", "type", "tags"]]
  private(set) var losses: [BruFile.Loss] = []

  init(_ document: BruDocument, _ schemes: AuthenticationSchemes = .builtIn) {
    self.document = document
    self.schemes = schemes
    _ = sequence
  }

  /// The block that holds method and URL, if there is one.
  private var requestBlock: String? { (Self.verbs + ["http"]).first { document[$0] != nil } }

  /// The kind of a request that is not HTTP, such as `grpc`.
  private var otherKind: String? {
    let type = document.value("meta", "type") ?? "http"
    let isOther = !["http", "graphql", "collection", "folder", ""].contains(type)
    return isOther && requestBlock == nil ? type : nil
  }

  private var head: String { otherKind ?? requestBlock ?? "http" }

  mutating func pairs(_ name: String) -> [BruPair] {
    used.insert(name)
    paired.insert(name)
    return document.pairs(name)
  }

  /// One pair of a block. What no one reads of such a block is a loss.
  mutating func value<Value>(_ block: String, _ name: String, _ usable: (String) -> Value?) -> Value? {
    let pair = pairs(block).first { $0.name == name }
    let value = pair.flatMap { usable($0.value) }
    named[block, default: []].formUnion(value == nil ? [] : [name])
    return value
  }

  mutating func value(_ block: String, _ name: String) -> String? { value(block, name) { $0 } }

  mutating func text(_ name: String) -> String? {
    used.insert(name)
    return document.text(name)
  }

  mutating func rows(_ name: String) -> [Row] { pairs(name).map(\.row) }

  mutating func lose(_ message: String, line: Int) { losses.append(.init(line: line, message: message)) }

  /// `nil` for a file without a request.
  mutating func definition() -> RequestDefinition? {
    let name = document.value("meta", "name") ?? ""
    let type = document.value("meta", "type")
    if let otherKind, Self.conversations[otherKind] == nil {
      let block = document[otherKind] == nil ? document.blocks.first { $0.name != "meta" }?.name : otherKind
      let url = block.flatMap { document.value($0, "url") } ?? ""
      return RequestDefinition(kind: .unsupported(otherKind), name: name, method: "", url: url, authentication: .none)
    }
    // A part of a request, such as its examples alone, gives its type.
    guard otherKind != nil || requestBlock != nil || type == "http" || type == "graphql" else { return nil }
    let kind = otherKind.flatMap { Self.conversations[$0] } ?? (type == "graphql" ? .graphql : .http)
    var made = RequestDefinition(kind: kind, name: name.isEmpty ? "Untitled Request" : name, method: "")
    RequestDefinition.fields.read(&self, into: &made)
    if case .graphql = made.body { made.kind = .graphql }
    return made
  }

  /// The kinds with messages, by the type that Bruno gives them.
  private static let conversations: [String: RequestDefinition.Kind] = ["ws": .webSocket, "grpc": .grpc]

  /// The settings in `folder.bru` or `collection.bru`.
  mutating func shared() -> SharedSettings {
    var settings = SharedSettings()
    RequestDefinition.fields.read(&self, into: &settings.definition)
    return settings
  }

  mutating func environment(named name: String) -> Environment {
    var made = Environment(name: name)
    let mark = "color:"
    made.color = document.strays.first { $0.text.hasPrefix(mark) }.map {
      BruText.trimmed($0.text.dropFirst(mark.count))
    }
    made.variables = rows("vars").map { Environment.Variable($0) }
    used.insert("vars:secret")
    for word in (document["vars:secret"]?.lines ?? []).flatMap({ $0.split(separator: ",") }).map(BruText.trimmed)
    where !word.isEmpty {
      let isEnabled = !word.hasPrefix("~")
      made.variables.append(
        Environment.Variable(Row(isEnabled ? word : String(word.dropFirst()), isEnabled: isEnabled), isSecret: true))
    }
    return made
  }

  /// The parts that were not read: a loss for each unused block, and the lines outside of blocks.
  var leftOver: [BruFile.Loss] {
    var left = losses
    var seen: Set<String> = []
    for block in document.blocks {
      let isFirst = seen.insert(block.name).inserted || Self.repeated.contains(block.name)
      if !used.contains(block.name) || !isFirst {
        let last = block.line + block.lines.count
        left.append(.init(line: block.line, through: last, message: "the block \(block.name) is not carried over"))
      } else if paired.contains(block.name) {
        left += leftOver(of: block)
      }
    }
    let strays = document.strays.filter { !$0.text.hasPrefix("color:") }
    for stray in strays {
      left.append(.init(line: stray.line, message: "this line is outside every block: \(stray.text)"))
    }
    if strays.isEmpty, let fault = document.fault {
      left.append(.init(line: fault.line, message: fault.message))
    }
    return left.sorted { $0.line < $1.line }
  }
}

extension BruReader {
  /// The blocks that may occur several times.
  private static let repeated: Set<String> = ["example", "body:ws", "body:grpc"]

  /// Malformed lines in a block of pairs, and pairs that were not read.
  private func leftOver(of block: BruDocument.Block) -> [BruFile.Loss] {
    let (pairs, others) = BruText.read(block.lines)
    var left = others.map {
      BruFile.Loss(line: block.line + 1 + $0.index, message: "this is not supported: \($0.text)")
    }
    guard let known = named[block.name] else { return left }
    for pair in pairs where !known.contains(pair.name) {
      let value = pair.list?.joined(separator: ", ") ?? pair.value
      left.append(.init(line: block.line, message: "\(block.name) \(pair.name) is not carried over: \(value)"))
    }
    return left
  }
}

/// The fields of a request, a folder or a collection, as `RequestDefinition.fields` reads them.
extension BruReader {
  /// The position in the folder.
  var sequence: Double? {
    mutating get { value("meta", "seq") { Double($0) } }
  }

  var tags: [String] { document.pairs("meta").first { $0.name == "tags" }?.list ?? [] }

  /// For HTTP, the block is named after the method, or contains it.
  var method: String {
    mutating get {
      let own = value(head, "method")
      if head == "http" { return own ?? "GET" }
      return otherKind == nil ? head.uppercased() : otherKind == "grpc" ? own ?? "" : ""
    }
  }

  var url: String {
    mutating get { value(head, "url") ?? "" }
  }

  /// The first version of the format named the query `query`.
  var params: [Parameter] {
    mutating get {
      let query = rows(document["params:query"] == nil ? "query" : "params:query")
      return query.map { Parameter(.query, $0) } + rows("params:path").map { Parameter(.path, $0) }
    }
  }

  var headers: [Row] {
    mutating get { rows("headers") + (otherKind == "grpc" ? rows("metadata") : []) }
  }

  /// In the first version of the format, a block named `body` is JSON.
  mutating func body(isGraphQL: Bool) -> BodyDefinition {
    let mode = value(head, "body") ?? (document["body"] == nil ? "none" : "json")
    return body(isGraphQL ? "graphql" : mode)
  }

  /// A folder and a collection have a block for the mode.
  mutating func authentication(isShared: Bool) -> Authentication {
    let mode = isShared ? value("auth", "mode") : value(head, "auth")
    return authentication(mode.flatMap { $0.isEmpty ? nil : $0 } ?? "none")
  }

  /// One setting, as text.
  mutating func setting<Value>(_ key: String, _ usable: (String) -> Value?) -> Value? {
    value("settings", key, usable)
  }

  /// A field of a call.
  mutating func call(_ name: String) -> String { value(head, name) ?? "" }

  mutating func variables() -> [Row] {
    pairs("vars:pre-request").map { Row($0.localName, $0.value, isEnabled: $0.isEnabled, note: $0.note) }
  }

  mutating func captures() -> [Capture] {
    pairs("vars:post-response").map { pair in
      Capture(
        variable: pair.localName, scope: pair.isLocal ? "request" : "runtime", expression: pair.value,
        isEnabled: pair.isEnabled)
    }
  }

  /// The blocks with scripts, and the phases in which these run.
  static let scriptBlocks = [
    (name: "script:pre-request", phase: "before-request"), (name: "script:post-response", phase: "after-response"),
    (name: "tests", phase: "tests"),
    (name: "script:grpc:before-call-start", phase: "grpc:before-call-start"),
    (name: "script:grpc:before-message-send", phase: "grpc:before-message-send"),
    (name: "script:grpc:after-message-receive", phase: "grpc:after-message-receive"),
    (name: "script:grpc:after-call-end", phase: "grpc:after-call-end"),
  ]

  mutating func scripts() -> [Script] {
    Self.scriptBlocks.compactMap { block, phase in
      text(block).map {
        Script(phase: phase, code: $0, line: document.firstLine(of: block), indent: document.indent(of: block))
      }
    }
  }

  mutating func assertions() -> [Assertion] { pairs("assert").map(Self.assertion) }

  /// `res.status: eq 200`; without a known operator in front, the whole text is the value.
  private static func assertion(_ pair: BruPair) -> Assertion {
    let words = pair.value.split(separator: " ", maxSplits: 1).map(String.init)
    let first = words.first ?? ""
    let isKnown = CheckOperator(rawValue: first).map { !$0.takesOperand || words.count == 2 } ?? false
    let value = isKnown ? (words.count > 1 ? words[1] : "") : pair.value
    var made = Assertion(pair.name, isKnown ? first : "eq", value, isEnabled: pair.isEnabled, note: pair.note)
    made.restoreOwnOperator()
    return made
  }
}

extension BruReader {
  /// - Parameter mode: the body mode that the request's block or the example gives.
  mutating func body(_ mode: String) -> BodyDefinition {
    switch mode {
    case "json": .text(.json, text("body:json") ?? text("body") ?? "")
    case "formUrlEncoded", "form-urlencoded": .form(rows("body:form-urlencoded"))
    case "multipartForm", "multipart-form": .multipart(pairs("body:multipart-form").map(Self.part))
    case "file": .file(pairs("body:file").map(Self.choice))
    case "graphql":
      .graphql(query: text("body:graphql") ?? "", variables: text("body:graphql:vars") ?? "")
    default: BodyDefinition.TextKind(word: mode).map { .text($0, text("body:\(mode)") ?? "") } ?? .none
    }
  }

  private static func part(_ pair: BruPair) -> FormPart {
    var value = pair.value
    let type = BruText.takeArgument("contentType", from: &value) ?? ""
    let isFile = value.hasPrefix("@file(") && value.hasSuffix(")")
    let files = isFile ? BruText.takeArgument("file", from: &value) : nil
    let paths = files.map { $0.split(separator: "|").map(String.init) }
    return FormPart(
      pair.name, paths.map { .files($0) } ?? .text(value), contentType: type, isEnabled: pair.isEnabled, note: pair.note
    )
  }

  private static func choice(_ pair: BruPair) -> BodyDefinition.FileChoice {
    var value = pair.value
    let type = BruText.takeArgument("contentType", from: &value) ?? ""
    return BodyDefinition.FileChoice(
      path: BruText.takeArgument("file", from: &value) ?? value, contentType: type, isSelected: pair.isEnabled)
  }
}

extension BruReader {
  /// The messages of a WebSocket or a call, each in a block. Those of a call are sent unless they say otherwise.
  mutating func messages() -> [ConversationDefinition.Message] {
    let name = "body:\(head)"
    // The mode of the body decides nothing.
    _ = value(head, "body")
    for field in ["name", "content"] + (head == "ws" ? ["type", "selected"] : []) {
      named[name, default: []].insert(field)
    }
    _ = pairs(name)
    let areSent = head == "grpc"
    return document.blocks.filter { $0.name == name }.enumerated().map { index, block in
      let pairs = BruText.pairs(block.lines)
      func field(_ name: String) -> String? { pairs.first { $0.name == name }?.value }
      let title = field("name") ?? ""
      return ConversationDefinition.Message(
        title.isEmpty ? ConversationDefinition.Message.standardName(at: index) : title, kind: field("type") ?? "text",
        field("content") ?? "", isSelected: field("selected").map { $0 == "true" } ?? areSent)
    }
  }
}

extension BruReader {
  /// The blocks named `example`, whose inner blocks have a colon before the brace.
  mutating func examples() -> [RequestExample] {
    document.blocks.filter { $0.name == "example" }.map { block in
      let inner = Self.inner(block)
      let head = BruText.pairs(inner.loose)
      func field(_ name: String) -> String? { head.first { $0.name == name }?.value }
      let name = field("name") ?? ""
      var example = RequestExample(
        name: name.isEmpty ? "Untitled Example" : name, note: field("description") ?? "", method: "GET", url: "")
      if let request = inner["request"] { read(Self.inner(request), into: &example) }
      if let response = inner["response"] { example.answer = Self.answer(Self.inner(response)) }
      used.insert(block.name)
      return example
    }
  }

  private static func inner(_ block: BruDocument.Block) -> BruDocument {
    BruDocument(lines: BruText.outdented(block.lines), firstLine: block.line + 1, separator: ":")
  }

  private mutating func read(_ document: BruDocument, into example: inout RequestExample) {
    var reader = BruReader(document)
    let fields = BruText.pairs(document.loose)
    func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    example.method = field("method")?.uppercased() ?? "GET"
    example.url = field("url") ?? ""
    example.headers = reader.rows("headers")
    example.params = reader.rows("params:query").map { Parameter(.query, $0) }
    example.params += reader.rows("params:path").map { Parameter(.path, $0) }
    // Bruno uses the block that is present, whatever the mode says.
    let present = document.blocks.first { $0.name.hasPrefix("body:") }?.name.dropFirst(5)
    let mode = present.map { $0 == "graphql:vars" ? "graphql" : String($0) } ?? field("mode") ?? "none"
    example.body = reader.body(field("mode") == "none" ? "none" : mode)
    for block in document.blocks where !reader.used.contains(block.name) {
      lose("the block \(block.name) of the example \(example.name) is not carried over", line: block.line)
    }
  }

  private static func answer(_ document: BruDocument) -> RequestExample.Answer {
    let type = document.value("body", "type") ?? ""
    return RequestExample.Answer(
      status: document.value("status", "code").flatMap { Int($0) },
      statusText: document.value("status", "text") ?? "", headers: document.pairs("headers").map(\.row),
      type: type.isEmpty ? "text" : type, body: document.value("body", "content") ?? "")
  }
}
