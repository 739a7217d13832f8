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

    /// The kind for a `Content-Type`.
    package init(contentType: String) {
      let type = contentType.lowercased()
      self = Self.marked.first { type.contains($0.mark ?? $0.word) } ?? .text
    }

    private init(
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

/// A kind of body, described once: its names and the shape of its content.
///
/// The shapes are the cases of `BodyDefinition`: each has its own editor, file form and encoding, and the compiler
/// names every place that must handle a new one. The names of shapes and text kinds are defined only here.
package struct BodyKind: Sendable {
  package enum Shape: Hashable, Sendable {
    case none, form, multipart, file, graphql
    case text(BodyDefinition.TextKind)
  }

  /// The name in OpenCollection.
  package let word: String
  /// The name shown to people.
  package let title: String
  package let shape: Shape
  /// The spelling in older files.
  var olderWord: String?
  package var isOffered = true

  package static let none = BodyKind(word: "none", title: "None", shape: .none)
  package static let form = BodyKind(
    word: "form-urlencoded", title: "Form", shape: .form, olderWord: "formUrlEncoded")
  package static let multipart = BodyKind(
    word: "multipart-form", title: "Multipart", shape: .multipart, olderWord: "multipartForm")
  package static let file = BodyKind(word: "file", title: "File", shape: .file)
  package static let graphql = BodyKind(word: "graphql", title: "GraphQL", shape: .graphql)

  package static func text(_ kind: BodyDefinition.TextKind) -> BodyKind {
    BodyKind(word: kind.word, title: kind.title, shape: .text(kind), isOffered: kind.isOffered)
  }

  /// In the order of the editor; kinds that are not offered come last.
  package static let all: [BodyKind] = {
    let texts = BodyDefinition.TextKind.allCases.map(text)
    return [none] + texts.filter(\.isOffered) + [form, multipart, file, graphql] + texts.filter { !$0.isOffered }
  }()

  /// The kind with this word, in any of its spellings.
  package static func named(_ word: String) -> BodyKind? { all.first { $0.word == word || $0.olderWord == word } }

  /// An empty body of this kind; a text kind keeps the text of the former body.
  package func body(after former: BodyDefinition) -> BodyDefinition {
    switch shape {
    case .none: .none
    case .text(let kind): .text(kind, former.mainText ?? "")
    case .form: .form([])
    case .multipart: .multipart([])
    case .file: .file([BodyDefinition.FileChoice()])
    case .graphql: .graphql(query: former.mainText ?? "", variables: "")
    }
  }
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

  /// The type that is sent unless a header gives another; `nil` if encoding the body determines it.
  package var contentType: String? {
    switch self {
    case .text(let kind, _): kind.contentType
    case .file(let choices):
      choices.first(where: \.isSelected).flatMap { $0.contentType.isEmpty ? nil : $0.contentType }
    case .none, .form, .multipart, .graphql: nil
    }
  }
}

/// Reads `body:` in each of its spellings (opencollection.md, sections 6, 7 and 14).
enum BodyReader {
  static func body(_ node: YAMLNode?, isGraphQL: Bool, _ reader: inout NodeReader) -> BodyDefinition {
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
    if isGraphQL || (node["query"] != nil && node["type"] == nil) {
      return .graphql(
        query: reader.text(node["query"], "query"), variables: reader.text(node["variables"], "variables"))
    }
    if node["type"] == nil, let mode = node["mode"]?.text {
      reader.hint(node["mode"], "`mode:` is an old spelling, for which Bruno sends no body; use `type:` and `data:`")
      return content(mode, node[mode], &reader)
    }
    let type = reader.text(node["type"], "body.type")
    let body = content(type, node["data"], &reader)
    if body == .none, type != "none", !type.isEmpty {
      reader.damaged(node, "the body type \"\(type)\" is not known; no body is sent")
    }
    return body
  }

  private static func content(_ type: String, _ data: YAMLNode?, _ reader: inout NodeReader) -> BodyDefinition {
    switch BodyKind.named(type)?.shape {
    case .text(let kind): return .text(kind, reader.text(data, "the body"))
    case .form: return .form(reader.rows(data, "the form"))
    case .multipart:
      return .multipart(reader.maps(data, "the form").map { part($0, &reader) })
    case .file: return .file(reader.maps(data, "the files").map { choice($0, &reader) })
    case .graphql:
      return .graphql(
        query: reader.text(data?["query"], "query"), variables: reader.text(data?["variables"], "variables"))
    case .some(.none), nil: return .none
    }
  }

  private static func part(_ entry: YAMLNode, _ reader: inout NodeReader) -> FormPart {
    let content: FormPart.Content
    if entry["type"]?.text == "file" {
      content = .files(entry["value"]?.items?.compactMap(\.text) ?? entry["value"]?.text.map { [$0] } ?? [])
    } else {
      content = .text(reader.value(entry["value"], "the form"))
    }
    return FormPart(
      reader.text(entry["name"], "a part's name"), content,
      contentType: reader.text(entry["contentType"], "contentType"),
      fileName: entry["fileName"].map { reader.text($0, "fileName") }, isEnabled: reader.isEnabled(entry),
      note: reader.prose(entry["description"]))
  }

  private static func choice(_ entry: YAMLNode, _ reader: inout NodeReader) -> BodyDefinition.FileChoice {
    BodyDefinition.FileChoice(
      path: reader.text(entry["filePath"], "filePath"), contentType: reader.text(entry["contentType"], "contentType"),
      isSelected: entry["selected"]?.bool == true)
  }
}

/// Applies the edit of a body to its node, in place if its kind is unchanged and its spelling is the canonical one.
struct BodyWriter {
  let old: BodyDefinition
  let new: BodyDefinition

  func change(_ block: inout YAMLNode, isGraphQL: Bool, order: [String] = RequestWriter.blockOrder) {
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
    block.put("body", Self.node(new, isGraphQL: isGraphQL), order: order)
  }

  /// Returns `false` if the whole body must be rewritten.
  private func edit(_ body: inout YAMLNode) -> Bool {
    guard body.entries != nil else { return false }
    if case .graphql(let query, let variables) = old, case .graphql(let newQuery, let newVariables) = new {
      let order = ["query", "variables"]
      if query != newQuery { body.put("query", newQuery.isEmpty ? nil : .string(newQuery), order: order) }
      if variables != newVariables {
        body.put("variables", newVariables.isEmpty ? nil : .string(newVariables), order: order)
      }
      return body.entries?.isEmpty == false && body["data"] == nil
    }
    guard let type = body["type"]?.text, type == old.kind.word, type == new.kind.word else { return false }
    switch (old, new) {
    case (.text, .text(_, let text)): body.put("data", .string(text))
    case (.form(let old), .form(let new)): body.put("data", RowsWriter.plain.list(body["data"], from: old, to: new))
    case (.multipart(let old), .multipart(let new)):
      body.put("data", RowsWriter.parts.list(body["data"], from: old, to: new))
    case (.file(let old), .file(let new)): body.put("data", RowsWriter.choices.list(body["data"], from: old, to: new))
    default: return false
    }
    return true
  }

  static func node(_ body: BodyDefinition, isGraphQL: Bool) -> YAMLNode? {
    let type = YAMLNode.string(body.kind.word)
    switch body {
    case .none: return nil
    case .text(_, let text): return .map([("type", type), ("data", .string(text))])
    case .form(let rows): return .map([("type", type), ("data", RowsWriter.plain.list(nil, from: [], to: rows))])
    case .multipart(let parts):
      return .map([("type", type), ("data", RowsWriter.parts.list(nil, from: [], to: parts))])
    case .file(let choices):
      return .map([("type", type), ("data", RowsWriter.choices.list(nil, from: [], to: choices))])
    case .graphql(let query, let variables):
      // Without any key, it would be read as no body.
      let keepsQuery = !query.isEmpty || variables.isEmpty
      return .map([
        ("query", keepsQuery ? .string(query) : nil), ("variables", variables.isEmpty ? nil : .string(variables)),
      ])
    }
  }
}
