import Basics
import Terminal

/// Lays out Markdown in rows of a width. Nothing is cut: what is too long goes on in the next row.
enum MarkdownLayout {
  static func rows(of lines: [String], width: Int) -> [MarkdownRow] {
    let width = max(1, width)
    return MarkdownReader.blocks(of: lines).flatMap { block -> [MarkdownRow] in
      switch block {
      case .blank(let line): [MarkdownRow(line: line)]
      case .code(let code): code.flatMap { rows(ofCode: $0, width: width) }
      case .table(let table): table.rows(width: width, written: lines)
      case .text(let text): rows(of: text, width: width)
      }
    }
  }

  private static func rows(of text: MarkdownText, width: Int) -> [MarkdownRow] {
    let margin = min(text.indent, width / 2)
    let lead = text.lead.isEmpty ? [] : [MarkdownSpan(text: text.lead, style: .marker)]
    let hanging = margin + lead.columns
    var spans = MarkdownInline.spans(of: text.lines)
    if text.kind == .heading { for index in spans.indices { spans[index].style.insert(.heading) } }
    let wrapped = wrapped(spans, width: max(1, width - hanging))
    let first = text.lines.first?.place.line ?? 0
    return (wrapped.isEmpty ? [[]] : wrapped).enumerated().map { index, row in
      let before = index == 0 ? blank(margin) + lead : blank(hanging)
      return MarkdownRow(line: row.lazy.compactMap(\.place).first?.line ?? first, spans: before + row)
    }
  }

  private static func blank(_ columns: Int) -> [MarkdownSpan] {
    columns > 0 ? [MarkdownSpan(text: String(repeating: " ", count: columns))] : []
  }

  /// Code keeps its blanks, two columns from the margin.
  private static func rows(ofCode source: MarkdownSource, width: Int) -> [MarkdownRow] {
    let margin = min(2, width / 4)
    let line = source.place.line
    guard !source.text.isEmpty else { return [MarkdownRow(line: line)] }
    var rest = MarkdownSpan(text: String(source.text), style: .code, place: source.place)
    if rest.text.contains("\t") {
      rest = MarkdownSpan(text: rest.text.replacing("\t", with: "    "), style: .code)
    }
    var rows: [MarkdownRow] = []
    while !rest.text.isEmpty {
      rows.append(MarkdownRow(line: line, spans: blank(margin) + [rest.removeFirst(fitting: width - margin)]))
    }
    return rows
  }

  /// Breaks pieces of text at blanks, words without any where the width ends.
  static func wrapped(_ spans: [MarkdownSpan], width: Int) -> [[MarkdownSpan]] {
    var lines: [[MarkdownSpan]] = []
    var line: [MarkdownSpan] = []
    var columns = 0
    var gap: MarkdownSpan?
    func end() {
      lines.append(line)
      (line, columns, gap) = ([], 0, nil)
    }
    for atom in MarkdownAtom.all(in: spans) {
      switch atom {
      case .end: end()
      case .gap(let span): if columns > 0 { gap = span }
      case .word(let word):
        let wanted = word.columns
        if columns > 0, columns + (gap == nil ? 0 : 1) + wanted > width { end() }
        if let gap, columns > 0 {
          line.join(gap)
          columns += 1
        }
        gap = nil
        for var rest in word {
          while let first = rest.text.first {
            if columns > 0, columns + TextWidth.of(first) > width { end() }
            let piece = rest.removeFirst(fitting: width - columns)
            columns += piece.columns
            line.join(piece)
          }
        }
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}

extension MarkdownSpan {
  /// Takes what fits off its start, at least one character.
  fileprivate mutating func removeFirst(fitting width: Int) -> MarkdownSpan {
    var head = String(TextWidth.prefix(of: text, columns: width))
    if head.isEmpty { head = String(text.prefix(1)) }
    let piece = MarkdownSpan(text: head, style: style, place: place)
    text.removeFirst(head.count)
    place?.offset += head.utf8.count
    return piece
  }
}
