import Basics

/// Parses a curl command written for PowerShell: its two kinds of quotes, the backtick, `$env:NAME`.
struct PowerShellReader {
  private var cursor: ScalarCursor
  private var script = ShellScript()
  private var command = ShellCommand()

  private static let singleQuotes: [Unicode.Scalar] = ["'", "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}"]
  private static let doubleQuotes: [Unicode.Scalar] = ["\"", "\u{201C}", "\u{201D}", "\u{201E}"]

  init(_ text: String) {
    cursor = ScalarCursor(text)
  }

  mutating func read() -> ShellScript {
    while let scalar = cursor.peek() {
      switch scalar {
      case " ", "\t", "\r": cursor.next()
      case "`" where cursor.peek(1) == "\n": cursor.skip(2)
      case "`" where cursor.peek(1) == "\r" && cursor.peek(2) == "\n": cursor.skip(3)
      case "\n":
        cursor.next()
        if command.words.isEmpty || cursor.peek(cursor.count(while: \.isBlank)) != "-" { endCommand() }
      case ";", "|", "&":
        cursor.next()
        endCommand()
        if scalar == "|" { command.readPipe() }
      case "#": script.comments += cursor.comment()
      default: readWord()
      }
    }
    endCommand()
    return script
  }

  private mutating func endCommand() {
    if let start = command.words.prefix(4).firstIndex(where: { $0.literal == "curl" || $0.literal == "curl.exe" }) {
      command.words.removeFirst(start)
    }
    if !command.words.isEmpty { script.commands.append(command) }
    command = ShellCommand(line: cursor.line)
  }

  private mutating func readWord() {
    var word = ShellWord(line: cursor.line)
    loop: while let scalar = cursor.peek() {
      switch scalar {
      case " ", "\t", "\r", "\n", ";", "|": break loop
      case "`":
        cursor.next()
        if cursor.peek() == "\n" || cursor.peek() == "\r" { break loop }
        readEscape(into: &word)
      case "$": readDollar(into: &word)
      case _ where Self.singleQuotes.contains(scalar):
        readQuotes(into: &word, closing: Self.singleQuotes, expands: false)
      case _ where Self.doubleQuotes.contains(scalar):
        readQuotes(into: &word, closing: Self.doubleQuotes, expands: true)
      default:
        cursor.next()
        word.append(scalar)
      }
    }
    if !word.segments.isEmpty || word.isQuoted { command.words.append(word) }
  }

  private mutating func readQuotes(into word: inout ShellWord, closing: [Unicode.Scalar], expands: Bool) {
    let line = cursor.line
    cursor.next()
    word.isQuoted = true
    word.append("")
    while let scalar = cursor.peek() {
      if closing.contains(scalar) {
        cursor.next()
        guard let next = cursor.peek(), closing.contains(next) else { return }
        word.append(scalar)
        cursor.next()
      } else if expands, scalar == "`" {
        cursor.next()
        readEscape(into: &word)
      } else if expands, scalar == "$" {
        readDollar(into: &word)
      } else {
        cursor.next()
        word.append(scalar)
      }
    }
    script.problems.append(.init(line: line, message: "a quote is never closed"))
  }

  private mutating func readDollar(into word: inout ShellWord) {
    let start = cursor.index
    cursor.next()
    if cursor.peek() == "(" {
      var depth = 0
      while let scalar = cursor.next() {
        if scalar == "(" { depth += 1 }
        if scalar == ")" { depth -= 1 }
        if depth == 0 { break }
      }
      return word.segments.append(.substitution(cursor.text(from: start)))
    }
    let isBraced = cursor.peek() == "{"
    if isBraced { cursor.next() }
    if cursor.starts(with: "env:") { cursor.skip(4) }
    let nameStart = cursor.index
    cursor.skip(cursor.count { $0.isNamePart })
    let name = cursor.text(from: nameStart)
    guard !name.isEmpty else { return word.append(cursor.text(from: start)) }
    if isBraced, cursor.peek() == "}" { cursor.next() }
    word.segments.append(.variable(name))
  }

  /// Reads the rest of an escape after a backtick: a letter, `u{1F600}`, or any literal character.
  private mutating func readEscape(into word: inout ShellWord) {
    guard let next = cursor.next() else { return }
    guard next == "u", cursor.peek() == "{" else { return word.append(Self.escaped(next)) }
    let length = cursor.count(from: 1) { $0.hexValue != nil }
    let digits = String(String.UnicodeScalarView((0..<length).compactMap { cursor.peek(1 + $0) }))
    guard cursor.peek(1 + length) == "}", let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value)
    else { return word.append(next) }
    cursor.skip(length + 2)
    word.append(scalar)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "n": "\n"
    case "r": "\r"
    case "t": "\t"
    case "0": "\0"
    case "a": "\u{07}"
    case "b": "\u{08}"
    case "e": "\u{1B}"
    case "f": "\u{0C}"
    case "v": "\u{0B}"
    default: scalar
    }
  }
}
