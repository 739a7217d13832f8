import Terminal

/// Makes the bytes that bring the terminal from the screen it shows to another: only the cells that differ, all in one
/// piece, so that a frame is one write and never seen half drawn.
@MainActor struct FrameWriter {
  private typealias Row = UnsafeBufferPointer<Cell>

  let text: CellText
  private(set) var shown: Screen?
  private var styles: StyleWriter
  private let motion = CursorMotion()
  private let clear = TerminalDatabase.string("clear")
  private let eraseToEnd = TerminalDatabase.string("el")
  private let cursorHidden = TerminalDatabase.string("civis")
  private let cursorShown = TerminalDatabase.string("cnorm")
  /// Terminals without this scroll when their last cell is written.
  private let wrapsLate = !TerminalDatabase.flag("am") || TerminalDatabase.flag("xenl")
  /// `nil` when nobody knows.
  private var isCursorShown: Bool?
  /// Where the terminal's cursor stands; `nil` when that depends on the terminal.
  private var position: Point?
  private var output: [UInt8] = []

  init(styles: StyleWriter, isUnicode: Bool) {
    self.styles = styles
    text = CellText(isUnicode: isUnicode)
  }

  /// 256, 16, 8, or 0.
  var colors: Int { styles.colors }

  /// The terminal may show anything now: the next screen is drawn whole.
  mutating func forget() {
    shown = nil
    isCursorShown = nil
  }

  /// The bytes for a screen, which counts as shown from here on; none when nothing changes.
  mutating func bytes(for screen: Screen) -> [UInt8] {
    guard screen != shown else { return [] }
    output = Array(TerminalModes.frameStart.utf8)
    output.reserveCapacity(1 << 14)
    position = nil
    if shown?.size != screen.size { start() }
    for y in 0..<screen.size.rows { putRow(y, of: screen) }
    styles.set(.plain, to: &output)
    place(screen.cursor, in: screen)
    output.append(contentsOf: TerminalModes.frameEnd.utf8)
    shown = screen
    return output
  }

  /// From an empty terminal.
  private mutating func start() {
    shown = nil
    styles.forget(to: &output)
    output.append(contentsOf: clear)
  }

  private mutating func putRow(_ y: Int, of screen: Screen) {
    let columns = screen.size.columns
    let start = y * columns
    // Cells are compared where they stand: a copy of one counts references, twice for each cell of a first frame.
    screen.cells.withUnsafeBufferPointer { cells in
      let old = shown?.cells
      let row = UnsafeBufferPointer(rebasing: cells[start..<start + columns])
      if let old {
        old.withUnsafeBufferPointer {
          put(row, over: UnsafeBufferPointer(rebasing: $0[start..<start + columns]), y, screen.size)
        }
      } else {
        put(row, over: nil, y, screen.size)
      }
    }
  }

  private mutating func put(_ row: Row, over old: Row?, _ y: Int, _ size: Size) {
    var end = row.count
    while end > 0, FrameWriter.isBlank(row, end - 1) { end -= 1 }
    var x = 0
    while x < end {
      let width = FrameWriter.width(ofCellAt: x, in: row)
      if FrameWriter.hasChanged(x..<x + width, row, old) { put(row[x], width: width, at: Point(x: x, y: y), size) }
      x += width
    }
    if old != nil, FrameWriter.hasChanged(x..<row.count, row, old) { erase(from: Point(x: x, y: y), size) }
  }

  private static func isBlank(_ row: Row, _ x: Int) -> Bool {
    row[x].text.utf8.count == 1 && row[x].text == " " && row[x].style == .plain
  }

  /// From a row that is not known to one that is empty.
  private static func hasChanged(_ columns: Range<Int>, _ row: Row, _ old: Row?) -> Bool {
    for x in columns {
      if let old {
        if old[x].style != row[x].style || old[x].text != row[x].text { return true }
      } else if !isBlank(row, x) {
        return true
      }
    }
    return false
  }

  /// 2 for a cell that its continuation follows.
  private static func width(ofCellAt x: Int, in row: Row) -> Int {
    x + 1 < row.count && row[x + 1].isContinuation && !row[x].isContinuation ? 2 : 1
  }

  private mutating func put(_ cell: Cell, width: Int, at point: Point, _ size: Size) {
    let isLast = point.y == size.rows - 1 && point.x + width >= size.columns
    guard wrapsLate || !isLast else { return }
    move(to: point)
    styles.set(cell.style, to: &output)
    let isSure = text.append(cell.isContinuation ? " " : cell.text, columns: width, to: &output)
    // At the edge terminals differ in where the cursor waits.
    position = isSure && point.x + width < size.columns ? Point(x: point.x + width, y: point.y) : nil
  }

  private mutating func erase(from point: Point, _ size: Size) {
    guard eraseToEnd.isEmpty else {
      move(to: point)
      styles.set(.plain, to: &output)
      return output.append(contentsOf: eraseToEnd)
    }
    for x in point.x..<size.columns { put(.blank, width: 1, at: Point(x: x, y: point.y), size) }
  }

  private mutating func move(to point: Point) {
    if position != point { motion.append(x: point.x, y: point.y, to: &output) }
    position = point
  }

  private mutating func place(_ cursor: Point?, in screen: Screen) {
    let isShown = cursor.map(screen.bounds.contains) ?? false
    if let cursor, isShown { move(to: cursor) }
    if isCursorShown != isShown { output.append(contentsOf: isShown ? cursorShown : cursorHidden) }
    isCursorShown = isShown
  }
}
