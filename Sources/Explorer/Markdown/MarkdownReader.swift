import Terminal

/// Reads the lines of a text as blocks of Markdown.
struct MarkdownReader {
  private let lines: [String]
  private var next = 0
  private var blocks: [MarkdownBlock] = []
  /// Where the text of the last item begins, as long as indented lines belong to it.
  private var itemIndent: Int?

  static func blocks(of lines: [String]) -> [MarkdownBlock] {
    var reader = MarkdownReader(lines: lines)
    while reader.next < lines.count { reader.read() }
    if case .blank? = reader.blocks.last { reader.blocks.removeLast() }
    return reader.blocks
  }

  private init(lines: [String]) { self.lines = lines }

  private mutating func read() {
    let line = MarkdownSource(lines[next], number: next)
    let content = line.trimmed
    if content.text.isEmpty { return readBlank() }
    if readFence(line, content) || readTable(content) || readIndentedCode(line) { return }
    next += 1
    if let heading = content.heading {
      itemIndent = nil
      blocks.append(.text(MarkdownText(kind: .heading, lines: [heading])))
    } else if let (lead, text) = content.item {
      itemIndent = line.indent + lead.count
      let indent = min(12, line.indent)
      blocks.append(.text(MarkdownText(kind: .item, lines: [text], indent: indent, lead: lead)))
    } else if case .text(var text)? = blocks.last, text.kind != .heading {
      // A paragraph, or an item, goes on.
      text.lines.append(MarkdownSource(line.text, line: next - 1))
      blocks[blocks.count - 1] = .text(text)
    } else {
      if line.indent < 2 { itemIndent = nil }
      let indent = itemIndent.map { min(12, $0) } ?? 0
      blocks.append(.text(MarkdownText(kind: .paragraph, lines: [line], indent: indent)))
    }
  }

  /// Several blank lines are one; those at the start are none.
  private mutating func readBlank() {
    next += 1
    switch blocks.last {
    case nil, .blank: break
    default: blocks.append(.blank(line: next - 1))
    }
  }

  /// Lines between ``` or ~~~; a fence that is never closed ends with the text.
  private mutating func readFence(_ line: MarkdownSource, _ content: MarkdownSource) -> Bool {
    guard let mark = content.text.first, mark == "`" || mark == "~" else { return false }
    let length = content.text.prefix { $0 == mark }.count
    guard length >= 3, mark == "~" || !content.text.dropFirst(length).contains("`") else { return false }
    next += 1
    var code: [MarkdownSource] = []
    while next < lines.count {
      let inner = MarkdownSource(lines[next], number: next)
      next += 1
      let end = inner.trimmed.text
      if end.count >= length, end.allSatisfy({ $0 == mark }) { break }
      let cut = inner.text.prefix { $0 == " " }.count
      code.append(MarkdownSource(inner.text.dropFirst(min(cut, line.indent)), line: next - 1))
    }
    blocks.append(.code(code))
    return true
  }

  /// Lines indented by four columns, after a blank line and outside of a list.
  private mutating func readIndentedCode(_ line: MarkdownSource) -> Bool {
    guard itemIndent == nil, line.indent >= 4 else { return false }
    switch blocks.last {
    case nil, .blank, .code: break
    case .text, .table: return false
    }
    var code: [MarkdownSource] = []
    while next < lines.count {
      let inner = MarkdownSource(lines[next], number: next)
      guard inner.indent >= 4, !inner.trimmed.text.isEmpty else { break }
      code.append(MarkdownSource(inner.text.dropFirst(inner.text.first == "\t" ? 1 : 4), line: next))
      next += 1
    }
    blocks.append(.code(code))
    return true
  }

  private mutating func readTable(_ head: MarkdownSource) -> Bool {
    guard next + 1 < lines.count, head.text.contains("|"),
      let alignments = MarkdownTable.alignments(MarkdownSource(lines[next + 1], number: next + 1).trimmed)
    else { return false }
    let cells = MarkdownTable.cells(of: head)
    guard cells.count == alignments.count else { return false }
    var table = MarkdownTable(line: next, head: cells, alignments: alignments)
    next += 2
    while next < lines.count {
      let row = MarkdownSource(lines[next], number: next).trimmed
      guard row.text.contains("|") else { break }
      table.rows.append(MarkdownTable.cells(of: row))
      next += 1
    }
    itemIndent = nil
    blocks.append(.table(table))
    return true
  }
}

extension MarkdownSource {
  /// The text of a heading: after one to six `#` and a blank, without those at its end.
  fileprivate var heading: MarkdownSource? {
    let level = text.prefix { $0 == "#" }.count
    let rest = text.dropFirst(level)
    guard (1...6).contains(level), rest.isEmpty || rest.first == " " else { return nil }
    var title = MarkdownSource(rest, line: place.line).trimmed.text
    let bare = title.reversed().drop { $0 == "#" }
    if bare.isEmpty || bare.first == " " { title = title.dropLast(title.count - bare.count) }
    return MarkdownSource(title, line: place.line).trimmed
  }

  /// The bullet or number of an item with a blank, and what stands after it.
  fileprivate var item: (lead: String, MarkdownSource)? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }.count
    let rest = text.dropFirst(digits)
    guard let mark = rest.first, rest.count > 1, rest.dropFirst().first == " " else { return nil }
    let content = MarkdownSource(rest.dropFirst(2), line: place.line).trimmed
    switch mark {
    case "-", "*", "+": return digits == 0 ? ("• ", content) : nil
    case ".", ")": return (1...9).contains(digits) ? ("\(text.prefix(digits))\(mark) ", content) : nil
    default: return nil
    }
  }
}
