public import Basics

/// A URI template (RFC 6570, levels 1 to 4): `/users{/id}{?fields*}`. Its expansion is URL text, for use as the path or
/// the whole URL of a configuration.
package struct URITemplate: Hashable, Sendable {
  /// The template as written.
  package let text: String
  let parts: [Part]

  enum Part: Hashable, Sendable {
    case literal(String)
    case expression(Operator, [Variable])
  }

  struct Variable: Hashable, Sendable {
    var name: String
    /// `:n`, the maximum number of characters to use.
    var prefix: Int?
    /// `*`
    var isExploded: Bool
  }

  /// Parses a template.
  /// - Throws: `RequestError.template` with the position of the first error.
  package init(_ text: String) throws(RequestError) {
    var parser = URITemplateParser(text)
    parts = try parser.parse()
    self.text = text
  }

  /// Expands the template with texts, numbers, lists of them, or objects for name-value pairs. A missing variable,
  /// `.null` and an empty list expand to nothing.
  /// - Throws: `RequestError.template` if a prefix (`{var:3}`) is applied to a list, or a list contains another.
  package func expanded(_ values: [String: JSONValue]) throws(RequestError) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .literal(let text): result += text
      case .expression(let operation, let variables): result += try expand(operation, variables, values)
      }
    }
    return result
  }
}

extension RequestConfig {
  /// Sets the path, or the whole URL, by a URI template (RFC 6570, levels 1 to 4): `/users{/id}{?fields*}`.
  /// - Parameter values: texts, numbers, lists of them, or objects for name-value pairs. A missing one, `.null` and an
  ///   empty list expand to nothing.
  /// - Throws: `RequestError.template` with the position of the first error, if a prefix (`{var:3}`) is applied to a list,
  ///   or if a list contains another.
  public mutating func setPath(template: String, _ values: [String: JSONValue]) throws(RequestError) {
    path = try URITemplate(template).expanded(values)
  }
}

extension URITemplate {
  /// The operator of an expression, which determines its prefix, separator and encoding (RFC 6570, appendix A).
  enum Operator: String, Hashable, Sendable {
    case simple = ""
    case reserved = "+"
    case fragment = "#"
    case label = "."
    case path = "/"
    case parameter = ";"
    case query = "?"
    case continuation = "&"

    var first: String {
      switch self {
      case .simple, .reserved: ""
      default: rawValue
      }
    }

    var separator: String {
      switch self {
      case .simple, .reserved, .fragment: ","
      case .query: "&"
      default: rawValue
      }
    }

    var isNamed: Bool { self == .parameter || self == .query || self == .continuation }
    /// Appended to a name whose value is empty.
    var ifEmpty: String { self == .query || self == .continuation ? "=" : "" }
    var keepsReserved: Bool { self == .reserved || self == .fragment }
  }

  func expand(
    _ operation: Operator, _ variables: [Variable], _ values: [String: JSONValue]
  ) throws(RequestError) -> String {
    var pieces: [String] = []
    for variable in variables {
      switch values[variable.name] {
      case nil, .null: continue
      case .array(let items):
        try refusePrefix(variable)
        var texts: [String] = []
        for item in items { texts.append(try plain(item, of: variable)) }
        if !items.isEmpty { pieces.append(list(texts, variable, operation)) }
      case .object(let members):
        try refusePrefix(variable)
        var pairs: [(name: String, value: String)] = []
        for member in members { pairs.append((member.name, try plain(member.value, of: variable))) }
        if !pairs.isEmpty { pieces.append(map(pairs, variable, operation)) }
      case .some(let value):
        let text = try plain(value, of: variable)
        let cut = variable.prefix.map { String(String.UnicodeScalarView(text.unicodeScalars.prefix($0))) } ?? text
        pieces.append(named(variable.name, encode(cut, operation), operation))
      }
    }
    return pieces.isEmpty ? "" : operation.first + pieces.joined(separator: operation.separator)
  }

  /// The text of a value that is no list.
  private func plain(_ value: JSONValue, of variable: Variable) throws(RequestError) -> String {
    switch value {
    case .string(let text): return text
    case .bool, .number: return value.text
    case .null: return ""
    case .array, .object:
      throw .template(text, position: 1, reason: "'\(variable.name)' is a list with a list in it, which has no form")
    }
  }

  private func list(_ items: [String], _ variable: Variable, _ operation: Operator) -> String {
    let encoded = items.map { encode($0, operation) }
    guard variable.isExploded else { return named(variable.name, encoded.joined(separator: ","), operation) }
    return encoded.map { named(variable.name, $0, operation) }.joined(separator: operation.separator)
  }

  private func map(_ pairs: [(name: String, value: String)], _ variable: Variable, _ operation: Operator) -> String {
    let encoded = pairs.map { (encode($0.name, operation), encode($0.value, operation)) }
    guard variable.isExploded else {
      return named(variable.name, encoded.map { $0.0 + "," + $0.1 }.joined(separator: ","), operation)
    }
    let rows = encoded.map { $0.0 + ($0.1.isEmpty && operation.isNamed ? operation.ifEmpty : "=" + $0.1) }
    return rows.joined(separator: operation.separator)
  }

  private func named(_ name: String, _ value: String, _ operation: Operator) -> String {
    guard operation.isNamed else { return value }
    return name + (value.isEmpty ? operation.ifEmpty : "=" + value)
  }

  private func encode(_ text: String, _ operation: Operator) -> String {
    operation.keepsReserved ? PercentEncoding.templateLiteral(text) : PercentEncoding.component(text)
  }

  private func refusePrefix(_ variable: Variable) throws(RequestError) {
    guard variable.prefix == nil else {
      throw .template(text, position: 1, reason: "'\(variable.name)' is a list, to which a prefix cannot apply")
    }
  }
}

/// Splits a template into literals and expressions (RFC 6570, section 2).
struct URITemplateParser {
  private let scalars: [Unicode.Scalar]
  private let text: String
  private var index = 0

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  mutating func parse() throws(RequestError) -> [URITemplate.Part] {
    var parts: [URITemplate.Part] = []
    var literal = ""
    while index < scalars.count {
      switch scalars[index] {
      case "{":
        if !literal.isEmpty { parts.append(.literal(PercentEncoding.templateLiteral(literal))) }
        literal = ""
        parts.append(try expression())
      case "}": throw failure("a closing brace without an opening one")
      default:
        literal.unicodeScalars.append(scalars[index])
        index += 1
      }
    }
    if !literal.isEmpty { parts.append(.literal(PercentEncoding.templateLiteral(literal))) }
    return parts
  }

  private mutating func expression() throws(RequestError) -> URITemplate.Part {
    index += 1
    var operation = URITemplate.Operator.simple
    if let first = peek, let named = URITemplate.Operator(rawValue: String(first)) {
      operation = named
      index += 1
    }
    var variables = [try variable()]
    while peek == "," {
      index += 1
      variables.append(try variable())
    }
    guard peek == "}" else {
      throw failure(peek == nil ? "the brace is never closed" : "a character that is not allowed")
    }
    index += 1
    return .expression(operation, variables)
  }

  private mutating func variable() throws(RequestError) -> URITemplate.Variable {
    var name = try variableCharacters()
    while peek == "." {
      index += 1
      name += "." + (try variableCharacters())
    }
    var variable = URITemplate.Variable(name: name, prefix: nil, isExploded: false)
    if peek == "*" {
      index += 1
      variable.isExploded = true
    } else if peek == ":" {
      index += 1
      variable.prefix = try maximumLength()
    }
    return variable
  }

  /// At least one letter, digit, `_` or `%XX`.
  private mutating func variableCharacters() throws(RequestError) -> String {
    var name = ""
    while let scalar = peek {
      if let byte = UInt8(exactly: scalar.value), byte.isASCIIAlphanumeric || scalar == "_" {
        name.unicodeScalars.append(scalar)
        index += 1
      } else if scalar == "%", let high = digit(at: index + 1), let low = digit(at: index + 2) {
        name.unicodeScalars.append(contentsOf: [scalar, high, low])
        index += 3
      } else {
        break
      }
    }
    guard !name.isEmpty else {
      throw failure("the name of a variable is missing or has a character that is not allowed")
    }
    return name
  }

  /// 1 to 9999, without a leading zero.
  private mutating func maximumLength() throws(RequestError) -> Int {
    var digits = ""
    while let scalar = peek, scalar.value >= 0x30, scalar.value <= 0x39, digits.count < 5 {
      digits.unicodeScalars.append(scalar)
      index += 1
    }
    guard let length = Int(digits), (1...9999).contains(length), !digits.hasPrefix("0") else {
      throw failure("a prefix is a number from 1 to 9999")
    }
    return length
  }

  private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private func digit(at index: Int) -> Unicode.Scalar? {
    guard index < scalars.count, let byte = UInt8(exactly: scalars[index].value), byte.hexValue != nil else {
      return nil
    }
    return scalars[index]
  }

  private func failure(_ reason: String) -> RequestError {
    .template(text, position: index + 1, reason: reason)
  }
}
