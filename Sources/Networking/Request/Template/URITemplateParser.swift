import Basics

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
