/// A file of Bruno's older format as its blocks: `name { … }` or `name [ … ]`, each from the start of a line.
struct BruDocument: Hashable, Sendable {
  struct Block: Hashable, Sendable {
    var name: String
    var isList: Bool
    /// Without the first and last one; indented as they stand.
    var lines: [Substring]
    /// Of the block's first line, from 1.
    var line: Int
  }

  /// One `key: value` of a block.
  struct Pair: Hashable, Sendable {
    var name: String
    var value: String
    /// Without `~` before it.
    var isEnabled = true
    /// With `@` before it.
    var isLocal = false
    var note = ""

    var row: Row { Row(name, value, isEnabled: isEnabled, note: note) }
  }

  private(set) var blocks: [Block] = []

  init(_ bytes: [UInt8]) throws(YAMLError) {
    let source = try YAMLSource(bytes)
    let text = String(decoding: source.bytes.dropFirst(source.start), as: UTF8.self)
    var open: Block?
    for (index, raw) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = raw.hasSuffix("\r") ? raw.dropLast() : raw
      if let block = open {
        if BruText.trimmed(line) == (block.isList ? "]" : "}"), line.first != " ", line.first != "\t" {
          blocks.append(block)
          open = nil
        } else {
          open?.lines.append(line)
        }
        continue
      }
      let head = BruText.trimmed(line)
      if head.isEmpty { continue }
      guard head.hasSuffix("{") || head.hasSuffix("["), line.first != " " else {
        throw YAMLError(line: index + 1, column: 1, "expected a block such as `headers {`")
      }
      open = Block(name: BruText.trimmed(head.dropLast()), isList: head.hasSuffix("["), lines: [], line: index + 1)
    }
    if let open { throw YAMLError(line: open.line, column: 1, "the block \"\(open.name)\" has no end") }
  }

  subscript(name: String) -> Block? { blocks.first { $0.name == name } }

  /// The pairs of a block, none where it is absent.
  func pairs(_ name: String) -> [Pair] { self[name].map { BruText.pairs($0.lines) } ?? [] }

  func value(_ block: String, _ name: String) -> String? { pairs(block).first { $0.name == name }?.value }

  /// The text of a block, its indentation taken away; `nil` where it is absent.
  func text(_ name: String) -> String? { self[name].map { BruText.outdented($0.lines) } }
}

/// Pieces of the older format's text.
enum BruText {
  static func trimmed(_ text: some StringProtocol) -> String {
    var slice = Substring(text)
    while let first = slice.first, first == " " || first == "\t" { slice.removeFirst() }
    while let last = slice.last, last == " " || last == "\t" { slice.removeLast() }
    return String(slice)
  }

  static func outdented(_ lines: [Substring]) -> String {
    lines.map { line in line.hasPrefix("  ") ? line.dropFirst(2) : line }.joined(separator: "\n")
  }

  static func pairs(_ lines: [Substring]) -> [BruDocument.Pair] {
    var found: [BruDocument.Pair] = []
    var note = ""
    var index = 0
    while index < lines.count {
      let line = trimmed(lines[index])
      index += 1
      if line.hasPrefix("@description("), let value = quoted(in: line) {
        note = value
        continue
      }
      guard var pair = pair(line) else { continue }
      if pair.value.hasPrefix("'''") { pair.value = block(&index, lines, first: pair.value) }
      if pair.value == "[" {
        var items: [String] = []
        while index < lines.count, trimmed(lines[index]) != "]" {
          items.append(trimmed(lines[index]))
          index += 1
        }
        index += 1
        pair.value = items.joined(separator: "\n")
      }
      pair.note = note
      note = ""
      found.append(pair)
    }
    return found
  }

  private static func pair(_ line: String) -> BruDocument.Pair? {
    var rest = Substring(line)
    var pair = BruDocument.Pair(name: "", value: "")
    if rest.first == "~" {
      pair.isEnabled = false
      rest.removeFirst()
    }
    if rest.first == "@" {
      pair.isLocal = true
      rest.removeFirst()
    }
    if rest.first == "\"" {
      var name = ""
      rest.removeFirst()
      while let character = rest.popFirst(), character != "\"" {
        if character == "\\", rest.first == "\"" { name.append(rest.removeFirst()) } else { name.append(character) }
      }
      guard rest.first == ":" else { return nil }
      pair.name = name
    } else {
      guard let colon = rest.firstIndex(of: ":") else { return nil }
      pair.name = trimmed(rest[..<colon])
      rest = rest[colon...]
    }
    pair.value = trimmed(rest.dropFirst())
    return pair
  }

  /// A value between `'''`, over several lines.
  private static func block(_ index: inout Int, _ lines: [Substring], first: String) -> String {
    let start = first.dropFirst(3)
    if start.hasSuffix("'''") { return String(start.dropLast(3)) }
    var inner: [Substring] = []
    while index < lines.count {
      let line = lines[index]
      index += 1
      if trimmed(line).hasPrefix("'''") { break }
      inner.append(line)
    }
    let filled = inner.filter { !trimmed($0).isEmpty }
    let indent = filled.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return inner.map { String($0.dropFirst(min(indent, $0.prefix { $0 == " " }.count))) }.joined(separator: "\n")
  }

  /// The text between the first and the last quote.
  private static func quoted(in line: String) -> String? {
    guard let start = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), start < end else { return nil }
    return String(line[line.index(after: start)..<end])
  }

  /// What stands in `@name(…)`.
  static func argument(_ name: String, in text: String) -> String? {
    guard let start = text.firstRange(of: "@\(name)(") else { return nil }
    guard let end = text[start.upperBound...].firstIndex(of: ")") else { return nil }
    return String(text[start.upperBound..<end])
  }
}
