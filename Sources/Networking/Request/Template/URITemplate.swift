/// A URI template (RFC 6570, levels 1 to 4): `/users{/id}{?fields*}`. What it expands to is text of a URL, to be used
/// as the path or the whole URL of a configuration.
public struct URITemplate: Hashable, Sendable {
  /// What a variable stands for. One that is not given, or an empty list, expands to nothing.
  public enum Value: Hashable, Sendable {
    /// One string.
    case text(String)
    /// Several strings, in order.
    case list([String])
    /// Names with values, in order.
    case pairs([Pair])
  }

  /// One name with its value, in the order in which they are expanded.
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
    /// `:n`, the number of characters that are taken.
    var prefix: Int?
    /// `*`
    var isExploded: Bool
  }

  /// - Throws: `RequestError.template` with the position of what is malformed.
  public init(_ text: String) throws(RequestError) {
    var parser = URITemplateParser(text)
    parts = try parser.parse()
    self.text = text
  }

  /// The names of its variables, in order, each once.
  public var variableNames: [String] {
    var names: [String] = []
    for case .expression(_, let variables) in parts {
      for variable in variables where !names.contains(variable.name) { names.append(variable.name) }
    }
    return names
  }

  /// - Throws: `RequestError.template` when a prefix (`{var:3}`) meets a list.
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
  public init(stringLiteral value: String) { self = .text(value) }
  public init(arrayLiteral elements: String...) { self = .list(elements) }
  public init(dictionaryLiteral elements: (String, String)...) {
    self = .pairs(elements.map { URITemplate.Pair($0.0, $0.1) })
  }
}
