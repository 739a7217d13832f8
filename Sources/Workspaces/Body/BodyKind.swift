/// A kind of body, described once: its names, and the shape of what it holds.
///
/// The shapes are those of `BodyDefinition`, an enum: a shape has an editor, a file form and a way to be sent of its own,
/// and the compiler names every place that must know a new one. What a shape or a text is called stands here alone.
package struct BodyKind: Sendable {
  package enum Shape: Hashable, Sendable {
    case none, form, multipart, file, graphql
    case text(BodyDefinition.TextKind)
  }

  /// As OpenCollection spells it.
  package let word: String
  /// For people.
  package let title: String
  package let shape: Shape
  /// A spelling of older files.
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

  /// The kind that a word of the format, in any of its spellings, names.
  package static func named(_ word: String) -> BodyKind? { all.first { $0.word == word || $0.olderWord == word } }

  /// An empty body of this kind; a text keeps what the former body said.
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

  /// The text of the body where it is one: a query, without its variables.
  package var mainText: String? {
    switch self {
    case .text(_, let text): text
    case .graphql(let query, _): query
    case .none, .form, .multipart, .file: nil
    }
  }

  /// The type that goes out unless a header says another; `nil` where the body is encoded first.
  package var contentType: String? {
    switch self {
    case .text(let kind, _): kind.contentType
    case .file(let choices):
      choices.first(where: \.isSelected).flatMap { $0.contentType.isEmpty ? nil : $0.contentType }
    case .none, .form, .multipart, .graphql: nil
    }
  }
}
