import Basics

/// Scans a Hurl file scalar by scalar and counts lines.
struct HurlScanner {
  private var cursor: ScalarCursor
  /// The number of unclosed texts; each search for an end scans the whole rest.
  var failures = 0
  static let mostFailures = 32
  /// Marks that do not occur in the rest of the text.
  private var missing: Set<String> = []
  /// No variable is closed before this index.
  private var clear = 0

  /// Normalizes line ends, so that lines are counted alike.
  init(_ text: String) { cursor = ScalarCursor(text.replacing("\r\n", with: "\n")) }

  var index: Int { cursor.index }
  /// The current line, from 1.
  var line: Int { cursor.line }
  var next: Unicode.Scalar? { cursor.peek() }
  var isAtEnd: Bool { cursor.isAtEnd }

  func peek(_ offset: Int) -> Unicode.Scalar? { cursor.peek(offset) }

  func starts(with text: String) -> Bool { cursor.starts(with: text) }

  mutating func advance() { cursor.next() }

  mutating func take(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    cursor.skip(text.unicodeScalars.count)
    return true
  }

  mutating func skipBlanks() { cursor.skip(cursor.count(while: \.isBlank)) }

  /// Consumes the rest of the line including its end.
  @discardableResult mutating func restOfLine() -> String {
    let text = wholeLine
    cursor.skip(text.unicodeScalars.count + 1)
    return text
  }

  /// The line that begins here, without consuming it.
  var wholeLine: String { String(cursor.lineAhead) }

  /// Consumes everything up to and including `mark`; `nil` if it does not occur, and no text is consumed.
  mutating func take(upTo mark: String) -> String? {
    if missing.contains(mark) { return nil }
    var end = cursor
    while !end.isAtEnd {
      if end.starts(with: mark) {
        let text = end.text(from: index)
        end.skip(mark.unicodeScalars.count)
        cursor = end
        return text
      }
      end.next()
    }
    missing.insert(mark)
    return nil
  }

  /// A text with its escapes resolved, up to one of `ends`, which is not consumed. Variables stay unchanged.
  mutating func text(until ends: Set<Unicode.Scalar>) -> String {
    var text = ""
    while let scalar = next, !ends.contains(scalar) {
      if scalar == "{", peek(1) == "{", let inner = template() {
        text += inner
      } else if scalar == "\\" {
        text.unicodeScalars.append(escape())
      } else {
        text.unicodeScalars.append(scalar)
        advance()
      }
    }
    return text
  }

  /// Reads `{{…}}` on one line.
  private mutating func template() -> String? {
    if index < clear { return nil }
    let start = index
    var end = 2
    while let scalar = peek(end), scalar != "\n" {
      if scalar == "}", peek(end + 1) == "}" {
        cursor.skip(end + 2)
        return cursor.text(from: start)
      }
      end += 1
    }
    clear = start + end
    return nil
  }

  /// Reads an escape such as `\n` or `\u{41}`; a backslash before any other character represents that character.
  private mutating func escape() -> Unicode.Scalar {
    advance()
    guard let scalar = next else { return "\\" }
    if scalar == "u", peek(1) == "{" {
      let digits = String(cursor.scalars[(index + 2)...].prefix(8).prefix { $0 != "}" })
      let length = 2 + digits.unicodeScalars.count
      if peek(length) == "}", let value = UInt32(digits, radix: 16), let named = Unicode.Scalar(value) {
        cursor.skip(length + 1)
        return named
      }
    }
    advance()
    let named: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t", "b": "\u{8}", "f": "\u{C}"]
    return named[scalar] ?? scalar
  }

  /// The text up to one of `ends` or the end of the line as written, trimmed.
  mutating func raw(until ends: Set<Unicode.Scalar>) -> String {
    skipBlanks()
    var text: [Unicode.Scalar] = []
    while let scalar = next, scalar != "\n", !ends.contains(scalar) {
      if scalar == "{", peek(1) == "{", let inner = template() {
        text += inner.unicodeScalars
        continue
      }
      text.append(scalar)
      advance()
      if scalar == "\\", let escaped = next, escaped != "\n" {
        text.append(escaped)
        advance()
      }
    }
    while let last = text.last, last == " " || last == "\t", text.dropLast().last != "\\" { text.removeLast() }
    return String(text[...])
  }

  /// A text as written, with its escapes resolved.
  static func unescaped(_ raw: String) -> String {
    var scanner = HurlScanner(raw)
    return scanner.text(until: [])
  }
}
