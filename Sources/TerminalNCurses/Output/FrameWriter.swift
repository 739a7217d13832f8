import Terminal

/// Produces the bytes that turn the screen on the terminal into another one: only the changed cells, in one piece, so
/// that a frame is one write and never half visible.
@MainActor struct FrameWriter {
  let text: CellText
  private(set) var shown: Screen?
  private var styles: StyleWriter
  private let motion = CursorMotion()
  private let clear = TerminalDatabase.string("clear")
  private let eraseToEnd = TerminalDatabase.string("el")
  private let cursorHidden = TerminalDatabase.string("civis")
  private let cursorShown = TerminalDatabase.string("cnorm")
  /// Terminals with `am` but without `xenl` scroll when their last cell is written.
  private let wrapsLate = !TerminalDatabase.flag("am") || TerminalDatabase.flag("xenl")
  /// `nil` if unknown.
  private var isCursorShown: Bool?
  /// The position of the terminal's cursor; `nil` if it depends on the terminal.
  private var position: Point?
  private var output: [UInt8] = []

  init(styles: StyleWriter, isUnicode: Bool) {
    self.styles = styles
    text = CellText(isUnicode: isUnicode)
  }

  /// 256, 16, 8, or 0.
  var colors: Int { styles.colors }

  /// Forgets what the terminal shows: the next screen is drawn completely.
  mutating func forget() {
    shown = nil
    isCursorShown = nil
  }

  /// The bytes for a screen, which becomes the shown one; empty if nothing changes.
  mutating func bytes(for screen: Screen) -> [UInt8] {
    guard screen != shown else { return [] }
    output = Array(TerminalModes.frameStart.utf8)
    output.reserveCapacity(1 << 14)
    position = nil
    if shown?.size != screen.size { start() }
    let old = shown
    for y in 0..<screen.size.rows { putRow(y, of: screen, over: old) }
    styles.set(.plain, to: &output)
    place(screen.cursor, in: screen)
    output.append(contentsOf: TerminalModes.frameEnd.utf8)
    shown = screen
    return output
  }

  /// Starts with an empty terminal.
  private mutating func start() {
    shown = nil
    styles.forget(to: &output)
    output.append(contentsOf: clear)
  }

  private mutating func putRow(_ y: Int, of screen: Screen, over old: Screen?) {
    let row = y * screen.size.columns..<(y + 1) * screen.size.columns
    var end = row.upperBound
    while end > row.lowerBound, screen.grid[end - 1].isBlank { end -= 1 }
    var index = row.lowerBound
    while index < end {
      let width = FrameWriter.width(ofCellAt: index, in: screen, row)
      if FrameWriter.hasChanged(index..<index + width, of: screen, from: old) {
        put(screen.grid[index], of: screen, width: width, at: Point(x: index - row.lowerBound, y: y))
      }
      index += width
    }
    if old != nil, FrameWriter.hasChanged(index..<row.upperBound, of: screen, from: old) {
      erase(from: Point(x: index - row.lowerBound, y: y), of: screen)
    }
  }

  /// Compares with the shown screen, or with an empty terminal. Uses no closures: each call would check that it is on
  /// the main actor, once per cell.
  private nonisolated static func hasChanged(_ cells: Range<Int>, of screen: Screen, from old: Screen?) -> Bool {
    guard let old else {
      for index in cells where !screen.grid[index].isBlank { return true }
      return false
    }
    for index in cells where !screen.shows(screen.grid[index], as: old.grid[index], of: old) { return true }
    return false
  }

  /// 2 if the cell is followed by its continuation.
  private nonisolated static func width(ofCellAt index: Int, in screen: Screen, _ row: Range<Int>) -> Int {
    index + 1 < row.upperBound && screen.grid[index + 1].isContinuation && !screen.grid[index].isContinuation ? 2 : 1
  }

  private mutating func put(_ cell: PackedCell, of screen: Screen, width: Int, at point: Point) {
    let isLast = point.y == screen.size.rows - 1 && point.x + width >= screen.size.columns
    guard wrapsLate || !isLast else { return }
    move(to: point)
    styles.set(cell.style, to: &output)
    let isSure: Bool
    if cell.isCluster {
      isSure = text.append(screen.text(of: cell), columns: width, to: &output)
    } else {
      isSure = text.append(cell.scalar ?? " ", columns: width, to: &output)
    }
    // At the right edge, terminals differ in where they leave the cursor.
    position = isSure && point.x + width < screen.size.columns ? Point(x: point.x + width, y: point.y) : nil
  }

  private mutating func erase(from point: Point, of screen: Screen) {
    guard eraseToEnd.isEmpty else {
      move(to: point)
      styles.set(.plain, to: &output)
      return output.append(contentsOf: eraseToEnd)
    }
    let row = point.y * screen.size.columns
    for x in point.x..<screen.size.columns {
      put(screen.grid[row + x], of: screen, width: 1, at: Point(x: x, y: point.y))
    }
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
