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
  private(set) var losses: [BruFile.Loss] = []

  init(_ document: BruDocument, _ schemes: AuthenticationSchemes = .builtIn) {
    self.document = document
    self.schemes = schemes
  }

  /// The block that holds method and URL, if there is one.
  private var requestBlock: String? { (Self.verbs + ["http"]).first { document[$0] != nil } }

  /// The kind of a request that is not HTTP, such as `grpc`.
  private var otherKind: String? {
    let type = document.value("meta", "type") ?? "http"
    let isOther = !["http", "graphql", "collection", "folder", ""].contains(type)
    return isOther && requestBlock == nil ? type : nil
  }

  mutating func pairs(_ name: String) -> [BruPair] {
    used.insert(name)
    paired.insert(name)
    return document.pairs(name)
  }

  mutating func text(_ name: String) -> String? {
    used.insert(name)
    return document.text(name)
  }

  mutating func rows(_ name: String) -> [Row] { pairs(name).map(\.row) }

  mutating func used(_ name: String) { used.insert(name) }
  func isUsed(_ name: String) -> Bool { used.contains(name) }

  mutating func lose(_ message: String, line: Int) { losses.append(.init(line: line, message: message)) }

  /// `nil` for a file without a request.
  mutating func definition() -> RequestDefinition? {
    let name = document.value("meta", "name") ?? ""
    if let otherKind, let kind = Self.conversations[otherKind] {
      var made = conversation(kind, otherKind)
      addRest(to: &made)
      return made
    }
    if let otherKind {
      let block = document[otherKind] == nil ? document.blocks.first { $0.name != "meta" }?.name : otherKind
      let url = block.flatMap { document.value($0, "url") } ?? ""
      return RequestDefinition(kind: .unsupported(otherKind), name: name, method: "", url: url, authentication: .none)
    }
    let type = document.value("meta", "type")
    // A part of a request, such as its examples alone, gives its type.
    guard let block = requestBlock ?? (type == "http" || type == "graphql" ? "http" : nil) else { return nil }
    let http = pairs(block)
    func field(_ name: String) -> String? { http.first { $0.name == name }?.value }
    var made = RequestDefinition(
      kind: type == "graphql" ? .graphql : .http, name: name.isEmpty ? "Untitled Request" : name,
      method: block == "http" ? field("method") ?? "GET" : block.uppercased(), url: field("url") ?? "")
    let query = document["params:query"] != nil ? rows("params:query") : rows("query")
    made.params = query.map { Parameter(.query, $0) } + rows("params:path").map { Parameter(.path, $0) }
    made.headers = rows("headers")
    // In the first version of the format, a block named `body` is JSON.
    let mode = field("body") ?? (document["body"] == nil ? "none" : "json")
    made.body = body(made.kind == .graphql ? "graphql" : mode)
    if case .graphql = made.body { made.kind = .graphql }
    made.authentication = authentication(field("auth") ?? "none")
    addRest(to: &made)
    made.examples = examples(isGraphQL: made.kind == .graphql)
    return made
  }

  /// The kinds with messages, by the type that Bruno gives them.
  private static let conversations: [String: RequestDefinition.Kind] = ["ws": .webSocket, "grpc": .grpc]

  /// Adds the fields that all kinds of requests share.
  private mutating func addRest(to made: inout RequestDefinition) {
    made.sequence = document.value("meta", "seq").flatMap(Double.init)
    made.tags = document.pairs("meta").first { $0.name == "tags" }?.list ?? []
    made.variables = variables("vars:pre-request")
    made.captures = captures()
    made.assertions = pairs("assert").map(Self.assertion)
    made.scripts = scripts()
    made.docs = text("docs") ?? ""
    made.settings = settings()
  }

  /// The settings in `folder.bru` or `collection.bru`.
  mutating func shared() -> SharedSettings {
    let mode = pairs("auth").first { $0.name == "mode" }?.value ?? "none"
    return SharedSettings(
      headers: rows("headers"), authentication: authentication(mode), variables: variables("vars:pre-request"),
      docs: text("docs") ?? "", captures: captures(), scripts: scripts())
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
        left += Self.leftOver(of: block)
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

  /// The fields that each block may have; others concern other programs only.
  private static let fields: [String: Set<String>] = {
    let request: Set = ["url", "body", "auth", "method"]
    var fields = Dictionary(uniqueKeysWithValues: (verbs + ["http"]).map { ($0, request) })
    fields["meta"] = ["name", "type", "seq", "tags"]
    fields["auth"] = ["mode"]
    fields["settings"] = [
      "encodeUrl", "timeout", "followRedirects", "maxRedirects", "forwardAuthorizationHeader",
      ConversationDefinition.keepAliveKey,
    ]
    fields["ws"] = ["url", "body", "auth"]
    fields["grpc"] = ["url", "method", "body", "auth", "protoPath", "methodType"]
    fields["body:ws"] = ["name", "type", "selected", "content"]
    fields["body:grpc"] = ["name", "content"]
    return fields
  }()

  /// Malformed lines in a block of pairs, and fields that are unknown or have an invalid value.
  private static func leftOver(of block: BruDocument.Block) -> [BruFile.Loss] {
    let (pairs, others) = BruText.read(block.lines)
    var left = others.map {
      BruFile.Loss(line: block.line + 1 + $0.index, message: "this is not supported: \($0.text)")
    }
    guard let known = fields[block.name] else { return left }
    for pair in pairs where !known.contains(pair.name) || !isUsable(pair, in: block.name) {
      let value = pair.list?.joined(separator: ", ") ?? pair.value
      left.append(.init(line: block.line, message: "\(block.name) \(pair.name) is not carried over: \(value)"))
    }
    return left
  }

  private static func isUsable(_ pair: BruPair, in block: String) -> Bool {
    switch (block, pair.name) {
    case ("settings", _) where pair.value == "inherit": true
    case ("meta", "seq"), ("settings", "timeout"), ("settings", "maxRedirects"),
      ("settings", ConversationDefinition.keepAliveKey):
      Double(pair.value) != nil
    case ("settings", _): Bool(pair.value) != nil
    default: true
    }
  }

  private mutating func variables(_ name: String) -> [Row] {
    pairs(name).map { Row($0.localName, $0.value, isEnabled: $0.isEnabled, note: $0.note) }
  }

  private mutating func captures() -> [Capture] {
    pairs("vars:post-response").map { pair in
      Capture(
        variable: pair.localName, scope: pair.isLocal ? "request" : "runtime", expression: pair.value,
        isEnabled: pair.isEnabled)
    }
  }

  private mutating func scripts() -> [Script] {
    let blocks = [
      ("script:pre-request", "before-request"), ("script:post-response", "after-response"), ("tests", "tests"),
    ]
    return blocks.compactMap { block, phase in text(block).map { Script(phase: phase, code: $0) } }
  }

  private mutating func settings() -> RequestSettings {
    let pairs = pairs("settings")
    func value(_ name: String) -> String? { pairs.first { $0.name == name }?.value }
    func flag(_ name: String) -> Bool? { value(name).flatMap { Bool($0) } }
    return RequestSettings(
      encodeURL: flag("encodeUrl"), timeout: value("timeout").flatMap(Double.init),
      followRedirects: flag("followRedirects"), maxRedirects: value("maxRedirects").flatMap { Int($0) },
      forwardAuthorization: flag("forwardAuthorizationHeader"))
  }

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

/// Files of the types `ws` and `grpc`, whose blocks are named after their type.
extension BruReader {
  /// A WebSocket or gRPC call.
  mutating func conversation(_ kind: RequestDefinition.Kind, _ type: String) -> RequestDefinition {
    let head = pairs(type)
    func field(_ name: String) -> String { head.first { $0.name == name }?.value ?? "" }
    let isCall = kind == .grpc
    var made = RequestDefinition(
      kind: kind, name: document.value("meta", "name") ?? "Untitled Request", method: isCall ? field("method") : "",
      url: field("url"))
    made.params = rows("params:query").map { Parameter(.query, $0) } + rows("params:path").map { Parameter(.path, $0) }
    made.headers = rows("headers") + (isCall ? rows("metadata") : [])
    made.authentication = authentication(field("auth").isEmpty ? "none" : field("auth"))
    made.conversation.messages = messages("body:\(type)", areSent: isCall)
    made.conversation.call.protoFile = field("protoPath")
    made.conversation.call.methodType = isCall ? field("methodType") : ""
    let interval = pairs("settings").first { $0.name == ConversationDefinition.keepAliveKey }?.value
    made.conversation.keepAliveInterval = interval.flatMap(Double.init) ?? 0
    return made
  }

  /// Each block is one message.
  /// - Parameter areSent: whether a block without an explicit setting is sent by default.
  private mutating func messages(_ name: String, areSent: Bool) -> [ConversationDefinition.Message] {
    _ = pairs(name)
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
  mutating func examples(isGraphQL: Bool) -> [RequestExample] {
    document.blocks.filter { $0.name == "example" }.map { block in
      let inner = Self.inner(block)
      let head = BruText.pairs(inner.loose)
      func field(_ name: String) -> String? { head.first { $0.name == name }?.value }
      let name = field("name") ?? ""
      var example = RequestExample(
        name: name.isEmpty ? "Untitled Example" : name, note: field("description") ?? "", method: "GET", url: "")
      if let request = inner["request"] { read(Self.inner(request), into: &example) }
      if let response = inner["response"] { example.answer = Self.answer(Self.inner(response)) }
      used(block.name)
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
    for block in document.blocks where !reader.isUsed(block.name) {
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
