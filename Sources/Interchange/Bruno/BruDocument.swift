import Bytes

/// A `.bru` text as its blocks: rows of `name: value`, or text kept to the byte below its indentation.
struct BruDocument {
  struct Entry: Hashable {
    var name: String
    var value: String
    var isEnabled = true
    /// The lines of `[ … ]`, where the value is one.
    var list: [String]?
    var note = ""
  }

  struct Block: Hashable {
    var name: String
    var line: Int
    var lines: [String]

    /// The text without the two blanks in front of each line.
    var text: String {
      lines.map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }.joined(separator: "\n")
    }
  }

  private(set) var blocks: [Block] = []
  /// Lines that belong to no block.
  private(set) var strays: [Int] = []

  init(_ text: String) {
    var open: Block?
    var closer = "}"
    for (index, slice) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = String(slice.last == "\r" ? slice.dropLast() : slice)
      if var block = open {
        if HTTPFileReader.trimmed(line) == closer, !line.hasPrefix(" ") {
          blocks.append(block)
          open = nil
        } else {
          block.lines.append(line)
          open = block
        }
      } else if line.hasSuffix("{") || line.hasSuffix("["), !line.hasPrefix(" ") {
        closer = line.hasSuffix("{") ? "}" : "]"
        open = Block(name: HTTPFileReader.trimmed(String(line.dropLast())), line: index + 1, lines: [])
      } else if line.unicodeScalars.contains(where: { !$0.isBlank }) {
        strays.append(index + 1)
      }
    }
    if let block = open { blocks.append(block) }
  }

  func block(_ name: String) -> Block? { blocks.first { $0.name == name } }

  func entries(_ name: String) -> [Entry] { block(name)?.entries ?? [] }

  func value(_ block: String, _ name: String) -> String? {
    entries(block).first { $0.name == name }?.value
  }
}

extension BruDocument.Block {
  var entries: [BruDocument.Entry] {
    var entries: [BruDocument.Entry] = []
    var rest = lines[...]
    var note = ""
    while let line = rest.popFirst() {
      let text = HTTPFileReader.trimmed(line)
      if text.isEmpty { continue }
      if text.hasPrefix("@"), let description = Self.description(text) {
        note = description
        continue
      }
      guard var entry = Self.entry(text) else { continue }
      entry.note = note
      note = ""
      if entry.value.hasPrefix("'''") {
        entry.value = Self.multiline(entry.value, &rest)
      } else if entry.value == "[" {
        let items = rest.prefix { HTTPFileReader.trimmed($0) != "]" }
        entry.list = items.map { HTTPFileReader.trimmed($0) }.filter { !$0.isEmpty }
        rest = rest.dropFirst(items.count + 1)
      }
      entries.append(entry)
    }
    return entries
  }

  /// `@description("…")` above a row.
  private static func description(_ text: String) -> String? {
    let head = "@description("
    guard text.hasPrefix(head), text.hasSuffix(")") else { return nil }
    let inner = text.dropFirst(head.count).dropLast()
    let isQuoted = inner.hasPrefix("\"") && inner.hasSuffix("\"") && inner.utf8.count > 1
    return isQuoted ? String(inner.dropFirst().dropLast()) : String(inner)
  }

  /// `name: value`, `~name: value`, `"name": value`.
  private static func entry(_ text: String) -> BruDocument.Entry? {
    var text = text
    let isEnabled = !text.hasPrefix("~")
    if !isEnabled { text.removeFirst() }
    let mark = text.hasPrefix("@") ? "@" : ""
    if !mark.isEmpty { text.removeFirst() }
    var name = ""
    if text.hasPrefix("\"") {
      var scalars = text.unicodeScalars.dropFirst()
      while let scalar = scalars.popFirst(), scalar != "\"" {
        if scalar == "\\", let next = scalars.popFirst() {
          name.unicodeScalars.append(next)
        } else {
          name.unicodeScalars.append(scalar)
        }
      }
      text = String(scalars)
      guard text.hasPrefix(":") else { return nil }
    } else {
      guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      name = HTTPFileReader.trimmed(String(text[..<colon]))
      text = String(text[colon...])
    }
    return BruDocument.Entry(
      name: mark + name, value: HTTPFileReader.trimmed(String(text.dropFirst())), isEnabled: isEnabled)
  }

  /// `'''` up to the line that holds the next one; what stands behind it (`@contentType(…)`) is kept behind the text.
  private static func multiline(_ start: String, _ rest: inout ArraySlice<String>) -> String {
    let head = String(start.dropFirst(3))
    if let end = head.utf8.range(ofBytes: "'''") {
      return String(head[..<end.lowerBound] + head[end.upperBound...])
    }
    var lines = head.isEmpty ? [] : [head]
    while let line = rest.popFirst() {
      let text = HTTPFileReader.trimmed(line)
      if let end = text.utf8.range(ofBytes: "'''") {
        let last = String(text[..<end.lowerBound])
        if !last.isEmpty { lines.append(last) }
        let tail = HTTPFileReader.trimmed(String(text[end.upperBound...]))
        return lines.joined(separator: "\n") + (tail.isEmpty ? "" : " " + tail)
      }
      lines.append(line.hasPrefix("    ") ? String(line.dropFirst(4)) : text)
    }
    return lines.joined(separator: "\n")
  }
}
