import CNCurses
import Terminal

/// Puts screens into ncurses' window: only the cells that differ from the screen shown last.
@MainActor struct ScreenWriter {
  private var shown: Screen?
  private var pairs: ColorPairs
  private let text: CellText
  /// The style that was put last with what ncurses calls it: neighbours mostly share one.
  private var last: (style: Style, attributes: attr_t, pair: Int16)?

  init(pairs: ColorPairs, isUnicode: Bool) {
    self.pairs = pairs
    text = CellText(isUnicode: isUnicode)
  }

  /// The terminal may show anything now: the next screen is drawn whole.
  mutating func forget() {
    shown = nil
    clearok(apus_current_window(), true)
  }

  /// Whether the terminal shows something else.
  func differs(from screen: Screen) -> Bool { screen != shown }

  /// Brings the window to the screen; nothing is sent yet. A window that was erased has blanks everywhere.
  mutating func put(_ screen: Screen) {
    if shown?.size != screen.size {
      shown = nil
      werase(apus_standard_window())
    }
    for y in 0..<screen.size.rows { putRow(y, of: screen) }
    place(screen.cursor, in: screen)
    shown = screen
  }

  private mutating func putRow(_ y: Int, of screen: Screen) {
    let columns = screen.size.columns
    let start = y * columns
    let row = screen.cells[start..<start + columns]
    if let old = shown?.cells[start..<start + columns], old == row { return }
    var x = 0
    while x < columns {
      let width = self.width(ofCellAt: x, in: row)
      if hasChanged(start + x..<start + x + width, screen) { putCell(row[start + x], width: width, x: x, y: y) }
      x += width
    }
  }

  private func hasChanged(_ range: Range<Int>, _ screen: Screen) -> Bool {
    // No closures: this runs for every cell of the first frame, and each call of one would ask which actor it is on.
    for index in range {
      if let shown {
        if shown.cells[index] != screen.cells[index] { return true }
      } else if screen.cells[index].text != " " || screen.cells[index].style != .plain {
        return true
      }
    }
    return false
  }

  /// 2 for a cell that its continuation follows.
  private func width(ofCellAt x: Int, in row: ArraySlice<Cell>) -> Int {
    let next = row.startIndex + x + 1
    return next < row.endIndex && row[next].isContinuation && !row[next - 1].isContinuation ? 2 : 1
  }

  private mutating func putCell(_ cell: Cell, width: Int, x: Int, y: Int) {
    let (attributes, pair) = look(of: cell.style)
    guard wmove(apus_standard_window(), Int32(clamping: y), Int32(clamping: x)) == OK else { return }
    if let only = text.only(cell.text, columns: width) {
      var wide = cchar_t()
      if apus_set_character(&wide, only, attributes, pair) == OK { wadd_wch(apus_standard_window(), &wide) }
      return
    }
    for group in text.groups(cell.isContinuation ? " " : cell.text, columns: width) {
      var wide = cchar_t()
      // At the last cell of the screen ncurses reports an error although it puts the character.
      if setcchar(&wide, group + [0], attributes, pair, nil) == OK { wadd_wch(apus_standard_window(), &wide) }
    }
  }

  private mutating func look(of style: Style) -> (attributes: attr_t, pair: Int16) {
    if let last, last.style == style { return (last.attributes, last.pair) }
    let look = (attributes: attributes(of: style), pair: pairs.number(for: style))
    last = (style, look.attributes, look.pair)
    return look
  }

  private func attributes(of style: Style) -> attr_t {
    var attributes: attr_t = 0
    if style.attributes.contains(.bold) { attributes |= apus_bold() }
    if style.attributes.contains(.dim) { attributes |= apus_dim() }
    if style.attributes.contains(.underline) { attributes |= apus_underline() }
    if style.attributes.contains(.reverse) { attributes |= apus_reverse() }
    if style.attributes.contains(.italic) { attributes |= apus_italic() }
    return attributes
  }

  private func place(_ cursor: Point?, in screen: Screen) {
    let isShown = cursor.map(screen.bounds.contains) ?? false
    curs_set(isShown ? 1 : 0)
    if let cursor, isShown { wmove(apus_standard_window(), Int32(clamping: cursor.y), Int32(clamping: cursor.x)) }
  }
}
