import Basics

/// Splits a GraphQL text into tokens (October 2021, section 2.1). It never fails: unexpected characters become invalid
/// tokens, so that the text before them can be parsed and completed.
package struct Lexer {
  let bytes: [UInt8]
  private(set) var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// All tokens, followed by an end token. After an invalid token, lexing continues with the next character.
  package static func tokens(of bytes: [UInt8]) -> [Token] {
    var lexer = Lexer(bytes)
    var tokens: [Token] = []
    tokens.reserveCapacity(bytes.count / 6)
    while true {
      let token = lexer.next()
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
  }

  mutating func next() -> Token {
    skipIgnored()
    let start = index
    guard let byte = byte(at: start) else { return Token(kind: .end, range: start..<start) }
    if let kind = Self.punctuator(byte) { return token(kind, from: start, length: 1) }
    switch byte {
    case UInt8(ascii: "."):
      let isSpread = self.byte(at: start + 1) == byte && self.byte(at: start + 2) == byte
      return isSpread ? token(.spread, from: start, length: 3) : token(.invalid(.lonelyDots), from: start, length: 1)
    case UInt8(ascii: "\""):
      return isBlockQuote(at: start) ? blockString(from: start) : string(from: start)
    case UInt8(ascii: "'"): return token(.invalid(.singleQuote), from: start, length: 1)
    case _ where Self.startsName(byte):
      index += 1
      while let byte = self.byte(at: index), Self.continuesName(byte) { index += 1 }
      return Token(kind: .name, range: start..<index)
    case _ where byte.isASCIIDigit || byte == UInt8(ascii: "-"): return number(from: start)
    default: return token(.invalid(.character), from: start, length: Self.length(of: byte))
    }
  }

  /// The length of a UTF-8 sequence by its first byte.
  private static func length(of byte: UInt8) -> Int { byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }

  static func startsName(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte == UInt8(ascii: "_") }
  static func continuesName(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") }

  private func byte(at place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func token(_ kind: Token.Kind, from start: Int, length: Int) -> Token {
    index = min(start + length, bytes.count)
    return Token(kind: kind, range: start..<index)
  }

  static func punctuator(_ byte: UInt8) -> Token.Kind? {
    switch byte {
    case UInt8(ascii: "!"): .bang
    case UInt8(ascii: "$"): .dollar
    case UInt8(ascii: "&"): .ampersand
    case UInt8(ascii: "("): .parenOpen
    case UInt8(ascii: ")"): .parenClose
    case UInt8(ascii: ":"): .colon
    case UInt8(ascii: "="): .equals
    case UInt8(ascii: "@"): .at
    case UInt8(ascii: "["): .bracketOpen
    case UInt8(ascii: "]"): .bracketClose
    case UInt8(ascii: "{"): .braceOpen
    case UInt8(ascii: "|"): .pipe
    case UInt8(ascii: "}"): .braceClose
    default: nil
    }
  }

  /// White space, line ends, commas, byte order marks and comments.
  private mutating func skipIgnored() {
    while let byte = byte(at: index) {
      switch byte {
      case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "#"):
        while let byte = self.byte(at: index), byte != 0x0A, byte != 0x0D { index += 1 }
      case 0xEF where self.byte(at: index + 1) == 0xBB && self.byte(at: index + 2) == 0xBF: index += 3
      default: return
      }
    }
  }

  private mutating func number(from start: Int) -> Token {
    var isFloat = false
    if byte(at: index) == UInt8(ascii: "-") { index += 1 }
    if byte(at: index) == UInt8(ascii: "0") {
      index += 1
      if byte(at: index)?.isASCIIDigit == true { return fault(.leadingZero, from: start) }
    } else if !skipDigits() {
      return fault(.missingDigit, from: start)
    }
    if byte(at: index) == UInt8(ascii: ".") {
      isFloat = true
      index += 1
      guard skipDigits() else { return fault(.missingDigit, from: start) }
    }
    if let byte = byte(at: index), byte | 0x20 == UInt8(ascii: "e") {
      isFloat = true
      index += 1
      if let sign = self.byte(at: index), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
      guard skipDigits() else { return fault(.missingDigit, from: start) }
    }
    if let byte = byte(at: index), byte == UInt8(ascii: ".") || Self.startsName(byte) {
      return fault(.nameAfterNumber, from: start)
    }
    return Token(kind: isFloat ? .float : .int, range: start..<index)
  }

  private mutating func skipDigits() -> Bool {
    let start = index
    while let byte = byte(at: index), byte.isASCIIDigit { index += 1 }
    return index > start
  }

  /// Ends an invalid token here, including adjoining characters of a name or number.
  private mutating func fault(_ fault: LexicalFault, from start: Int) -> Token {
    while let byte = byte(at: index), Self.continuesName(byte) { index += 1 }
    return Token(kind: .invalid(fault), range: start..<max(index, start + 1))
  }

  private func isBlockQuote(at place: Int) -> Bool {
    (0..<3).allSatisfy { byte(at: place + $0) == UInt8(ascii: "\"") }
  }

  private mutating func string(from start: Int) -> Token {
    index += 1
    var found: LexicalFault?
    while let byte = byte(at: index), byte != 0x0A, byte != 0x0D {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return Token(kind: found.map { .invalid($0) } ?? .string, range: start..<index)
      case UInt8(ascii: "\\"):
        switch StringLiteral.escape(in: bytes, at: index) {
        case .success(let escape): index += escape.length
        case .failure(let fault):
          found = found ?? fault
          index += 1
          if let next = self.byte(at: index), next != 0x0A, next != 0x0D { index += 1 }
        }
      default: index += 1
      }
    }
    return Token(kind: .invalid(.unterminatedString), range: start..<index)
  }

  private mutating func blockString(from start: Int) -> Token {
    index += 3
    while let byte = byte(at: index) {
      if byte == UInt8(ascii: "\\"), isBlockQuote(at: index + 1) {
        index += 4
      } else if byte == UInt8(ascii: "\""), isBlockQuote(at: index) {
        index += 3
        return Token(kind: .blockString, range: start..<index)
      } else {
        index += 1
      }
    }
    return Token(kind: .invalid(.unterminatedString), range: start..<index)
  }
}

/// One lexical token of a GraphQL text, with its range.
package struct Token: Hashable, Sendable {
  /// The kind of token. Punctuators carry no text of their own.
  package enum Kind: Hashable, Sendable {
    case name, int, float, string, blockString
    case bang, dollar, ampersand, parenOpen, parenClose, spread, colon, equals, at, bracketOpen, bracketClose, braceOpen
    case pipe, braceClose
    /// No valid token starts here, for this reason.
    case invalid(LexicalFault)
    case end

    /// For messages: `found …`.
    var words: String {
      switch self {
      case .name: "a name"
      case .int, .float: "a number"
      case .string, .blockString: "a string"
      case .spread: "..."
      case .invalid(let fault): fault.words
      case .end: "the end of the text"
      // The sign itself.
      default: (UInt8(0x21)...0x7E).first { Lexer.punctuator($0) == self }.map { String(Unicode.Scalar($0)) } ?? ""
      }
    }
  }

  package var kind: Kind
  /// The range in bytes of UTF-8.
  package var range: Range<Int>
}

/// The reason why characters are not a valid token.
package enum LexicalFault: Hashable, Sendable {
  case character, singleQuote, lonelyDots, leadingZero, missingDigit, nameAfterNumber, unterminatedString
  case unknownEscape, unicodeEscape

  /// The message in plain language.
  var words: String {
    switch self {
    case .character: "a character that GraphQL does not know"
    case .singleQuote: "a single quote; strings need double quotes"
    case .lonelyDots: "dots that are not three (...)"
    case .leadingZero: "a number with a leading zero"
    case .missingDigit: "a number without its digits"
    case .nameAfterNumber: "a number without a separator after it"
    case .unterminatedString: "a string without its end"
    case .unknownEscape: "an unknown escape in a string"
    case .unicodeEscape: "an escape that is not a Unicode character"
    }
  }
}

extension LexicalFault: Error {}

/// Reads and writes the strings of GraphQL (October 2021, section 2.9.4).
package enum StringLiteral {
  /// The value of one escape sequence and its length in bytes.
  typealias Escape = (scalar: Unicode.Scalar, length: Int)

  /// The text as a literal on one line, with its quotes.
  package static func quoted(_ text: String) -> String {
    // JSON's escapes are a subset of GraphQL's.
    JSONString.quoted(text)
  }

  /// The value of a valid literal in double quotes.
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
    return .success((simple, 2))
  }

  private static func unicode(in bytes: [UInt8], at place: Int) -> Result<Escape, LexicalFault> {
    if place + 2 < bytes.count, bytes[place + 2] == UInt8(ascii: "{") {
      let digits = bytes[(place + 3)...].prefix(9).prefix { $0.hexValue != nil }
      let end = place + 3 + digits.count
      guard (1...8).contains(digits.count), end < bytes.count, bytes[end] == UInt8(ascii: "}"),
        let scalar = Unicode.Scalar(digits.reduce(0) { $0 << 4 | UInt32($1.hexValue ?? 0) })
      else { return .failure(.unicodeEscape) }
      return .success((scalar, digits.count + 4))
    }
    // A surrogate is only valid as part of a pair.
    let (scalar, length) = JSONString.scalar(escapedAt: place, in: bytes)
    return scalar.map { .success(($0, length)) } ?? .failure(.unicodeEscape)
  }

  /// The value of a block string: without the common indentation of its lines and without empty lines at both ends (the
  /// algorithm BlockStringValue).
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
