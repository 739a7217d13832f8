/// Places the cursor and the window of a view on the lines of a layout.
struct WindowPlacement {
  let layout: any LineLayout
  let text: UnsafeRawBufferPointer

  private func painter(of view: DocumentView) -> LinePainter { LinePainter(layout: layout, text: text, view: view) }

  func go(_ view: inout DocumentView, toLine line: Int) {
    let last = max(0, layout.lineCount - 1)
    view.cursorLine = layout.shownLine(for: max(0, min(line, last)), folds: view.folds)
    show(&view)
  }

  func goToTop(_ view: inout DocumentView) {
    (view.topLine, view.topRow) = (0, 0)
    go(&view, toLine: 0)
  }

  /// Shows the last row of the document, which may be deep inside a tall last line.
  func goToEnd(_ view: inout DocumentView) {
    go(&view, toLine: .max)
    let last = layout.lines(from: view.cursorLine, count: 1, folds: view.folds).first
    view.topLine = view.cursorLine
    view.topRow = last.map { max(0, painter(of: view).rowCount(of: $0) - view.rows) } ?? 0
    stopAtEnd(&view)
  }

  /// Moves by window heights. A wrapped line may be taller than the window, so wrapped pages count rows, not lines.
  func page(_ view: inout DocumentView, by count: Int) {
    let rows = count * max(1, view.rows - 1)
    guard view.wraps else { return step(&view, by: rows) }
    let (line, row) = (view.topLine, view.topRow)
    scroll(&view, by: rows)
    guard (view.topLine, view.topRow) == (line, row) else { return }
    let shown = layout.lines(from: view.topLine, count: view.rows, folds: view.folds)
    view.cursorLine = (count < 0 ? shown.first : shown.last)?.number ?? view.cursorLine
  }

  /// Scrolls horizontally, or down inside a tall line, until the character at `offset` is visible.
  func showColumn(of offset: Int, in view: inout DocumentView) {
    guard !(layout is HexLayout),
      let head = layout.lines(from: view.cursorLine, count: 1, folds: view.folds).first
    else { return }
    let painter = painter(of: view)
    guard let column = painter.column(of: offset, in: head) else { return }
    let width = max(1, view.columns)
    if view.wraps {
      let row = column / width
      let isBelow = view.topLine == view.cursorLine && row >= view.topRow + view.rows
      guard isBelow || row >= view.rows || row < view.topRow else { return }
      view.topLine = view.cursorLine
      view.topRow = max(0, row - view.rows / 3)
    } else if column < view.horizontalOffset || column >= view.horizontalOffset + width {
      view.horizontalOffset = column < width ? 0 : column - width / 3
    }
  }

  func step(_ view: inout DocumentView, by count: Int) {
    if view.wraps, abs(count) == 1, scrollInsideLine(&view, by: count) { return }
    let from = layout.shownLine(for: view.cursorLine, folds: view.folds)
    if count >= 0 {
      let heads = layout.lines(from: from, count: count + 1, folds: view.folds)
      view.cursorLine = heads.last?.number ?? from
    } else {
      view.cursorLine = layout.lines(before: from, count: -count, folds: view.folds).first?.number ?? from
    }
    show(&view)
  }

  /// Scrolls through a line taller than the rest of the window row by row before the cursor leaves it.
  private func scrollInsideLine(_ view: inout DocumentView, by count: Int) -> Bool {
    let painter = painter(of: view)
    guard let head = layout.lines(from: view.cursorLine, count: 1, folds: view.folds).first else { return false }
    let rows = painter.rowCount(of: head)
    guard rows > view.rows, view.topLine <= view.cursorLine else { return false }
    let above = layout.lines(from: view.topLine, count: view.rows, folds: view.folds)
      .prefix { $0.number < view.cursorLine }
      .reduce(-view.topRow) { $0 + painter.rowCount(of: $1) }
    guard count > 0 ? above + rows > view.rows : above < 0 else { return false }
    scrollTop(&view, by: count)
    return true
  }

  /// Moves the window so that it contains the cursor's line: minimally for a small step, centered after a jump.
  private func show(_ view: inout DocumentView) {
    let rows = max(1, view.rows)
    if view.cursorLine <= view.topLine {
      let isNear = layout.lines(from: view.cursorLine, count: rows, folds: view.folds).contains {
        $0.number == view.topLine
      }
      if view.cursorLine < view.topLine { view.topRow = 0 }
      view.topLine = view.cursorLine
      if !isNear { place(&view, rowsAbove: rows / 3) }
      return
    }
    view.topLine = layout.shownLine(for: view.topLine, folds: view.folds)
    let painter = painter(of: view)
    var used = -view.topRow
    for head in layout.lines(from: view.topLine, count: rows, folds: view.folds) {
      used += painter.rowCount(of: head)
      if head.number == view.cursorLine {
        if used <= rows { return stopAtEnd(&view) }
        break
      }
      if used >= rows { break }
    }
    let next = layout.lines(from: view.topLine, count: rows * 2 + 1, folds: view.folds)
    let isNear = next.contains { $0.number == view.cursorLine }
    let height = painter.rowCount(of: LineHead(number: 0, content: .hex(0)))
    let own = layout.lines(from: view.cursorLine, count: 1, folds: view.folds).first.map(painter.rowCount) ?? height
    place(&view, rowsAbove: isNear ? max(0, rows - own) : rows / 3)
  }

  /// Places the cursor's line `rowsAbove` rows below the top of the window, or as close as the document allows.
  private func place(_ view: inout DocumentView, rowsAbove: Int) {
    view.topLine = view.cursorLine
    view.topRow = 0
    scrollTop(&view, by: -rowsAbove)
    stopAtEnd(&view)
  }

  /// Keeps the last row at or below the bottom of the window, unless the whole document fits.
  private func stopAtEnd(_ view: inout DocumentView) {
    let painter = painter(of: view)
    let heads = layout.lines(from: view.topLine, count: view.rows, folds: view.folds)
    let used = heads.reduce(-view.topRow) { $0 + painter.rowCount(of: $1) }
    if used < view.rows { scrollTop(&view, by: used - view.rows) }
  }

  /// Moves the window, then the cursor into it.
  func scroll(_ view: inout DocumentView, by rows: Int) {
    scrollTop(&view, by: rows)
    stopAtEnd(&view)
    let painter = painter(of: view)
    let shown = painter.rows(of: layout.lines(from: view.topLine, count: view.rows, folds: view.folds))
    guard let first = shown.first, let last = shown.last else { return }
    view.cursorLine = max(first.number, min(view.cursorLine, last.number))
  }

  private func scrollTop(_ view: inout DocumentView, by rows: Int) {
    let painter = painter(of: view)
    if rows < 0 {
      var left = -rows - view.topRow
      view.topRow = max(0, -left)
      guard left > 0 else { return }
      for head in layout.lines(before: view.topLine, count: left, folds: view.folds).reversed() {
        view.topLine = head.number
        let height = painter.rowCount(of: head)
        view.topRow = max(0, height - left)
        left -= height
        if left <= 0 { break }
      }
    } else if rows > 0 {
      var left = rows + view.topRow
      for head in layout.lines(from: view.topLine, count: rows + 1, folds: view.folds) {
        view.topLine = head.number
        let height = painter.rowCount(of: head)
        view.topRow = min(left, height - 1)
        if left < height { break }
        left -= height
      }
    }
  }
}
