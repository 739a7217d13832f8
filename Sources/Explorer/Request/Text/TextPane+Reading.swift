import Terminal

/// A text in reading mode: its Markdown, laid out once for the width of the pane.
struct ReadingRows: Equatable, Sendable {
  let rows: [MarkdownRow]
  /// The width that the rows were wrapped for.
  let width: Int
  /// The first visible row.
  var first: Int

  init(_ area: TextArea, first: Int) {
    width = area.viewport.columns
    rows = MarkdownLayout.rows(of: area.lines, width: width)
    self.first = first
  }

  init(_ area: TextArea, firstLine: Int) {
    self.init(area, first: 0)
    first = rows.firstIndex { $0.line >= firstLine } ?? 0
  }

  var firstLine: Int? { rows.dropFirst(first).first?.line }
}

/// Notes are read more often than edited: they are rendered until editing begins.
extension TextPane {
  var isRendered: Bool { reading != nil }

  /// Switches reading mode on or off, keeping the visible part in place.
  mutating func read(_ isRead: Bool) {
    guard isRead, !isLarge else {
      if let line = reading?.firstLine { area.scroll(by: line - area.top) }
      reading = nil
      return
    }
    if reading?.width != area.viewport.columns {
      reading = ReadingRows(area, firstLine: reading?.firstLine ?? area.top)
    }
    scroll(by: 0)
  }

  /// The visible rows in reading mode.
  var shownRows: ArraySlice<MarkdownRow> {
    reading?.rows.dropFirst(reading?.first ?? 0).prefix(area.viewport.rows) ?? []
  }

  /// The scroll offset and the length of the text, in rows of the screen.
  var top: Int { reading?.first ?? area.top }
  var rowCount: Int { reading?.rows.count ?? area.lines.count }

  mutating func scroll(by rows: Int) {
    guard var reading else { return area.scroll(by: rows) }
    reading.first = min(max(0, reading.first + rows), max(0, rowCount - max(1, area.viewport.rows)))
    self.reading = reading
  }
}
