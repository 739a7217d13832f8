import Terminal

/// A table of Markdown: a head, a line that says how columns are aligned, rows.
struct MarkdownTable: Equatable, Sendable {
  /// The line of its head.
  var line: Int
  var head: [MarkdownSource]
  var alignments: [Alignment]
  var rows: [[MarkdownSource]] = []

  /// The cells of a line: between `|` that no backslash escapes.
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

  /// `|---|:-:|--:|`; `nil` for any other line.
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

  /// Its rows in a width: long cells wrap. A table with too many columns for it is shown as written.
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

  /// As many cells as the head has.
  private func spans(of cells: [MarkdownSource]) -> [[MarkdownSpan]] {
    alignments.indices.map { $0 < cells.count ? MarkdownInline.spans(of: [cells[$0]]) : [] }
  }

  /// What the cells ask for; the widest give way until all fit.
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

  /// One row of the screen: each cell in its column.
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
