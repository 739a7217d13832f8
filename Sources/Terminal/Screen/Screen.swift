import Basics

/// A grid of cells with a cursor: views draw into it, tests read it, devices show it.
package struct Screen: Sendable {
  package let size: Size
  /// Row by row, `size.columns` cells each.
  package internal(set) var grid: [PackedCell]
  /// Texts of several scalars, in drawing order.
  private var clusters: [String] = []
  /// The position of the text cursor; hidden when `nil`.
  package var cursor: Point?

  package init(_ size: Size) {
    self.size = size
    grid = Array(repeating: .blank, count: size.columns * size.rows)
  }

  package var bounds: Rect { Rect(size) }

  /// The cell at a point. Outside the grid, reading returns a blank and writing does nothing.
  package subscript(x: Int, y: Int) -> Cell {
    get { bounds.contains(Point(x: x, y: y)) ? cell(grid[y * size.columns + x]) : .blank }
    set {
      guard bounds.contains(Point(x: x, y: y)) else { return }
      grid[y * size.columns + x] = packed(newValue.text, newValue.style)
    }
  }

  package var cells: [Cell] { grid.map(cell) }

  /// The text of a cell of this screen; empty in the right half of a wide grapheme.
  package func text(of cell: PackedCell) -> String {
    guard cell.isCluster else { return cell.scalar.map { String($0) } ?? "" }
    let place = Int(cell.code - PackedCell.firstCluster)
    return clusters.indices.contains(place) ? clusters[place] : " "
  }

  /// True if a cell of this screen looks the same as a cell of another.
  @inlinable package func shows(_ cell: PackedCell, as other: PackedCell, of screen: Screen) -> Bool {
    guard cell.isCluster || other.isCluster else { return cell == other }
    return cell.style == other.style && text(of: cell) == screen.text(of: other)
  }

  /// Packs the text of one grapheme and stores it in this screen if it has several scalars.
  mutating func packed(_ text: String, _ style: Style) -> PackedCell {
    var scalars = text.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return .continuation(style) }
    if scalars.next() == nil { return PackedCell(code: first.value, style: style) }
    clusters.append(text)
    return PackedCell(code: PackedCell.firstCluster + UInt32(clusters.count - 1), style: style)
  }

  mutating func packed(_ glyph: Glyph, _ style: Style) -> PackedCell {
    glyph.cluster.map { packed($0, style) } ?? PackedCell(code: glyph.base.value, style: style)
  }

  private func cell(_ packed: PackedCell) -> Cell { Cell(text(of: packed), packed.style) }
}

extension Screen: Equatable {
  /// True if both screens look the same, regardless of the drawing order.
  package static func == (one: Screen, other: Screen) -> Bool {
    guard one.size == other.size && one.cursor == other.cursor else { return false }
    if one.clusters == other.clusters { return one.grid == other.grid }
    return zip(one.grid, other.grid).allSatisfy { one.shows($0, as: $1, of: other) }
  }
}

/// One cell of the screen: a grapheme and its style. A wide grapheme fills its cell and one `continuation` cell.
package struct Cell: Hashable, Sendable {
  package var text: String
  package var style: Style

  package init(_ text: String = " ", _ style: Style = .plain) {
    self.text = text
    self.style = style
  }

  package static let blank = Cell()
}

/// A cell as stored in the grid: sixteen bytes without references, so that filling, copying and comparing screens is as
/// fast as memory allows. Only the screen that created it knows its text: `Screen.text(of:)`.
package struct PackedCell: Equatable, Sendable {
  /// The text's only scalar; 0 in the right half of a wide grapheme; from `firstCluster` on, an index into the screen's
  /// clusters.
  @usableFromInline let code: UInt32
  package var style: Style

  /// Larger than any Unicode scalar.
  static let firstCluster: UInt32 = 1 << 31

  static let blank = PackedCell(code: 0x20, style: .plain)
  static func continuation(_ style: Style) -> PackedCell { PackedCell(code: 0, style: style) }

  /// The scalar of the text; `nil` if the text has several scalars or none.
  @inlinable package var scalar: Unicode.Scalar? { isContinuation ? nil : Unicode.Scalar(code) }
  /// True for the right half of a wide grapheme.
  @inlinable package var isContinuation: Bool { code == 0 }
  /// True for a space in the terminal's own colours.
  @inlinable package var isBlank: Bool { code == 0x20 && style == .plain }
  /// True if the screen stores the text separately.
  @inlinable package var isCluster: Bool { code >= 1 << 31 }
}

// These functions are the only way for text to enter cells, so that all of it is made safe.

extension Screen {
  /// Writes text to the right of a point, on one row, inside `clip` (or the screen) and in at most `maxWidth` columns.
  /// A wide character cut by an edge becomes a blank; control characters become visible. Text may start left of the
  /// clip (scrolled). Returns the columns the text took, counted from the point.
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, at point: Point, style: Style = .plain, clippedTo clip: Rect? = nil,
    maxWidth: Int? = nil
  ) -> Int {
    let area = clip.map(bounds.intersection) ?? bounds
    let isVisible = point.y >= area.minY && point.y < area.maxY && !area.isEmpty
    let room = min(max(0, maxWidth ?? .max), max(0, area.maxX - point.x))
    var used = 0
    Glyph.forEach(in: Substring(text)) { glyph in
      guard used < room else { return false }
      let x = point.x + used
      let isWhole = used + glyph.columns <= room && x >= area.minX
      used += min(glyph.columns, room - used)
      guard isVisible else { return true }
      if isWhole {
        put(packed(glyph, style), columns: glyph.columns, x: x, y: point.y)
      } else if x + glyph.columns > area.minX {
        put(" ", columns: 1, style: style, x: max(x, area.minX), y: point.y)
      }
      return true
    }
    return used
  }

  /// Writes pieces in different styles, one after the other.
  @discardableResult
  package mutating func write(
    _ pieces: [StyledText], at point: Point, clippedTo clip: Rect? = nil, maxWidth: Int? = nil
  ) -> Int {
    let room = max(0, maxWidth ?? .max)
    var used = 0
    for piece in pieces where used < room {
      let place = Point(x: point.x + used, y: point.y)
      used += write(piece.text, at: place, style: piece.style, clippedTo: clip, maxWidth: room - used)
    }
    return used
  }

  /// Writes one line of text into the first row of a rectangle, aligned, and truncated if it is too long. Returns the
  /// cells it occupies.
  @discardableResult
  package mutating func write(
    _ text: String, in rect: Rect, style: Style = .plain, align: Alignment = .left, truncation: Truncation = .end
  ) -> Rect {
    let shown = truncation.applied(to: text, columns: rect.width)
    let width = TextWidth.of(shown)
    let x =
      switch align {
      case .left: rect.minX
      case .center: rect.minX + (rect.width - width) / 2
      case .right: rect.maxX - width
      }
    write(shown, at: Point(x: x, y: rect.minY), style: style, clippedTo: rect)
    return Rect(x: x, y: rect.minY, width: width, height: min(1, rect.height))
  }

  /// Puts one glyph into its cells, which must be inside the grid, and blanks the other half of any wide glyph it
  /// overwrites.
  mutating func put(_ text: String, columns: Int, style: Style, x: Int, y: Int) {
    put(packed(text, style), columns: columns, x: x, y: y)
  }

  mutating func put(_ cell: PackedCell, columns: Int, x: Int, y: Int) {
    let index = y * size.columns + x
    if grid[index].isContinuation && x > 0 { blankText(at: index - 1) }
    if x + columns < size.columns && grid[index + columns].isContinuation { blankText(at: index + columns) }
    grid[index] = cell
    if columns == 2 { grid[index + 1] = .continuation(cell.style) }
  }

  private mutating func blankText(at index: Int) {
    grid[index] = PackedCell(code: PackedCell.blank.code, style: grid[index].style)
  }
}

// The screen as text, for test assertions and for people.

extension Screen {
  /// The rows as text without trailing blanks, joined by line ends.
  package var text: String {
    (0..<size.rows).map { row($0) }.joined(separator: "\n")
  }

  /// One row as text without trailing blanks; empty outside the screen.
  package func row(_ y: Int) -> String {
    guard y >= 0 && y < size.rows else { return "" }
    var line = grid[y * size.columns..<(y + 1) * size.columns].reduce(into: "") { $0 += text(of: $1) }
    while line.utf8.last == 0x20 { line.removeLast() }
    return line
  }
}
