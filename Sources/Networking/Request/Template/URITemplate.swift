/// A URI template (RFC 6570, levels 1 to 4): `/users{/id}{?fields*}`. Its expansion is URL text, for use as the path or
/// the whole URL of a configuration.
public struct URITemplate: Hashable, Sendable {
  /// The value of a variable. A missing variable or an empty list expands to nothing.
  public enum Value: Hashable, Sendable {
    /// One string.
    case text(String)
    /// Several strings, in order.
    case list([String])
    /// Name-value pairs, in order.
    case pairs([Pair])
  }

  /// One name and value.
  public struct Pair: Hashable, Sendable {
    /// Plain text; encoded when expanded.
    public var name: String
    /// Plain text; encoded when expanded.
    public var value: String

    /// A name with its value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The template as written.
  public let text: String
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
  public init(_ text: String) throws(RequestError) {
    var parser = URITemplateParser(text)
    parts = try parser.parse()
    self.text = text
  }

  /// The names of its variables, in order, without duplicates.
  public var variableNames: [String] {
    var names: [String] = []
    for case .expression(_, let variables) in parts {
      for variable in variables where !names.contains(variable.name) { names.append(variable.name) }
    }
    return names
  }

  /// Expands the template. Missing variables expand to nothing.
  /// - Throws: `RequestError.template` if a prefix (`{var:3}`) is applied to a list.
  public func expanded(_ values: [String: Value]) throws(RequestError) -> String {
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

extension URITemplate.Value: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// One string.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A list of strings.
  public init(arrayLiteral elements: String...) { self = .list(elements) }
  /// Pairs in the order written.
  public init(dictionaryLiteral elements: (String, String)...) {
    self = .pairs(elements.map { URITemplate.Pair($0.0, $0.1) })
  }
}
