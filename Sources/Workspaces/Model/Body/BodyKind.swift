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
