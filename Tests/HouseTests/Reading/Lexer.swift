/// Splits Swift source into tokens, so that a rule never mistakes the content of a string or comment for code.
struct Lexer {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lastEnd = -1
  private(set) var tokens: [Token] = []
  /// The strings as shown to a reader, with `…` for each interpolation, and `‹save›` for a key.
  private var strings: [String] = []

  static func tokens(of source: String) -> [Token] {
    var lexer = Lexer(bytes: Array(source.utf8))
    lexer.readCode(untilParenthesis: false)
    return lexer.tokens
  }

  static func strings(of source: String) -> [String] {
    var lexer = Lexer(bytes: Array(source.utf8))
    lexer.readCode(untilParenthesis: false)
    return lexer.strings
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8 {
    let index = position + offset
    return index < bytes.count ? bytes[index] : 0
  }

  private func starts(with prefix: String) -> Bool {
    bytes[min(position, bytes.count)...].starts(with: prefix.utf8)
  }

  private mutating func add(_ kind: Token.Kind, from start: Int, line startLine: Int) {
    let text = String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self)
    tokens.append(Token(kind: kind, text: text, line: startLine, isJoined: start == lastEnd))
    lastEnd = position
  }

  private mutating func advance() {
    if byte() == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  /// Reads to the end, or in an interpolation through its closing parenthesis.
  private mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while position < bytes.count {
      let start = position
      switch byte() {
      case UInt8(ascii: "("), UInt8(ascii: ")"):
        depth += byte() == UInt8(ascii: "(") ? 1 : -1
        position += 1
        if untilParenthesis && depth < 0 { return }
        add(.symbol, from: start, line: line)
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        advance()
      case UInt8(ascii: "/") where starts(with: "//"):
        while position < bytes.count, byte() != UInt8(ascii: "\n") { position += 1 }
        add(.comment, from: start, line: line)
      case UInt8(ascii: "/") where starts(with: "/*"):
        readBlockComment()
      case UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "/"):
        if !readLiteral() {
          position += 1
          add(.symbol, from: start, line: line)
        }
      case UInt8(ascii: "`"):
        position += 1
        while position < bytes.count, byte() != UInt8(ascii: "`") { position += 1 }
        position += 1
        add(.word, from: start, line: line)
      case let first where Lexer.isWord(first):
        while Lexer.isWord(byte()) { position += 1 }
        add(.word, from: start, line: line)
      default:
        position += 1
        add(.symbol, from: start, line: line)
      }
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
      true
    default: false
    }
  }

  private mutating func readBlockComment() {
    let start = position
    let startLine = line
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        position += 2
      } else if starts(with: "*/") {
        depth -= 1
        position += 2
      } else {
        advance()
      }
    } while depth > 0 && position < bytes.count
    add(.comment, from: start, line: startLine)
  }
}

extension Lexer {
  /// Reads a string or regex literal, if one starts here, with its interpolations as code.
  private mutating func readLiteral() -> Bool {
    var pounds = 0
    while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
    let fence = String(repeating: "#", count: pounds)
    if byte(pounds) == UInt8(ascii: "\"") {
      let isMultiline = byte(pounds + 1) == UInt8(ascii: "\"") && byte(pounds + 2) == UInt8(ascii: "\"")
      position += pounds + (isMultiline ? 3 : 1)
      readString(closing: (isMultiline ? "\"\"\"" : "\"") + fence, escape: "\\" + fence)
      return true
    }
    guard byte(pounds) == UInt8(ascii: "/"), pounds > 0 || isBareRegex else { return false }
    position += pounds + 1
    readString(closing: "/" + fence, escape: "\\")
    return true
  }

  private mutating func readString(closing: String, escape: String) {
    var start = position
    var startLine = line
    var whole = ""
    func piece() -> String { String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self) }
    while position < bytes.count {
      if starts(with: closing) { break }
      if starts(with: escape + "("), closing.first == "\"" {
        add(.text, from: start, line: startLine)
        whole += piece()
        position += escape.utf8.count + 1
        let code = position
        readCode(untilParenthesis: true)
        whole += Self.shown(String(decoding: bytes[code..<max(code, position - 1)], as: UTF8.self))
        (start, startLine) = (position, line)
      } else if starts(with: escape) {
        position += escape.utf8.count
        advance()
      } else {
        advance()
      }
    }
    add(.text, from: start, line: startLine)
    if closing.first == "\"" { strings.append(whole + piece()) }
    position += closing.utf8.count
    lastEnd = position
  }

  /// An interpolation as shown to a reader: `‹save›` for the key of a command.
  private static func shown(_ code: String) -> String {
    let mark = "key: \""
    guard code.hasPrefix(mark), code.hasSuffix("\""), !code.dropFirst(mark.count).dropLast().contains("\"") else {
      return "…"
    }
    return "‹\(code.dropFirst(mark.count).dropLast())›"
  }

  /// True if the slash opens a regex literal: a value is expected here, and it closes on the same line.
  private var isBareRegex: Bool {
    let next = byte(1)
    guard next != UInt8(ascii: " "), next != UInt8(ascii: "\n"), next != UInt8(ascii: ")") else { return false }
    let opensValue: Bool =
      switch tokens.last {
      case nil: true
      case let last? where last.kind == .symbol: "(,=:[{!&|;".contains(last.text)
      case let last?: last.isWord("return") || last.isWord("in")
      }
    let rest = bytes[(position + 1)...].prefix { $0 != UInt8(ascii: "\n") }
    return opensValue && rest.contains(UInt8(ascii: "/"))
  }
}
