import Basics

extension LexicalFault: Error {}

/// Reads and writes the strings of GraphQL (October 2021, section 2.9.4).
package enum StringLiteral {
  /// One escape sequence: what it stands for, and its length in bytes.
  struct Escape {
    var scalar: Unicode.Scalar
    var length: Int
  }

  /// The text as a literal on one line, with its quotes.
  package static func quoted(_ text: String) -> String {
    // JSON's escapes are among GraphQL's.
    JSONString.quoted(text)
  }

  /// What a valid literal between double quotes stands for.
  static func value(of literal: ArraySlice<UInt8>) -> String {
    let content = literal.dropFirst().dropLast()
    guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
    let bytes = Array(content)
    var text = String.UnicodeScalarView()
    var plain = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\"), case .success(let escape) = escape(in: bytes, at: index) else {
        index += 1
        continue
      }
      text.append(contentsOf: String(decoding: bytes[plain..<index], as: UTF8.self).unicodeScalars)
      text.append(escape.scalar)
      index += escape.length
      plain = index
    }
    text.append(contentsOf: String(decoding: bytes[plain...], as: UTF8.self).unicodeScalars)
    return String(text)
  }

  /// The escape that starts with the backslash at `place`.
  static func escape(in bytes: [UInt8], at place: Int) -> Result<Escape, LexicalFault> {
    guard place + 1 < bytes.count else { return .failure(.unterminatedString) }
    let simple: Unicode.Scalar
    switch bytes[place + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): simple = Unicode.Scalar(bytes[place + 1])
    case UInt8(ascii: "b"): simple = "\u{8}"
    case UInt8(ascii: "f"): simple = "\u{C}"
    case UInt8(ascii: "n"): simple = "\n"
    case UInt8(ascii: "r"): simple = "\r"
    case UInt8(ascii: "t"): simple = "\t"
    case UInt8(ascii: "u"): return unicode(in: bytes, at: place)
    default: return .failure(.unknownEscape)
    }
    return .success(Escape(scalar: simple, length: 2))
  }

  private static func unicode(in bytes: [UInt8], at place: Int) -> Result<Escape, LexicalFault> {
    if place + 2 < bytes.count, bytes[place + 2] == UInt8(ascii: "{") {
      let digits = bytes[(place + 3)...].prefix(9).prefix { $0.hexValue != nil }
      let end = place + 3 + digits.count
      guard (1...8).contains(digits.count), end < bytes.count, bytes[end] == UInt8(ascii: "}"),
        let scalar = Unicode.Scalar(number(digits))
      else { return .failure(.unicodeEscape) }
      return .success(Escape(scalar: scalar, length: digits.count + 4))
    }
    guard let high = unit(in: bytes, at: place) else { return .failure(.unicodeEscape) }
    if let scalar = Unicode.Scalar(high) { return .success(Escape(scalar: scalar, length: 6)) }
    // Only a pair of surrogates stands for a character.
    guard high < 0xDC00, place + 7 < bytes.count, bytes[place + 6] == UInt8(ascii: "\\"),
      bytes[place + 7] == UInt8(ascii: "u"), let low = unit(in: bytes, at: place + 6), low & 0xFC00 == 0xDC00,
      let scalar = Unicode.Scalar(0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF))
    else { return .failure(.unicodeEscape) }
    return .success(Escape(scalar: scalar, length: 12))
  }

  /// The four digits after `\u`.
  private static func unit(in bytes: [UInt8], at place: Int) -> UInt32? {
    guard place + 6 <= bytes.count else { return nil }
    let digits = bytes[(place + 2)..<(place + 6)]
    return digits.allSatisfy { $0.hexValue != nil } ? number(digits) : nil
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt32 {
    digits.reduce(0) { $0 << 4 | UInt32($1.hexValue ?? 0) }
  }

  /// What a block string stands for: without the indentation that its lines have in common, and without empty lines
  /// at both ends (the algorithm BlockStringValue).
  static func blockValue(of literal: ArraySlice<UInt8>) -> String {
    let lines = blockLines(Array(literal.dropFirst(3).dropLast(3)))
    let indents = lines.map { $0.prefix { $0.isBlank }.count }
    let filled = lines.indices.filter { indents[$0] < lines[$0].count }
    guard let first = filled.first, let last = filled.last else { return "" }
    let common = filled.filter { $0 > 0 }.map { indents[$0] }.min() ?? 0
    var value: [UInt8] = []
    for place in first...last {
      if place > first { value.append(0x0A) }
      value += place == 0 ? lines[place][...] : lines[place].dropFirst(common)
    }
    return String(decoding: value, as: UTF8.self)
  }

  private static func blockLines(_ bytes: [UInt8]) -> [[UInt8]] {
    let escaped = Array("\\\"\"\"".utf8)
    var lines: [[UInt8]] = [[]]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == escaped[0], bytes[index...].starts(with: escaped) {
        lines[lines.count - 1] += escaped.dropFirst()
        index += escaped.count
        continue
      }
      index += 1
      switch byte {
      case 0x0D:
        if index < bytes.count, bytes[index] == 0x0A { index += 1 }
        lines.append([])
      case 0x0A: lines.append([])
      default: lines[lines.count - 1].append(byte)
      }
    }
    return lines
  }
}
