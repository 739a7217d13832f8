extension BodyDefinition {
  /// A language of a text body, described once. To add one, define a value here and list it in `allCases`; readers,
  /// writer, editor, send and exports follow it.
  package struct TextKind: Sendable, CaseIterable {
    /// How the editor highlights and checks the text.
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
    /// What the media type of an imported body contains if it is of this kind.
    private var mark: String?
    /// Whether the editor offers it for a request that has another kind.
    package var isOffered = true

    package static let json = TextKind(
      word: "json", title: "JSON", contentType: "application/json", syntax: .json, mark: "json")
    package static let text = TextKind(word: "text", title: "Text", contentType: "text/plain")
    package static let xml = TextKind(
      word: "xml", title: "XML", contentType: "application/xml", syntax: .xml, mark: "xml")
    /// Rare, so it is shown only where it is used.
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

    /// The kind that a `Content-Type` means.
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
