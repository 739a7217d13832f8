extension JSON {
  /// What is wrong with a text, and at which byte.
  struct SyntaxError: Error, Hashable {
    let message: String
    let offset: Int
  }

  /// Reads one document (RFC 8259), at most 128 levels deep.
  init(parsing bytes: [UInt8]) throws(SyntaxError) {
    var parser = JSONParser(bytes: bytes)
    self = try parser.document()
  }
}

/// Reads JSON from the front to the back; `index` is the next byte that was not looked at.
private struct JSONParser {
  let bytes: [UInt8]
  var index = 0
  private static let deepest = 128

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func fault(_ message: String) -> JSON.SyntaxError { JSON.SyntaxError(message: message, offset: index) }

  mutating func document() throws(JSON.SyntaxError) -> JSON {
    let value = try value(level: 0)
    skipBlanks()
    guard next == nil else { throw fault("expected nothing after the value") }
    return value
  }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { index += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func value(level: Int) throws(JSON.SyntaxError) -> JSON {
    guard level < Self.deepest else { throw fault("nested more than \(Self.deepest) levels deep") }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return try object(level: level)
    case UInt8(ascii: "["): return try array(level: level)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw fault("expected a value, found the end")
    case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: return try number()
    default: throw fault("expected a value")
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSON.SyntaxError) -> JSON {
    guard bytes[index...].starts(with: word.utf8) else { throw fault("expected \(word)") }
    index += word.utf8.count
    return value
  }

  private mutating func number() throws(JSON.SyntaxError) -> JSON {
    let start = index
    _ = take("-")
    let whole = digits()
    guard whole == 1 || whole > 1 && bytes[index - whole] != UInt8(ascii: "0") else { throw fault("expected a number") }
    if take("."), digits() == 0 { throw fault("expected a digit after the point") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if digits() == 0 { throw fault("expected a digit in the exponent") }
    }
    return .numeral(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index - start
  }

  private mutating func array(level: Int) throws(JSON.SyntaxError) -> JSON {
    index += 1
    var elements: [JSON] = []
    skipBlanks()
    if take("]") { return .array([]) }
    while true {
      elements.append(try value(level: level + 1))
      skipBlanks()
      if take("]") { return .array(elements) }
      guard take(",") else { throw fault("expected a comma or ]") }
    }
  }

  private mutating func object(level: Int) throws(JSON.SyntaxError) -> JSON {
    index += 1
    var members: [JSON.Member] = []
    skipBlanks()
    if take("}") { return .object([]) }
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw fault("expected a name in quotes") }
      let name = try string()
      skipBlanks()
      guard take(":") else { throw fault("expected a colon") }
      members.append(JSON.Member(name, try value(level: level + 1)))
      skipBlanks()
      if take("}") { return .object(members) }
      guard take(",") else { throw fault("expected a comma or }") }
    }
  }

  private mutating func string() throws(JSON.SyntaxError) -> String {
    index += 1
    var units: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"): units.append(contentsOf: try escape())
      case 0..<0x20: throw fault("expected control characters to be escaped")
      default: units.append(byte)
      }
    }
    throw fault("expected a closing quote")
  }

  private mutating func escape() throws(JSON.SyntaxError) -> [UInt8] {
    guard let byte = next else { throw fault("expected a character after the backslash") }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): return [0x0a]
    case UInt8(ascii: "r"): return [0x0d]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0c]
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "u"): return Array(String(Character(try unicodeEscape())).utf8)
    default: throw fault("expected an escape")
    }
  }

  private mutating func unicodeEscape() throws(JSON.SyntaxError) -> Unicode.Scalar {
    let high = try fourDigits()
    let continues = next == UInt8(ascii: "\\") && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "u")
    if (0xd800..<0xdc00).contains(high), continues {
      index += 2
      let low = try fourDigits()
      guard (0xdc00..<0xe000).contains(low) else { return "\u{fffd}" }
      return Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00)) ?? "\u{fffd}"
    }
    return Unicode.Scalar(high) ?? "\u{fffd}"
  }

  private mutating func fourDigits() throws(JSON.SyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = byte.hexValue else { throw fault("expected four hex digits") }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
