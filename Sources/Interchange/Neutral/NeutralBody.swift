import Basics
import Workspaces

extension BodyDefinition {
  /// The body in the neutral model.
  var neutral: JSONValue {
    switch self {
    case .none: return .object([.init("type", .string("none"))])
    case .text(let kind, let text):
      return .object([.init("type", .string(kind.word)), .init("text", .string(text))])
    case .form(let rows):
      let rows = rows.map { JSONValue.object($0.neutralMembers + [.init("kind", .string("text"))]) }
      return .object([.init("type", .string("form")), .init("rows", .array(rows))])
    case .multipart(let parts):
      return .object([.init("type", .string("multipart")), .init("rows", .array(parts.map(Self.part)))])
    case .file(let choices):
      let choice = choices.first(where: \.isSelected) ?? choices.first
      var members: [JSONValue.Member] = [
        .init("type", .string("file")), .init("path", .string(choice?.path ?? "")),
        .init("contentType", .string(choice?.contentType ?? "")),
      ]
      if choices.count != 1 || choices.first?.isSelected != true {
        members.append(.init("choices", .array(choices.map(\.neutral))))
      }
      return .object(members)
    case .graphql(let query, let variables):
      return .object([
        .init("type", .string("graphql")), .init("query", .string(query)), .init("variables", .string(variables)),
      ])
    }
  }

  private static func part(_ part: FormPart) -> JSONValue {
    var members = [JSONValue.Member("name", .string(part.name))]
    switch part.content {
    case .text(let text):
      members += [.init("kind", .string("text")), .init("value", .string(text))]
    case .files(let paths):
      members += [.init("kind", .string("file")), .init("paths", .array(paths.map { .string($0) }))]
    }
    members.append(.init("enabled", .bool(part.isEnabled)))
    if !part.contentType.isEmpty { members.append(.init("contentType", .string(part.contentType))) }
    if let name = part.fileName { members.append(.init("fileName", .string(name))) }
    if !part.note.isEmpty { members.append(.init("note", .string(part.note))) }
    return .object(members)
  }
}

extension BodyDefinition.FileChoice {
  fileprivate var neutral: JSONValue {
    .object([
      .init("path", .string(path)), .init("contentType", .string(contentType)), .init("selected", .bool(isSelected)),
    ])
  }
}
