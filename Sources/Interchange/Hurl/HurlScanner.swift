/// Scans a Hurl file scalar by scalar and counts lines.
struct HurlScanner {
  private let scalars: [Unicode.Scalar]
  private(set) var index = 0
  /// The current line, from 1.
  private(set) var line = 1
  /// The number of unclosed texts; each search for an end scans the whole rest.
  var failures = 0
  static let mostFailures = 32
  /// Marks that do not occur in the rest of the text.
  private var missing: Set<String> = []
  /// No variable is closed before this index.
  private var clear = 0

  init(_ text: String) {
    // Normalizes line ends, so that lines are counted alike.
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      if scalar == "\n", scalars.last == "\r" { scalars.removeLast() }
      scalars.append(scalar)
    }
    self.scalars = scalars
  }

  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
  var isAtEnd: Bool { index >= scalars.count }

  func peek(_ offset: Int) -> Unicode.Scalar? {
    scalars.indices.contains(index + offset) ? scalars[index + offset] : nil
  }

  func starts(with text: String) -> Bool { scalars[index...].starts(with: text.unicodeScalars) }

  mutating func advance() {
    guard index < scalars.count else { return }
    if scalars[index] == "\n" { line += 1 }
    index += 1
  }

  mutating func take(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    for _ in text.unicodeScalars { advance() }
    return true
  }

  mutating func skipBlanks() {
    while let scalar = next, scalar == " " || scalar == "\t" { advance() }
  }

  /// Consumes the rest of the line including its end.
  @discardableResult mutating func restOfLine() -> String {
    var text = ""
    while let scalar = next, scalar != "\n" {
      text.unicodeScalars.append(scalar)
      advance()
    }
    advance()
    return text
  }

  /// The line that begins here, without consuming it.
  var wholeLine: String {
    var text = String.UnicodeScalarView()
    for scalar in scalars[index...] {
      if scalar == "\n" { break }
      text.append(scalar)
    }
    return String(text)
  }

  /// Consumes everything up to and including `mark`; `nil` if it does not occur, and no text is consumed.
  mutating func take(upTo mark: String) -> String? {
    if missing.contains(mark) { return nil }
    var copy = self
    var text = String.UnicodeScalarView()
    while let scalar = copy.next {
      if copy.take(mark) {
        self = copy
        return String(text)
      }
      text.append(scalar)
      copy.advance()
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
    var end = index + 2
    while end + 1 < scalars.count, scalars[end] != "\n" {
      if scalars[end] == "}", scalars[end + 1] == "}" {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[index..<(end + 2)])
        index = end + 2
        return String(text)
      }
      end += 1
    }
    clear = end
    return nil
  }

  /// Reads an escape such as `
  /// ` or `\u{41}`; a backslash before any other character represents that character.
  private mutating func escape() -> Unicode.Scalar {
    advance()
    guard let scalar = next else { return "\\" }
    if scalar == "u", peek(1) == "{" {
      let digits = String(String.UnicodeScalarView(scalars[(index + 2)...].prefix(8).prefix { $0 != "}" }))
      let end = index + 2 + digits.unicodeScalars.count
      if end < scalars.count, scalars[end] == "}", let value = UInt32(digits, radix: 16),
        let named = Unicode.Scalar(value)
      {
        index = end + 1
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
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text)
    return String(view)
  }

  /// A text as written, with its escapes resolved.
  static func unescaped(_ raw: String) -> String {
    var scanner = HurlScanner(raw)
    return scanner.text(until: [])
  }
}
