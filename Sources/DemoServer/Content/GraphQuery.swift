import Basics

/// Parses the part of GraphQL that the demo API supports: one query of fields with aliases, arguments and selections.
struct GraphQuery {
  struct Field: Sendable {
    var alias: String
    var name: String
    var arguments: [JSONValue.Member]
    var selection: [Field]
  }

  struct Fault: Error, Hashable {
    let message: String
  }

  private var tokens: ArraySlice<String>
  private let variables: JSONValue
  private static let deepest = 16

  static func parse(_ query: String, variables: JSONValue) throws(Fault) -> [Field] {
    var parser = GraphQuery(tokens: try tokens(of: query)[...], variables: variables)
    if parser.tokens.first == "query" {
      // The operation's name and variable types are not needed here.
      while let token = parser.tokens.first, token != "{" {
        parser.tokens = parser.tokens.dropFirst(token.isEmpty ? 0 : 1)
      }
    }
    let selection = try parser.selection(level: 0)
    guard parser.tokens.isEmpty else { throw Fault(message: "one query is answered at a time") }
    return selection
  }

  private mutating func take() throws(Fault) -> String {
    guard let token = tokens.popFirst() else { throw Fault(message: "the query ends too early") }
    return token
  }

  private mutating func selection(level: Int) throws(Fault) -> [Field] {
    guard level < Self.deepest else { throw Fault(message: "nested more than \(Self.deepest) levels deep") }
    let open = try take()
    guard open == "{" else { throw Fault(message: "expected { instead of \(open); mutations are not answered") }
    var fields: [Field] = []
    while tokens.first != "}" { fields.append(try field(level: level)) }
    _ = try take()
    guard !fields.isEmpty else { throw Fault(message: "a selection needs a field") }
    return fields
  }

  private mutating func field(level: Int) throws(Fault) -> Field {
    let alias = try name()
    var field = Field(alias: alias, name: alias, arguments: [], selection: [])
    if tokens.first == ":" {
      _ = try take()
      field.name = try name()
    }
    if tokens.first == "(" {
      _ = try take()
      while tokens.first != ")" {
        let argument = try name()
        guard try take() == ":" else { throw Fault(message: "expected : after \(argument)") }
        field.arguments.append(JSONValue.Member(argument, try value()))
      }
      _ = try take()
    }
    if tokens.first == "{" { field.selection = try selection(level: level + 1) }
    return field
  }

  private mutating func name() throws(Fault) -> String {
    let token = try take()
    guard let first = token.unicodeScalars.first, first == "_" || first.properties.isAlphabetic else {
      throw Fault(message: "expected a name instead of \(token)")
    }
    return token
  }

  private mutating func value() throws(Fault) -> JSONValue {
    let token = try take()
    if token.hasPrefix("\"") { return .string(String(token.dropFirst())) }
    if token == "$" {
      let variable = try name()
      guard let value = variables[variable] else { throw Fault(message: "the variable \(variable) has no value") }
      return value
    }
    switch token {
    case "true": return true
    case "false": return false
    case "null": return .null
    default: return Double(token) == nil ? .string(token) : .number(token)
    }
  }

  /// Punctuation, names, numbers, and strings (with a leading quote); commas and comments count as white space.
  private static func tokens(of query: String) throws(Fault) -> [String] {
    var tokens: [String] = []
    var rest = Substring(query)
    while let character = rest.first {
      switch character {
      case _ where character.isWhitespace || character == ",": rest.removeFirst()
      case "#": rest = rest.drop { !$0.isNewline }
      case "\"":
        rest.removeFirst()
        guard let end = rest.firstIndex(of: "\"") else { throw Fault(message: "a text has no closing quote") }
        tokens.append("\"" + rest[..<end])
        rest = rest[rest.index(after: end)...]
      case _ where character.isLetter || character.isNumber || character == "_" || character == "-":
        let word = rest.prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
        tokens.append(String(word))
        rest = rest.dropFirst(word.count)
      default: tokens.append(String(rest.removeFirst()))
      }
    }
    return tokens
  }
}
