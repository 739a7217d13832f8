/// Draws the lines of a layout as rows of a window.
struct LinePainter {
  let layout: any LineLayout
  let text: UnsafeRawBufferPointer
  let view: DocumentView
  var matches = MatchCursor()
  var fault: JSONFault?

  func rows(of heads: [LineHead]) -> [DocumentLine] {
    var rows: [DocumentLine] = []
    for (position, head) in heads.enumerated() where rows.count < view.rows {
      if wrapWidth != nil {
        append(head, firstRow: position == 0 ? view.topRow : 0, to: &rows)
      } else {
        let start = max(0, view.horizontalOffset)
        rows.append(row(of: head, 0, start..<start + max(0, view.columns)))
      }
    }
    return rows
  }

  private func append(_ head: LineHead, firstRow: Int, to rows: inout [DocumentLine]) {
    let width = max(1, view.columns)
    let count = rowCount(of: head)
    var number = min(firstRow, count - 1)
    while rows.count < view.rows, number < count {
      rows.append(row(of: head, number, number * width..<(number + 1) * width))
      number += 1
    }
  }

  private func row(of head: LineHead, _ row: Int, _ window: Range<Int>) -> DocumentLine {
    var composer = LineComposer(text: text, window: window, wrapWidth: wrapWidth, matches: matches)
    layout.compose(head, indent: view.indent, into: &composer)
    return DocumentLine(
      runs: composer.finish(), number: head.number, row: row, depth: head.depth, foldState: foldState(head),
      byteRange: head.byteRange, isCursor: head.number == view.cursorLine, fault: row == 0 ? fault(on: head) : nil)
  }

  private func foldState(_ head: LineHead) -> DocumentLine.FoldState {
    switch head.content {
    case .folded: .folded
    case .json(let line) where line.kind == .open: .open
    default: .none
    }
  }

  private func fault(on head: LineHead) -> JSONFault? {
    guard let fault, case .text(let range, let isBehindFault) = head.content else { return nil }
    guard layout is TextLayout || isBehindFault else { return nil }
    return range.contains(fault.offset) || range.upperBound == fault.offset ? fault : nil
  }

  private var wrapWidth: Int? { view.wraps && !(layout is HexLayout) ? max(1, view.columns) : nil }

  /// The column of the character at `offset` in its line.
  func column(of offset: Int, in head: LineHead) -> Int? {
    var composer = LineComposer(text: text, window: 0..<0, wrapWidth: wrapWidth, probe: offset)
    layout.compose(head, indent: view.indent, into: &composer)
    return composer.probedColumn
  }

  /// The number of rows of a line; its columns divide evenly, because no character crosses a row's end.
  func rowCount(of head: LineHead) -> Int {
    guard let wrapWidth else { return 1 }
    return max(1, (columnCount(of: head) + wrapWidth - 1) / wrapWidth)
  }

  func columnCount(of head: LineHead) -> Int {
    var measure = LineComposer(text: text, window: 0..<0, wrapWidth: wrapWidth)
    layout.compose(head, indent: view.indent, into: &measure)
    return measure.column
  }
}
