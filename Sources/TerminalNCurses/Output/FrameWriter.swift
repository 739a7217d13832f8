import Basics
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

/// Writes the sequence that moves the cursor.
struct CursorMotion {
  /// The form that nearly all terminals use (ECMA-48's CUP); it needs no terminfo interpreter.
  private static let usual = Array("\u{1B}[%i%p1%d;%p2%dH".utf8)
  private let isUsual = TerminalDatabase.string("cup") == CursorMotion.usual

  func append(x: Int, y: Int, to output: inout [UInt8]) {
    guard isUsual else { return output.append(contentsOf: TerminalDatabase.string("cup", y, x)) }
    output.append(0x1B)
    output.append(0x5B)
    CursorMotion.append(y + 1, to: &output)
    output.append(0x3B)
    CursorMotion.append(x + 1, to: &output)
    output.append(0x48)
  }

  private static func append(_ number: Int, to output: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &output) }
    output.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }
}

/// Converts a cell's text to what this terminal can show: groups of characters, each a base and its marks, that fill
/// exactly the columns of the cell. This is the last filter before the terminal: only printable characters pass.
struct CellText {
  /// More marks only disrupt the terminal.
  private static let mostMarks = 4

  /// True if the terminal's character set has more than ASCII.
  var isUnicode: Bool

  /// Appends the bytes for a cell of `columns` columns.
  /// - Returns: true if all terminals agree on their width.
  func append(_ text: String, columns: Int, to output: inout [UInt8]) -> Bool {
    append(groups(text, columns: columns), to: &output)
  }

  /// Appends a single scalar, the usual case: letters and lines need no arrays.
  func append(_ scalar: Unicode.Scalar, columns: Int, to output: inout [UInt8]) -> Bool {
    if columns == 1, scalar.value >= 0x20, scalar.value < 0x7F {
      output.append(UInt8(truncatingIfNeeded: scalar.value))
      return true
    }
    if isUnicode, CellText.sureWidth(of: scalar) == columns {
      CellText.append(scalar, to: &output)
      return true
    }
    return append(groups(String(scalar), columns: columns), to: &output)
  }

  private func append(_ groups: [[Unicode.Scalar]], to output: inout [UInt8]) -> Bool {
    for group in groups {
      for scalar in group { CellText.append(scalar, to: &output) }
    }
    return groups.allSatisfy { $0.count == 1 && CellText.sureWidth(of: $0[0]) != nil }
  }

  private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(byte) }
  }

  /// Terminals disagree on the width of marks, of letters in joining scripts, and of emoji: `nil` for these. They agree
  /// on accented letters, lines, blocks and ideographs.
  private static func sureWidth(of scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x2500..<0x25A0: 1
    case 0x3041..<0x3248, 0x3400..<0x4DC0, 0x4E00..<0xA000, 0xAC00..<0xD7A4: 2
    default: nil
    }
  }

  /// One group per column, or one group for two columns.
  func groups(_ text: String, columns: Int) -> [[Unicode.Scalar]] {
    guard isUnicode else { return ascii(text, columns: columns) }
    var groups: [[Unicode.Scalar]] = []
    var used = 0
    for scalar in text.unicodeScalars {
      let width = CellText.width(scalar)
      if width == 0, let last = groups.indices.last {
        if groups[last].count <= CellText.mostMarks { groups[last].append(scalar) }
      } else if width > 0 {
        used += width
        groups.append([scalar])
      } else {
        return replacement(columns)
      }
    }
    if used == columns { return groups.map(CellText.withoutJoiners) }
    // An emoji of several scalars (skin tones, families, text shown as emoji) is replaced by its first one.
    guard let first = text.unicodeScalars.first, !groups.isEmpty else { return replacement(columns) }
    let width = CellText.width(first)
    guard width > 0 && width <= columns else { return replacement(columns) }
    return [[first]] + CellText.blanks(columns - width)
  }

  /// Joiners and variation selectors could make the terminal draw another emoji, with another width.
  private static func withoutJoiners(_ group: [Unicode.Scalar]) -> [Unicode.Scalar] {
    group.filter {
      $0.value != 0x200D && !(0xFE00...0xFE0F).contains($0.value) && !(0xE0000...0xE0FFF).contains($0.value)
    }
  }

  private func replacement(_ columns: Int) -> [[Unicode.Scalar]] {
    [[isUnicode ? "\u{FFFD}" : "?"]] + CellText.blanks(columns - 1)
  }

  /// The nearest ASCII character, or `?`.
  private func ascii(_ text: String, columns: Int) -> [[Unicode.Scalar]] {
    guard let first = text.unicodeScalars.first else { return CellText.blanks(columns) }
    if first.value >= 0x20 && first.value < 0x7F { return [[first]] + CellText.blanks(columns - 1) }
    let sign = ASCIISigns.nearest(first) ?? "?"
    return [[sign]] + CellText.blanks(columns - 1)
  }

  private static func blanks(_ count: Int) -> [[Unicode.Scalar]] {
    Array(repeating: [" "], count: max(0, count))
  }

  /// The width as the screen counts it; -1 for unprintable scalars.
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    return value < 0x20 || value >= 0x7F && value < 0xA0 ? -1 : TextWidth.of(scalar)
  }
}
