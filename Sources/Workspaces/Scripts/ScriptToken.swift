import Basics

/// A token of JavaScript, as far as finding names needs it.
struct ScriptToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A name or a keyword.
    case word
    /// A string without substitutions; `text` is its content.
    case string
    /// A template with substitutions. The tokens of its substitutions follow, each between `{` and `}`.
    case template
    case number
    case regex
    /// One character, except `?.`, `=>`, `...`, and operators that contain `=` or `.`.
    case mark
  }

  var kind: Kind
  var text: String
  /// The first byte of the token in the code.
  var start: Int

  func isMark(_ text: String) -> Bool { kind == .mark && self.text == text }
}

/// Splits JavaScript into tokens without comments and white space. A text with syntax errors is read as far as it goes.
struct ScriptTokenizer {
  private let code: [UInt8]
  private var index = 0
  private(set) var tokens: [ScriptToken] = []
  /// For each open brace, whether it began a substitution of a template.
  private var braces: [Bool] = []
  /// For each open parenthesis, whether it follows `if`, `while`, `for` or `with`, after which a regex may stand.
  private var heads: [Bool] = []
  private var closedHead = false

  static func tokens(of code: String) -> [ScriptToken] {
    var tokenizer = ScriptTokenizer(code: Array(code.utf8))
    while tokenizer.index < tokenizer.code.count { tokenizer.readToken() }
    return tokenizer.tokens
  }

  private func peek(_ offset: Int = 0) -> UInt8? {
    index + offset < code.count ? code[index + offset] : nil
  }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { code[index...].starts(with: $0) }
  }

  private mutating func readToken() {
    let byte = code[index]
    switch byte {
    case _ where byte.isASCIIWhitespace: index += 1
    case UInt8(ascii: "\""), UInt8(ascii: "'"): readString(byte)
    case UInt8(ascii: "`"):
      index += 1
      readTemplate(from: index - 1)
    case UInt8(ascii: "/") where peek(1) == byte: skipLine()
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "/") where mayStartRegex: readRegex()
    case _ where byte.isASCIIDigit: readNumber()
    case UInt8(ascii: ".") where peek(1)?.isASCIIDigit == true: readNumber()
    case _ where Self.isPartOfName(byte): readName()
    default: readMark()
    }
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "#")
      || byte >= 0x80
  }

  private mutating func add(_ kind: ScriptToken.Kind, from start: Int) {
    add(kind, String(decoding: code[start..<index], as: UTF8.self), at: start)
  }

  private mutating func add(_ kind: ScriptToken.Kind, _ text: String, at start: Int) {
    tokens.append(ScriptToken(kind: kind, text: text, start: start))
  }

  private mutating func skipLine() {
    while let byte = peek(), byte != 0x0A, byte != 0x0D { index += 1 }
  }

  private mutating func skipComment() {
    index += 2
    while index < code.count, !starts(with: "*/") { index += 1 }
    index = min(index + 2, code.count)
  }

  private mutating func readName() {
    let start = index
    while let byte = peek(), Self.isPartOfName(byte) { index += 1 }
    add(.word, from: start)
  }

  private mutating func readNumber() {
    let start = index
    while let byte = peek(), Self.isPartOfName(byte) || byte == UInt8(ascii: ".") { index += 1 }
    add(.number, from: start)
  }

  private mutating func readString(_ quote: UInt8) {
    let start = index
    index += 1
    while let byte = peek(), byte != quote, byte != 0x0A { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
    index = min(index, code.count)
    add(.string, String(decoding: code[(start + 1)..<max(start + 1, index)], as: UTF8.self), at: start)
    index = min(index + 1, code.count)
  }

  /// Reads a template up to its end or to a substitution, whose closing brace continues it.
  private mutating func readTemplate(from start: Int, continued: Bool = false) {
    let first = index
    while let byte = peek() {
      if byte == UInt8(ascii: "`") {
        let text = String(decoding: code[first..<index], as: UTF8.self)
        index += 1
        if !continued { add(.string, text, at: start) }
        return
      }
      if byte == UInt8(ascii: "$"), peek(1) == UInt8(ascii: "{") {
        if !continued { add(.template, "", at: start) }
        add(.mark, "{", at: index + 1)
        braces.append(true)
        index += 2
        return
      }
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    index = code.count
  }

  private mutating func readRegex() {
    let start = index
    var isInClass = false
    index += 1
    while let byte = peek(), byte != 0x0A {
      if byte == UInt8(ascii: "/"), !isInClass { break }
      if byte == UInt8(ascii: "[") { isInClass = true }
      if byte == UInt8(ascii: "]") { isInClass = false }
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, code.count)
    while let byte = peek(), Self.isPartOfName(byte) { index += 1 }
    add(.regex, from: start)
  }

  /// A slash divides after a value, and begins a regex after anything else.
  private var mayStartRegex: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .word: return Self.wordsBeforeValues.contains(last.text)
    case .string, .template, .number, .regex: return false
    case .mark: return last.text == ")" ? closedHead : !["]", "}"].contains(last.text)
    }
  }

  private static let wordsBeforeValues: Set<String> = [
    "return", "typeof", "case", "in", "of", "new", "delete", "void", "throw", "do", "else", "await", "yield",
    "instanceof",
  ]

  private static let longMarks: [StaticString] = [
    "...", "===", "!==", "=>", "==", "!=", "<=", ">=", "?.", "&&", "||", "??",
  ]

  private mutating func readMark() {
    let start = index
    for mark in Self.longMarks where starts(with: mark) {
      // `a?.5:b` is a condition.
      if mark.utf8CodeUnitCount == 2, starts(with: "?."), peek(2)?.isASCIIDigit == true { continue }
      index += mark.utf8CodeUnitCount
      return add(.mark, from: start)
    }
    let byte = code[index]
    index += 1
    add(.mark, from: start)
    switch byte {
    case UInt8(ascii: "{"): braces.append(false)
    case UInt8(ascii: "}"): if braces.popLast() == true { readTemplate(from: start, continued: true) }
    case UInt8(ascii: "("):
      let before = tokens.dropLast().last
      heads.append(before.map { $0.kind == .word && ["if", "while", "for", "with"].contains($0.text) } ?? false)
    case UInt8(ascii: ")"): closedHead = heads.popLast() ?? false
    default: break
    }
  }
}
