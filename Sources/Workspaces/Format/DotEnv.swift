import Basics

/// Reads a `.env` file as the npm package dotenv does (opencollection.md, section 12).
enum DotEnv {
  /// Pairs in the order of the file; if a name is repeated, the last one wins.
  static func pairs(_ bytes: [UInt8]) -> [(name: String, value: String)] {
    let text = String(decoding: bytes, as: UTF8.self)
    var scanner = DotEnvScanner(Array(text.unicodeScalars))
    return scanner.pairs()
  }
}

/// A single pass over the text of a `.env` file.
private struct DotEnvScanner {
  let text: [Unicode.Scalar]
  var index = 0
  /// Quotes known to have no closing one; searching again each time would be quadratic.
  private var unclosed: Set<Unicode.Scalar> = []

  init(_ text: [Unicode.Scalar]) { self.text = text.first == "\u{FEFF}" ? Array(text.dropFirst()) : text }

  mutating func pairs() -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    while index < text.count {
      if let pair = pair() { found.append(pair) }
      skipLine()
    }
    let last = Dictionary(found.indices.map { (found[$0].name, $0) }) { _, later in later }
    return found.indices.filter { last[found[$0].name] == $0 }.map { found[$0] }
  }

  private mutating func pair() -> (name: String, value: String)? {
    skipBlanks()
    var name = word()
    if name == "export", index < text.count, text[index].isBlank {
      skipBlanks()
      name = word()
    }
    guard !name.isEmpty else { return nil }
    skipBlanks()
    guard index < text.count, text[index] == "=" || text[index] == ":" else { return nil }
    index += 1
    skipBlanks()
    return (name, value())
  }

  private mutating func value() -> String {
    guard index < text.count else { return "" }
    let quote = text[index]
    if quote == "'" || quote == "\"" || quote == "`", let end = closing(quote) {
      let inner = text[(index + 1)..<end]
      index = end + 1
      return quote == "\"" ? expanded(inner) : string(inner)
    }
    let start = index
    while index < text.count, !isBreak(text[index]), text[index] != "#" { index += 1 }
    return trimmed(text[start..<index])
  }

  /// The closing quote, which may be on a later line; a backslash escapes the next character.
  private mutating func closing(_ quote: Unicode.Scalar) -> Int? {
    guard !unclosed.contains(quote) else { return nil }
    var at = index + 1
    while at < text.count {
      if text[at] == "\\", at + 1 < text.count { at += 1 } else if text[at] == quote { return at }
      at += 1
    }
    unclosed.insert(quote)
    return nil
  }

  private func expanded(_ inner: ArraySlice<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    var at = inner.startIndex
    while at < inner.endIndex {
      let next = at + 1 < inner.endIndex ? inner[at + 1] : nil
      if inner[at] == "\\", next == "n" || next == "r" {
        result.append(next == "n" ? "\n" : "\r")
        at += 2
      } else {
        result.append(inner[at])
        at += 1
      }
    }
    return String(result)
  }

  private mutating func word() -> String {
    let start = index
    while index < text.count, isName(text[index]) { index += 1 }
    return string(text[start..<index])
  }

  private mutating func skipBlanks() {
    while index < text.count, text[index].isBlank { index += 1 }
  }

  private mutating func skipLine() {
    while index < text.count, !isBreak(text[index]) { index += 1 }
    while index < text.count, isBreak(text[index]) { index += 1 }
  }

  private func isBreak(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }
  private func isName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      || scalar == "_" || scalar == "." || scalar == "-"
  }

  private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var slice = scalars
    while let last = slice.last, last.isBlank { slice = slice.dropLast() }
    return string(slice)
  }
}
