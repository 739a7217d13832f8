import Basics

/// The body of a saved request, as edited; variables are still written as `{{name}}`.
package enum BodyDefinition: Hashable, Sendable {
  case none
  case text(TextKind, String)
  case form([Row])
  case multipart([FormPart])
  case file([FileChoice])
  case graphql(query: String, variables: String)

  /// One of several files that a body may come from; the selected one is sent.
  package struct FileChoice: Hashable, Sendable {
    package var path: String
    package var contentType: String
    package var isSelected: Bool

    package init(path: String = "", contentType: String = "", isSelected: Bool = true) {
      self.path = path
      self.contentType = contentType
      self.isSelected = isSelected
    }
  }
}

extension BodyDefinition {
  /// A language of a text body, described once. To add one, define a value here and list it in `allCases`; readers,
  /// writer, editor, send and exports follow it.
  package struct TextKind: Sendable, CaseIterable {
    /// The syntax for highlighting and checking in the editor.
    package enum Syntax: Hashable, Sendable {
      case plain, json, xml
    }

    /// The name in OpenCollection.
    package let word: String
    /// The name shown to people.
    package let title: String
    /// Sent unless a header gives another type.
    package let contentType: String
    package var syntax = Syntax.plain
    /// The text that identifies this kind in a media type.
    private var mark: String?
    /// Indicates whether the editor offers it for a request that has another kind.
    package var isOffered = true

    package static let json = TextKind(
      word: "json", title: "JSON", contentType: "application/json", syntax: .json, mark: "json")
    package static let text = TextKind(word: "text", title: "Text", contentType: "text/plain")
    package static let xml = TextKind(
      word: "xml", title: "XML", contentType: "application/xml", syntax: .xml, mark: "xml")
    /// Rare, so it is shown only if it is used.
    package static let sparql = TextKind(
      word: "sparql", title: "SPARQL", contentType: "application/sparql-query", mark: "sparql", isOffered: false)

    /// In the order of the editor.
    package static let allCases = [json, text, xml, sparql]
    /// In the order in which a media type is matched: SPARQL results are XML, too.
    private static let marked = [json, sparql, xml]

    /// `nil` for an unknown word.
    package init?(word: String) {
      guard let kind = Self.allCases.first(where: { $0.word == word }) else { return nil }
      self = kind
    }

    package init(contentType: String) {
      let type = contentType.lowercased()
      self = Self.marked.first { type.contains($0.mark ?? $0.word) } ?? .text
    }

    init(
      word: String, title: String, contentType: String, syntax: Syntax = .plain, mark: String? = nil,
      isOffered: Bool = true
    ) {
      self.word = word
      self.title = title
      self.contentType = contentType
      self.syntax = syntax
      self.mark = mark
      self.isOffered = isOffered
    }
  }
}

extension BodyDefinition.TextKind: Hashable {
  package static func == (left: Self, right: Self) -> Bool { left.word == right.word }

  package func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

/// A kind of body, described once: its names, and the fields of its content in files and in our JSON.
///
/// Reader, writer and JSON follow the description. Each case of `BodyDefinition` has its own editor and encoding, and
/// the compiler names every place that must handle a new one.
package struct BodyKind: Sendable {
  /// The name in OpenCollection.
  package let word: String
  /// The name shown to people.
  package let title: String
  package let empty: BodyDefinition
  /// Sent unless a header gives another type; `nil` if the content determines it.
  package let contentType: String?
  let fields: [Field<BodyDefinition>]
  /// The spelling in older files.
  private let olderWord: String?
  /// The name in our JSON.
  let jsonWord: String
  package let isOffered: Bool

  private init(
    _ word: String, title: String, _ empty: BodyDefinition, contentType: String? = nil,
    _ fields: [Field<BodyDefinition>] = [], olderWord: String? = nil, jsonWord: String? = nil, isOffered: Bool = true
  ) {
    self.word = word
    self.title = title
    self.empty = empty
    self.contentType = contentType
    self.fields = fields
    self.olderWord = olderWord
    self.jsonWord = jsonWord ?? word
    self.isOffered = isOffered
  }

  package static let none = BodyKind("none", title: "None", .none)
  package static let form = BodyKind(
    "form-urlencoded", title: "Form", .form([]), contentType: "application/x-www-form-urlencoded",
    [Field("data", \.rows, .rows(Row.formShape), json: "rows", what: "the form")], olderWord: "formUrlEncoded",
    jsonWord: "form")
  package static let multipart = BodyKind(
    "multipart-form", title: "Multipart", .multipart([]), contentType: "multipart/form-data",
    [Field("data", \.parts, .rows(FormPart.shape), json: "rows", what: "the form")], olderWord: "multipartForm",
    jsonWord: "multipart")
  package static let file = BodyKind("file", title: "File", .file([]), [BodyDefinition.choicesField])
  package static let graphql = BodyKind(
    "graphql", title: "GraphQL", .graphql(query: "", variables: ""), contentType: "application/json",
    [
      Field("query", \.text, .text.inJSON), Field("variables", \.variables, .text.inJSON),
    ])

  package static func text(_ kind: BodyDefinition.TextKind) -> BodyKind {
    BodyKind(
      kind.word, title: kind.title, .text(kind, ""), contentType: kind.contentType,
      [Field("data", \.text, .text.always, json: "text", what: "the body")], isOffered: kind.isOffered)
  }

  /// In the order of the editor; kinds that are not offered come last.
  package static let all: [BodyKind] = {
    let texts = BodyDefinition.TextKind.allCases.map(text)
    return [none] + texts.filter(\.isOffered) + [form, multipart, file, graphql] + texts.filter { !$0.isOffered }
  }()

  /// The kind with this word, in any of its spellings.
  package static func named(_ word: String, among kinds: [BodyKind] = all) -> BodyKind? {
    kinds.first { $0.word == word || $0.olderWord == word }
  }

  /// A new body of this kind, with the text of the former one if it has a text.
  package func body(after former: BodyDefinition) -> BodyDefinition {
    var body = empty
    body.text = former.text
    return body
  }
}

/// The contents of the cases, as fields; setting one has no effect on a body of another kind.
extension BodyDefinition {
  /// Of a GraphQL body, the query.
  package var text: String {
    get { mainText ?? "" }
    set {
      switch self {
      case .text(let kind, _): self = .text(kind, newValue)
      case .graphql(_, let variables): self = .graphql(query: newValue, variables: variables)
      case .none, .form, .multipart, .file: break
      }
    }
  }

  package var variables: String {
    get { if case .graphql(_, let variables) = self { variables } else { "" } }
    set { if case .graphql(let query, _) = self { self = .graphql(query: query, variables: newValue) } }
  }

  package var rows: [Row] {
    get { if case .form(let rows) = self { rows } else { [] } }
    set { if case .form = self { self = .form(newValue) } }
  }

  package var parts: [FormPart] {
    get { if case .multipart(let parts) = self { parts } else { [] } }
    set { if case .multipart = self { self = .multipart(newValue) } }
  }

  package var choices: [FileChoice] {
    get { if case .file(let choices) = self { choices } else { [] } }
    set { if case .file = self { self = .file(newValue) } }
  }

  /// All texts that may contain variables.
  package var texts: [String] {
    let ofParts = parts.flatMap { if case .text(let text) = $0.content { [$0.name, text] } else { [$0.name] } }
    return [text, variables] + rows.flatMap { [$0.name, $0.value] } + ofParts + paths
  }

  /// The paths of its files, as written.
  package var paths: [String] {
    choices.map(\.path) + parts.flatMap { if case .files(let paths) = $0.content { paths } else { [String]() } }
  }

  /// In our JSON, the selected file stands beside the list, which is omitted if it has no others.
  fileprivate static let choicesField: Field<BodyDefinition> = {
    let rows = Field<BodyDefinition>(
      "data", \.choices, .rows(FileChoice.shape), json: "choices", what: "the files")
    var field = rows
    field.writeJSON = { node, body in
      let choice = body.choices.first(where: \.isSelected) ?? body.choices.first
      node["path"] = .string(choice?.path ?? "")
      node["contentType"] = .string(choice?.contentType ?? "")
      if body.choices.count != 1 || choice?.isSelected != true { rows.writeJSON(&node, body) }
    }
    field.readJSON = { node, place, body, reader in
      let (path, type) = (reader.text(node, "path", at: place), reader.text(node, "contentType", at: place))
      body.choices = [FileChoice(path: path, contentType: type)]
      rows.readJSON(node, place, &body, &reader)
    }
    return field
  }()
}

extension BodyKind: Hashable {
  package static func == (left: BodyKind, right: BodyKind) -> Bool { left.word == right.word }

  package func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

extension BodyDefinition {
  package var kind: BodyKind {
    switch self {
    case .none: .none
    case .text(let kind, _): .text(kind)
    case .form: .form
    case .multipart: .multipart
    case .file: .file
    case .graphql: .graphql
    }
  }

  /// The text of the body, if it has one; for GraphQL the query without its variables.
  package var mainText: String? {
    switch self {
    case .text(_, let text): text
    case .graphql(let query, _): query
    case .none, .form, .multipart, .file: nil
    }
  }

  /// The type that is sent unless a header gives another.
  package var contentType: String? {
    guard kind == .file else { return kind.contentType }
    return choices.first { $0.isSelected && !$0.path.isEmpty }.flatMap { $0.contentType.isEmpty ? nil : $0.contentType }
  }
}

extension FieldType where Value == BodyDefinition {
  /// `body:` of a request.
  static func body(isGraphQL: Bool, kinds: [BodyKind] = BodyKind.all) -> FieldType {
    FieldType(
      empty: .none, words: \.kind.word,
      read: { node, _, reader in BodyReader(kinds: kinds).body(node, isGraphQL: isGraphQL, &reader) },
      put: { map, _, old, new, order in
        BodyWriter(old: old, new: new).change(&map, order: order)
      },
      json: \.json, readJSON: { BodyDefinition($0, at: $1, among: kinds, &$2) }
    ).inJSON
  }
}

extension BodyDefinition {
  fileprivate var json: JSONValue {
    var json: JSONValue = ["type": .string(kind.jsonWord)]
    for field in kind.fields { field.writeJSON(&json, self) }
    return json
  }

  fileprivate init(
    _ json: JSONValue, at place: String, among kinds: [BodyKind], _ reader: inout NeutralReader
  ) {
    let type = reader.optional(json, "type", at: place) ?? "none"
    let kind = kinds.first { $0.jsonWord == type }
    if kind == nil { reader.report(place, "a body of the unknown type \(type) is left out") }
    self = kind?.empty ?? .none
    kind?.fields.read(json, at: place, into: &self, &reader)
  }
}

/// Reads `body:` in each of its spellings (opencollection.md, sections 6, 7 and 14).
private struct BodyReader {
  let kinds: [BodyKind]

  func body(_ node: YAMLNode?, isGraphQL: Bool, _ reader: inout NodeReader) -> BodyDefinition {
    guard var node, !node.isNull else { return .none }
    if let chosen = NodeReader.variant(in: node) {
      guard chosen["body"]?.entries != nil else {
        reader.damaged(chosen, "not a body: the entries of a list of bodies have `title:` and `body:`")
        return .none
      }
      reader.hint(node, "a list of bodies; the selected one is used, Bruno sends none")
      node = chosen["body"] ?? .map([])
    } else if reader.map(node, "body") == nil {
      return .none
    }
    if isGraphQL || (node["query"] != nil && node["type"] == nil) { return content(.graphql, node, &reader) }
    if node["type"] == nil, let mode = node["mode"]?.text {
      reader.hint(node["mode"], "`mode:` is an old spelling, for which Bruno sends no body; use `type:` and `data:`")
      return BodyKind.named(mode, among: kinds).map { content($0, .map([("data", node[mode])]), &reader) } ?? .none
    }
    let type = reader.text(node["type"], "body.type")
    guard let kind = BodyKind.named(type, among: kinds) else {
      if !type.isEmpty { reader.damaged(node, "the body type \"\(type)\" is not known; no body is sent") }
      return .none
    }
    return content(kind, kind == .graphql ? node["data"] ?? .map([]) : node, &reader)
  }

  private func content(_ kind: BodyKind, _ node: YAMLNode, _ reader: inout NodeReader) -> BodyDefinition {
    var body = kind.empty
    kind.fields.read(node, into: &body, &reader)
    return body
  }
}

/// Applies the edit of a body to its node, in place if its kind is unchanged and its spelling is the canonical one.
private struct BodyWriter {
  let old: BodyDefinition
  let new: BodyDefinition

  func change(_ block: inout YAMLNode, order: [String]) {
    if new == .none { return block.put("body", nil) }
    if var body = block["body"] {
      body.forgetAlias()
      if var items = body.items,
        let chosen = items.firstIndex(where: { $0["selected"]?.bool == true }) ?? items.indices.first,
        var inner = items[chosen]["body"], edit(&inner)
      {
        items[chosen].put("body", inner)
        body.content = .sequence(items)
        return block.put("body", body)
      }
      if edit(&body) { return block.put("body", body) }
    }
    block.put("body", Self.node(new), order: order)
  }

  /// Returns `false` if the whole body must be rewritten.
  private func edit(_ body: inout YAMLNode) -> Bool {
    guard body.entries != nil else { return false }
    if old.kind == .graphql, new.kind == .graphql {
      new.kind.fields.write(&body, from: old, to: new, order: ["query", "variables"])
      return body.entries?.isEmpty == false && body["data"] == nil
    }
    guard let type = body["type"]?.text, type == old.kind.word, type == new.kind.word else { return false }
    new.kind.fields.write(&body, from: old, to: new)
    return true
  }

  static func node(_ body: BodyDefinition) -> YAMLNode {
    var node = YAMLNode.map(body.kind == .graphql ? [] : [("type", .string(body.kind.word))])
    body.kind.fields.write(&node, from: nil, to: body)
    // Without any key, it would be read as no body.
    if node.entries?.isEmpty == true { node.put("query", .string("")) }
    return node
  }
}
