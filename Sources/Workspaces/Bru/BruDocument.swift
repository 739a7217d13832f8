import Basics

/// A file in Bruno's older format, split into its blocks: `name { … }` or `name [ … ]`, each at the start of a line.
struct BruDocument: Hashable, Sendable {
  struct Block: Hashable, Sendable {
    var name: String
    var isList: Bool
    /// The lines between the braces, with their indentation, without line ends.
    var lines: [String] = []
    /// The line number of the block's first line, from 1.
    var line: Int

    func holding(_ lines: ArraySlice<String>) -> Block {
      Block(name: name, isList: isList, lines: Array(lines), line: line)
    }
  }

  /// A line outside every block.
  struct Stray: Hashable, Sendable {
    var line: Int
    var text: String
  }

  private(set) var blocks: [Block] = []
  private(set) var strays: [Stray] = []
  /// The text of those lines, including the empty ones.
  private(set) var loose: [String] = []
  /// The first line of the last block, if that block is not closed.
  private(set) var unclosed: Int?

  /// Throws for bytes that are not UTF-8; everything else is read to its end.
  init(_ bytes: [UInt8]) throws(YAMLError) {
    let source = try YAMLSource(bytes)
    self.init(lines: BruText.lines(source.bytes.dropFirst(source.start)), firstLine: 1)
  }

  /// - Parameter separator: the text between a block's name and its brace; a colon in examples.
  init(lines: [String], firstLine: Int, separator: String = "") {
    var open: Block?
    /// The first line of the open block; its lines are added when it closes.
    var first = 0
    for (index, line) in lines.enumerated() {
      if let block = open {
        guard !line.hasBlankFirst, BruText.trimmed(line) == (block.isList ? "]" : "}") else { continue }
        blocks.append(block.holding(lines[first..<index]))
        open = nil
        continue
      }
      let head = BruText.trimmed(line)
      if head.isEmpty {
        loose.append(line)
      } else if let block = Self.block(head, line: firstLine + index, separator), !line.hasBlankFirst {
        if head.utf8.last == UInt8(ascii: "]") { blocks.append(block) } else { (open, first) = (block, index + 1) }
      } else {
        strays.append(Stray(line: firstLine + index, text: line))
        loose.append(line)
      }
    }
    if let open {
      unclosed = open.line
      blocks.append(open.holding(lines[min(first, lines.count)...]))
    }
  }

  /// `name {`, `name [`, or the whole of `name [ a, b ]`.
  private static func block(_ head: String, line: Int, _ separator: String) -> Block? {
    func name(_ text: some StringProtocol) -> String? {
      let name = BruText.trimmed(text)
      if separator.isEmpty { return name }
      return name.hasSuffix(separator) ? BruText.trimmed(name.dropLast(separator.count)) : nil
    }
    switch head.utf8.last {
    case UInt8(ascii: "{"): return name(head.dropLast()).map { Block(name: $0, isList: false, line: line) }
    case UInt8(ascii: "["): return name(head.dropLast()).map { Block(name: $0, isList: true, line: line) }
    case UInt8(ascii: "]"):
      guard let open = head.utf8.firstIndex(of: UInt8(ascii: "[")) else { return nil }
      let inner = head[head.index(after: open)...].dropLast()
      return name(head[..<open]).map { Block(name: $0, isList: true, lines: [String(inner)], line: line) }
    default: return nil
    }
  }

  subscript(name: String) -> Block? { blocks.first { $0.name == name } }

  /// The pairs of a block; empty if it is absent.
  func pairs(_ name: String) -> [BruPair] { self[name].map { BruText.pairs($0.lines) } ?? [] }

  func value(_ block: String, _ name: String) -> String? { pairs(block).first { $0.name == name }?.value }

  /// The text of a block without its indentation; `nil` if it is absent.
  func text(_ name: String) -> String? {
    self[name].map { block in BruText.outdented(block.lines.drop(while: \.isEmpty)).joined(separator: "\n") }
  }

  /// The line where that text begins, from 1.
  func firstLine(of name: String) -> Int? {
    self[name].map { $0.line + 1 + $0.lines.prefix(while: \.isEmpty).count }
  }

  /// The number of columns that `text` removes from its lines.
  func indent(of name: String) -> Int {
    let first = self[name]?.lines.first { !$0.isEmpty }
    return min(BruText.indent, first?.utf8.prefix { $0 == 0x20 }.count ?? 0)
  }

  /// The reason why the file is not well-formed. In an environment, `color` may stand on a line of its own.
  var fault: YAMLError? {
    if let stray = strays.first(where: { !$0.text.hasPrefix("color:") }) {
      return YAMLError(line: stray.line, column: 1, "expected a block such as `headers {`")
    }
    guard let unclosed, let block = blocks.last else { return nil }
    return YAMLError(line: unclosed, column: 1, "the block \"\(block.name)\" has no end")
  }
}

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

  /// True if the name has an `@` in front, which makes the variable local to the request.
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

  static let indent = 2

  static func outdented(_ lines: some Sequence<String>) -> [String] { lines.map { outdented($0, by: indent) } }

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

  /// The pairs, and the remaining lines with their indices.
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

  /// The description after a value, where quotes are escaped as in JSON.
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
  /// True if the text starts with a blank or a tab.
  var hasBlankFirst: Bool { utf8.first == 0x20 || utf8.first == 0x09 }
}
