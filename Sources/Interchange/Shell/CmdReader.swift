import Basics

/// Parses a command as the Windows command prompt passes it to a program: first the prompt's own layer (carets, its
/// quotes, `%NAME%`), then the C runtime's (quotes and backslashes).
struct CmdReader {
  private var cursor: ScalarCursor
  private var script = ShellScript()
  private var readsPipe = false
  /// True for text from older browsers, which also wrote carets inside plain quotes, where the prompt does not
  /// interpret them.
  private let isOldBrowser: Bool

  /// One character passed on by the prompt, or a variable.
  private enum Unit {
    case scalar(Unicode.Scalar)
    case variable(String)
  }

  init(_ text: String) {
    let scalars = text.unicodeScalars.filter { $0 != "\r" }
    cursor = ScalarCursor(String(scalars))
    isOldBrowser = Self.putsCaretsInQuotes(cursor.scalars)
  }

  mutating func read() -> ShellScript {
    var units: [Unit] = []
    var isQuoted = false
    var line = cursor.line
    while let scalar = cursor.peek() {
      switch scalar {
      case "^" where !isQuoted || isOldBrowser: readCaret(into: &units)
      case "\"":
        isQuoted.toggle()
        cursor.next()
        units.append(.scalar(scalar))
      case "%":
        if let name = variable {
          cursor.skip(name.unicodeScalars.count + 2)
          units.append(.variable(name))
        } else {
          cursor.next()
          units.append(.scalar(scalar))
        }
      case "\n",
        "&" where !isQuoted, "|" where !isQuoted:
        cursor.next()
        if scalar == "\n", !isQuoted, continuesOnNextLine(units) {
          units.append(.scalar(" "))
          continue
        }
        if scalar == "\n", isQuoted {
          units.append(.scalar(scalar))
          continue
        }
        end(&units, line: line)
        readsPipe = scalar == "|"
        line = cursor.line
      default:
        cursor.next()
        units.append(.scalar(scalar))
      }
    }
    end(&units, line: line)
    return script
  }

  /// True if an escaped quote (`^\^"`) occurs between quotes without a caret before them.
  private static func putsCaretsInQuotes(_ scalars: [Unicode.Scalar]) -> Bool {
    var isQuoted = false
    var index = 0
    while index < scalars.count {
      if isQuoted, scalars[index...].starts(with: ["^", "\\", "^", "\""]) { return true }
      if !isQuoted, scalars[index] == "^" {
        index += 2
        continue
      }
      if scalars[index] == "\"", index == 0 || scalars[index - 1] != "\\" { isQuoted.toggle() }
      index += 1
    }
    return false
  }

  /// Handles `^x`, which is x; `^` before a line end continues the line and makes the next character literal.
  private mutating func readCaret(into units: inout [Unit]) {
    cursor.next()
    let blanks = cursor.count(while: \.isBlank)
    if cursor.peek(blanks) == "\n" { cursor.skip(blanks) }
    guard let next = cursor.next() else { return }
    guard next == "\n" else { return units.append(.scalar(next)) }
    if cursor.peek() == "\n" {
      cursor.next()
      units.append(.scalar("\n"))
    }
  }

  /// True if a caret was probably lost in pasting: no command starts with a hyphen.
  private func continuesOnNextLine(_ units: [Unit]) -> Bool {
    !units.isEmpty && cursor.peek(cursor.count(while: \.isBlank)) == "-"
  }

  /// The name in `%NAME%`, unless it looks like a percent escape of a URL.
  private var variable: String? {
    guard cursor.peek(1)?.isNameStart == true else { return nil }
    let length = cursor.count(from: 1, while: \.isNamePart)
    guard length > 2, cursor.peek(1 + length) == "%" else { return nil }
    let isHex = { (offset: Int) in cursor.peek(offset)?.hexValue != nil }
    if isHex(1), isHex(2), isHex(length + 2), isHex(length + 3) { return nil }
    return String(String.UnicodeScalarView((1...length).compactMap { cursor.peek($0) }))
  }

  private mutating func end(_ units: inout [Unit], line: Int) {
    var command = ShellCommand(line: line)
    command.words = Self.words(units[...], line: line)
    if readsPipe { command.readPipe() }
    if let start = command.words.prefix(4).firstIndex(where: { $0.literal == "curl" || $0.literal == "curl.exe" }) {
      command.words.removeFirst(start)
    } else if let first = command.words.first?.literal, let mark = first.utf8.range(ofBytes: ">curl") {
      command.words[0] = ShellWord(
        segments: [.text(String(first[first.utf8.index(after: mark.lowerBound)...]))], line: line)
    }
    if !command.words.isEmpty { script.commands.append(command) }
    units = []
  }

  /// Splits a command line by the rules of the C runtime.
  private static func words(_ units: ArraySlice<Unit>, line: Int) -> [ShellWord] {
    var words: [ShellWord] = []
    var word: ShellWord?
    var isQuoted = false
    var index = units.startIndex
    func scalar(_ place: Int) -> Unicode.Scalar? {
      guard place < units.endIndex, case .scalar(let scalar) = units[place] else { return nil }
      return scalar
    }
    while index < units.endIndex {
      guard let next = scalar(index) else {
        if case .variable(let name) = units[index] {
          var open = word ?? ShellWord(line: line)
          open.segments.append(.variable(name))
          word = open
        }
        index += 1
        continue
      }
      if next.isBlank || next == "\n", !isQuoted {
        if let done = word { words.append(done) }
        word = nil
        index += 1
        continue
      }
      var open = word ?? ShellWord(line: line)
      var backslashes = 0
      while scalar(index) == "\\" {
        backslashes += 1
        index += 1
      }
      if scalar(index) == "\"" {
        open.append(String(repeating: "\\", count: backslashes / 2))
        if !backslashes.isMultiple(of: 2) {
          open.append("\"" as Unicode.Scalar)
        } else if isQuoted, scalar(index + 1) == "\"" {
          open.append("\"" as Unicode.Scalar)
          index += 1
        } else {
          isQuoted.toggle()
          open.isQuoted = true
        }
        index += 1
      } else if backslashes > 0 {
        open.append(String(repeating: "\\", count: backslashes))
      } else {
        open.append(next)
        index += 1
      }
      word = open
    }
    if let done = word { words.append(done) }
    return words
  }
}
