import Basics
import GraphQL

/// A schema as lines of text or of JSON.
struct SchemaText {
  /// One line of either kind.
  struct Line {
    var text: String
    var json: String
  }

  private let schema: GraphQLSchema

  init(_ schema: GraphQLSchema) { self.schema = schema }

  /// All types, what one name stands for, or what a search finds.
  func lines(named name: String?, matching words: String?) throws(Failure) -> [Line] {
    if let words { return SchemaSearch(schema).entries(matching: words, limit: .max).map { line($0, withOwner: true) } }
    guard let name else {
      return schema.types.filter { !$0.name.hasPrefix("__") }.map { line(schema.entry(of: $0)) }
    }
    return try lines(of: name)
  }

  private func lines(of name: String) throws(Failure) -> [Line] {
    if name.hasPrefix("@") {
      let found = SchemaSearch(schema).entries(matching: name).filter { $0.kind == .directive && $0.name == name }
      guard !found.isEmpty else { throw unknown("directive \(name)", near: nil) }
      return found.map { line($0) }
    }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard let type = parts.first.flatMap({ schema.type($0) }) else {
      throw unknown("type \(parts.first ?? name)", near: NearestWord.of(name, in: schema.types.map(\.name)))
    }
    guard parts.count > 1 else {
      return [line(schema.entry(of: type))] + schema.entries(of: type).map { line($0, indent: "  ") }
    }
    let entries = schema.entries(of: type)
    guard let found = entries.first(where: { $0.name == parts[1] && $0.kind != .interface }) else {
      throw unknown("\(type.name).\(parts[1])", near: NearestWord.of(parts[1], in: entries.map(\.name)))
    }
    let arguments = type.field(parts[1]).map { schema.entries(of: $0, in: type) } ?? []
    return [line(found)] + arguments.map { line($0, indent: "  ") }
  }

  private func unknown(_ what: String, near: String?) -> Failure {
    Failure(
      .unexpected, TerminalText.line("the schema has no \(what)" + (near.map { "; did you mean \($0)?" } ?? "")))
  }

  private func line(_ entry: SchemaEntry, withOwner: Bool = false, indent: String = "") -> Line {
    var text = indent
    if withOwner, let owner = entry.owner { text += owner + "." }
    text += entry.signature
    if let why = entry.deprecation { text += why.isEmpty ? "  (deprecated)" : "  (deprecated: \(why))" }
    let summary = (entry.description ?? "").split(whereSeparator: \.isNewline).first ?? ""
    if !summary.isEmpty { text += "  # \(summary)" }
    return Line(text: TerminalText.line(text), json: json(entry).text)
  }

  private func json(_ entry: SchemaEntry) -> JSONValue {
    .object([
      "kind": .string(Self.word(entry.kind)), "owner": .text(entry.owner), "name": .string(entry.name),
      "signature": .string(entry.signature), "description": .text(entry.description),
      "deprecated": .text(entry.deprecation), "type": .text(entry.target),
    ])
  }

  private static func word(_ kind: SchemaEntry.Kind) -> String {
    switch kind {
    case .type(let kind): kind.keyword
    case .field, .inputField: "field"
    case .argument: "argument"
    case .value: "value"
    case .directive: "directive"
    case .interface: "interface"
    case .possibleType: "member"
    }
  }
}
