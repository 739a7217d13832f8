import Basics

/// Splits a GraphQL text into tokens (October 2021, section 2.1). It never fails: what is no token becomes an invalid one, so
/// that a text can be read up to its fault, and completion can read one that is being typed.
struct Lexer {
  let bytes: [UInt8]
  private(set) var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// All tokens, the last being the end. After an invalid token it goes on with the next character.
  static func tokens(of bytes: [UInt8]) -> [Token] {
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
    default: return token(.invalid(.character), from: start, length: UTF8Length.of(byte))
    }
  }

  static func startsName(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte == UInt8(ascii: "_") }
  static func continuesName(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") }

  private func byte(at place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func token(_ kind: Token.Kind, from start: Int, length: Int) -> Token {
    index = min(start + length, bytes.count)
    return Token(kind: kind, range: start..<index)
  }

  private static func punctuator(_ byte: UInt8) -> Token.Kind? {
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

  /// An invalid token up to here, with what of a name or number is joined to it.
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

/// The length of a character by the first of its bytes.
private enum UTF8Length {
  static func of(_ byte: UInt8) -> Int { byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }
}
