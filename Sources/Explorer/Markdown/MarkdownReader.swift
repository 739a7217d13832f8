import Terminal

/// A part of a source line.
struct MarkdownSource: Equatable, Sendable {
  var text: Substring
  var place: TextPosition

  init(_ text: Substring, line: Int) {
    self.text = text
    place = TextPosition(line: line, offset: text.base.utf8.distance(from: text.base.startIndex, to: text.startIndex))
  }

  init(_ line: String, number: Int) { self.init(line[...], line: number) }

  /// The part without leading and trailing blanks.
  var trimmed: MarkdownSource {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return MarkdownSource(text, line: place.line)
  }

  /// The width of the leading blanks, in columns.
  var indent: Int {
    var columns = 0
    for character in text {
      if character == " " { columns += 1 } else if character == "\t" { columns += 4 } else { break }
    }
    return columns
  }
}

/// A block of Markdown: a heading, paragraph, list item, code or table. Other constructs are shown as written.
enum MarkdownBlock: Equatable, Sendable {
  case text(MarkdownText)
  case code([MarkdownSource])
  case table(MarkdownTable)
  case blank(line: Int)
}

/// A heading, a paragraph or a list item.
struct MarkdownText: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case heading, paragraph, item
  }

  var kind: Kind
  var lines: [MarkdownSource]
  /// The indentation, in columns.
  var indent = 0
  /// The bullet or number, including the blank after it.
  var lead = ""
}

/// Parses the lines of a text as blocks of Markdown.
struct MarkdownReader {
  private let lines: [String]
  private var next = 0
  private var blocks: [MarkdownBlock] = []
  /// The indentation of the last item's text, while indented lines belong to it.
  private var itemIndent: Int?

  static func blocks(of lines: [String]) -> [MarkdownBlock] {
    var reader = MarkdownReader(lines: lines)
    while reader.next < lines.count { reader.read() }
    if case .blank? = reader.blocks.last { reader.blocks.removeLast() }
    return reader.blocks
  }

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
      // The line continues a paragraph or an item.
      text.lines.append(MarkdownSource(line.text, line: next - 1))
      blocks[blocks.count - 1] = .text(text)
    } else {
      if line.indent < 2 { itemIndent = nil }
      let indent = itemIndent.map { min(12, $0) } ?? 0
      blocks.append(.text(MarkdownText(kind: .paragraph, lines: [line], indent: indent)))
    }
  }

  /// Reads a blank line. Several count as one, and leading ones are dropped.
  private mutating func readBlank() {
    next += 1
    switch blocks.last {
    case nil, .blank: break
    default: blocks.append(.blank(line: next - 1))
    }
  }

  /// Reads the lines between ``` or ~~~. An unclosed fence ends with the text.
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

  /// Reads lines indented by four columns, after a blank line and outside a list.
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
  /// The text of a heading: after one to six `#` and a blank, without trailing `#`.
  fileprivate var heading: MarkdownSource? {
    let level = text.prefix { $0 == "#" }.count
    let rest = text.dropFirst(level)
    guard (1...6).contains(level), rest.isEmpty || rest.first == " " else { return nil }
    var title = MarkdownSource(rest, line: place.line).trimmed.text
    let bare = title.reversed().drop { $0 == "#" }
    if bare.isEmpty || bare.first == " " { title = title.dropLast(title.count - bare.count) }
    return MarkdownSource(title, line: place.line).trimmed
  }

  /// The bullet or number of an item including the blank, and the text after it.
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

/// A table of Markdown: a head, the alignments of its columns, and rows.
struct MarkdownTable: Equatable, Sendable {
  var line: Int
  var head: [MarkdownSource]
  var alignments: [Alignment]
  var rows: [[MarkdownSource]] = []

  /// The cells of a line, separated by unescaped `|`.
  static func cells(of line: MarkdownSource) -> [MarkdownSource] {
    var text = line.text
    if text.first == "|" { text = text.dropFirst() }
    var cells: [MarkdownSource] = []
    var start = text.startIndex
    var isEscaped = false
    for index in text.indices {
      if text[index] == "|", !isEscaped {
        cells.append(MarkdownSource(text[start..<index], line: line.place.line).trimmed)
        start = text.index(after: index)
      }
      isEscaped = text[index] == "\\" && !isEscaped
    }
    let last = MarkdownSource(text[start...], line: line.place.line).trimmed
    return last.text.isEmpty && !cells.isEmpty ? cells : cells + [last]
  }

  /// Parses a line such as `|---|:-:|--:|`; `nil` for any other line.
  static func alignments(_ line: MarkdownSource) -> [Alignment]? {
    guard line.text.contains("-"), line.text.utf8.allSatisfy({ " \t|:-".utf8.contains($0) }) else { return nil }
    var alignments: [Alignment] = []
    for cell in cells(of: line) {
      let (isLeft, isRight) = (cell.text.first == ":", cell.text.last == ":")
      let dashes = cell.text.dropFirst(isLeft ? 1 : 0).dropLast(isRight && cell.text.count > 1 ? 1 : 0)
      guard !dashes.isEmpty, dashes.allSatisfy({ $0 == "-" }) else { return nil }
      alignments.append(isLeft && isRight ? .center : isRight ? .right : .left)
    }
    return alignments
  }
}

extension MarkdownTable {
  private static let gap = 2
  private static let narrowest = 3

  /// The table laid out in a given width. Long cells wrap. A table with too many columns is shown as written.
  func rows(width: Int, written lines: [String]) -> [MarkdownRow] {
    let gaps = Self.gap * (alignments.count - 1)
    guard width - gaps >= alignments.count * Self.narrowest else {
      return (line..<line + 2 + rows.count).map { number in
        MarkdownRow(line: number, spans: [MarkdownSpan(text: lines[number], place: TextPosition(line: number))])
      }
    }
    let head = spans(of: head).map { cell in
      cell.map { MarkdownSpan(text: $0.text, style: $0.style.union(.strong), place: $0.place) }
    }
    let body = rows.map { spans(of: $0) }
    let widths = widths(of: [head] + body, room: width - gaps)
    let rule = widths.map { [MarkdownSpan(text: String(repeating: "─", count: $0), style: .faint)] }
    var result = row(head, widths, line: line)
    result.append(MarkdownRow(line: line + 1, spans: joined(rule, widths)))
    for (index, cells) in body.enumerated() { result += row(cells, widths, line: line + 2 + index) }
    return result
  }

  /// The spans of the cells, with as many cells as the head has.
  private func spans(of cells: [MarkdownSource]) -> [[MarkdownSpan]] {
    alignments.indices.map { $0 < cells.count ? MarkdownInline.spans(of: [cells[$0]]) : [] }
  }

  /// The widths of the columns. The widest shrink until all fit.
  private func widths(of rows: [[[MarkdownSpan]]], room: Int) -> [Int] {
    var widths = alignments.indices.map { column in
      min(room, max(1, rows.map { $0[column].columns }.max() ?? 0))
    }
    while widths.reduce(0, +) > room, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) {
      widths[widest] -= 1
    }
    return widths
  }

  private func row(_ cells: [[MarkdownSpan]], _ widths: [Int], line: Int) -> [MarkdownRow] {
    let wrapped = zip(cells, widths).map { MarkdownLayout.wrapped($0, width: $1) }
    let height = wrapped.map(\.count).max() ?? 1
    return (0..<max(1, height)).map { index in
      MarkdownRow(line: line, spans: joined(wrapped.map { index < $0.count ? $0[index] : [] }, widths))
    }
  }

  /// One screen row, with each cell in its column.
  private func joined(_ cells: [[MarkdownSpan]], _ widths: [Int]) -> [MarkdownSpan] {
    var spans: [MarkdownSpan] = []
    for (column, cell) in cells.enumerated() {
      let spare = max(0, widths[column] - cell.columns)
      let before = alignments[column] == .left ? 0 : alignments[column] == .right ? spare : spare / 2
      let isLast = column == cells.count - 1
      spans.pad(before)
      for span in cell { spans.join(span) }
      spans.pad(isLast ? 0 : spare - before + Self.gap)
    }
    return spans
  }
}

extension [MarkdownSpan] {
  fileprivate mutating func pad(_ columns: Int) {
    if columns > 0 { join(MarkdownSpan(text: String(repeating: " ", count: columns))) }
  }
}
