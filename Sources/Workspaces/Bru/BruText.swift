import Basics

/// One `key: value` of a block.
struct BruPair: Hashable, Sendable {
  var name: String
  var value: String
  /// `false` if the name has a `~` in front.
  var isEnabled = true
  /// The lines of `[ … ]`, if the value is a list.
  var list: [String]?
  var note = ""

  var row: Row { Row(name, value, isEnabled: isEnabled, note: note) }

  /// Whether the name has an `@` in front, which makes the variable local to the request.
  var isLocal: Bool { name.utf8.first == UInt8(ascii: "@") }
  var localName: String { isLocal ? String(name.dropFirst()) : name }
}

/// Parses the text elements of the older format.
enum BruText {
  /// The lines without their ends, LF or CRLF.
  static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    LineEnds.lines(of: bytes).map { String(decoding: $0, as: UTF8.self) }
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    text.trimmingASCII(\.isBlankOrLineEnd)
  }

  static func outdented(_ lines: some Sequence<String>) -> [String] { lines.map { outdented($0, by: 2) } }

  /// Removes at most `count` leading blanks.
  private static func outdented(_ line: String, by count: Int) -> String {
    var rest = Substring(line).utf8
    var left = count
    while left > 0, rest.first == 0x20 {
      rest.removeFirst()
      left -= 1
    }
    return String(Substring(rest))
  }

  static func pairs(_ lines: [String]) -> [BruPair] { read(lines).pairs }

  /// The pairs, and the lines that belong to none, each with its index.
  static func read(_ lines: [String]) -> (pairs: [BruPair], others: [(index: Int, text: String)]) {
    var others: [(index: Int, text: String)] = []
    var found: [BruPair] = []
    var note = ""
    var rest = lines[...]
    while let whole = rest.popFirst() {
      let index = rest.startIndex - 1
      let line = trimmed(whole)
      if line.hasPrefix("@"), isAnnotation(line) {
        if let text = description(whole: line, &rest) { note = text } else { others.append((index, line)) }
        continue
      }
      guard var pair = pair(line) else {
        if !line.isEmpty { others.append((index, line)) }
        continue
      }
      if pair.value.hasPrefix("'''") {
        pair.value = multiline(pair.value, indent: whole.utf8.prefix { $0 == 0x20 }.count + 2, &rest)
      } else if pair.value == "[" {
        let items = rest.prefix { trimmed($0) != "]" }
        pair.list = items.map { trimmed($0) }.filter { !$0.isEmpty }
        rest = rest.dropFirst(items.count + 1)
      }
      pair.note = takeDescription(from: &pair.value, &rest) ?? note
      note = ""
      found.append(pair)
    }
    return (found, others)
  }

  /// `@word(…)`; a variable would be `@word:`.
  private static func isAnnotation(_ line: String) -> Bool {
    let mark = line.utf8.first { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ":") }
    return mark == UInt8(ascii: "(")
  }

  private static func pair(_ line: String) -> BruPair? {
    var rest = Substring(line)
    var pair = BruPair(name: "", value: "")
    if rest.hasPrefix("~") {
      pair.isEnabled = false
      rest.removeFirst()
    }
    if rest.hasPrefix("@\"") {
      pair.name = "@"
      rest.removeFirst()
    }
    if rest.utf8.first == UInt8(ascii: "\"") {
      var scalars = rest.unicodeScalars.dropFirst()
      while let scalar = scalars.popFirst(), scalar != "\"" {
        if scalar == "\\", scalars.first == "\"" {
          scalars.removeFirst()
          pair.name += "\""
        } else {
          pair.name.unicodeScalars.append(scalar)
        }
      }
      rest = Substring(scalars)
      guard rest.utf8.first == UInt8(ascii: ":") else { return nil }
    } else {
      guard let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      pair.name = trimmed(rest[..<colon])
      rest = rest[colon...]
    }
    pair.value = trimmed(Substring(rest.utf8.dropFirst()))
    return pair
  }

  /// A value between `'''`, over several lines; text after the closing mark (`@contentType(…)`) is preserved after
  /// it.
  private static func multiline(_ first: String, indent: Int, _ rest: inout ArraySlice<String>) -> String {
    let head = Substring(first.utf8.dropFirst(3))
    if let end = head.utf8.range(ofBytes: "'''") {
      return String(head[..<end.lowerBound] + head[end.upperBound...])
    }
    var lines = head.isEmpty ? [] : [String(head)]
    while let line = rest.popFirst() {
      guard let end = line.utf8.range(ofBytes: "'''") else {
        lines.append(outdented(line, by: indent))
        continue
      }
      let last = trimmed(line[..<end.lowerBound])
      if !last.isEmpty { lines.append(outdented(String(line[..<end.lowerBound]), by: indent)) }
      let tail = trimmed(line[end.upperBound...])
      return lines.joined(separator: "\n") + (tail.isEmpty ? "" : " " + tail)
    }
    return lines.joined(separator: "\n")
  }
}

extension BruText {
  /// `@description("…")` or `@description('''…''')` on lines above a row; `nil` for another annotation.
  private static func description(whole line: String, _ rest: inout ArraySlice<String>) -> String? {
    let mark = "@description("
    guard line.hasPrefix(mark) else { return nil }
    let inner = Substring(line.utf8.dropFirst(mark.utf8.count))
    if inner.hasPrefix("'''") { return quoted(inner, &rest) }
    let text = inner.hasSuffix(")") ? inner.dropLast() : inner
    let isQuoted = text.hasPrefix("\"") && text.hasSuffix("\"") && text.utf8.count > 1
    return String(isQuoted ? text.dropFirst().dropLast() : text)
  }

  /// The same after a value, where quotes are escaped as in JSON.
  private static func takeDescription(from value: inout String, _ rest: inout ArraySlice<String>) -> String? {
    guard let start = value.utf8.range(ofBytes: "@description(") else { return nil }
    let inner = value[start.upperBound...]
    let note: String
    if inner.hasPrefix("'''") {
      note = quoted(inner, &rest)
    } else {
      guard inner.hasPrefix("\""), inner.hasSuffix("\")"), inner.utf8.count > 2 else { return nil }
      let text = String(inner.dropLast())
      // Invalid JSON is kept as written.
      note = (try? JSONValue(parsing: text.utf8))?.string ?? String(text.dropFirst().dropLast())
    }
    value = trimmed(value[..<start.lowerBound])
    return note
  }

  /// The text between `'''` and `''')`.
  private static func quoted(_ first: Substring, _ rest: inout ArraySlice<String>) -> String {
    var lines: [String] = []
    var line = String(first.dropFirst(3))
    while true {
      if let end = line.utf8.range(ofBytes: "''')") {
        lines.append(String(line[..<end.lowerBound]))
        break
      }
      lines.append(line)
      guard let next = rest.popFirst() else { break }
      line = outdented(next, by: 4)
    }
    return trimmed(lines.joined(separator: "\n"))
  }

  /// Removes `@name(…)` from a value and returns its argument.
  static func takeArgument(_ name: String, from value: inout String) -> String? {
    guard let start = value.utf8.range(ofBytes: "@\(name)("),
      let end = value[start.upperBound...].utf8.firstIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let inner = String(value[start.upperBound..<end])
    value = trimmed(String(value[..<start.lowerBound]) + String(value[value.utf8.index(after: end)...]))
    return inner
  }
}

extension String {
  /// Whether the text starts with a blank or a tab.
  var hasBlankFirst: Bool { utf8.first == 0x20 || utf8.first == 0x09 }
}
