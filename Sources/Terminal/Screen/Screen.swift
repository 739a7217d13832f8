import Basics

/// A grid of cells with a cursor: views draw into it, tests read it, devices show it.
package struct Screen: Sendable {
  package let size: Size
  /// Row by row, `size.columns` cells each.
  package internal(set) var grid: [PackedCell]
  /// Texts of several scalars, in drawing order.
  private var clusters: [String] = []
  /// Where the text cursor is shown; hidden when `nil`.
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

  /// All cells, row by row.
  package var cells: [Cell] { grid.map(cell) }

  /// The text of a cell of this screen; empty in the right half of a wide grapheme.
  package func text(of cell: PackedCell) -> String {
    guard cell.isCluster else { return cell.scalar.map { String($0) } ?? "" }
    let place = Int(cell.code - PackedCell.firstCluster)
    return clusters.indices.contains(place) ? clusters[place] : " "
  }

  /// Whether a cell of this screen looks the same as a cell of another.
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
  /// Whether both screens look the same, regardless of the drawing order.
  package static func == (one: Screen, other: Screen) -> Bool {
    guard one.size == other.size && one.cursor == other.cursor else { return false }
    if one.clusters == other.clusters { return one.grid == other.grid }
    return zip(one.grid, other.grid).allSatisfy { one.shows($0, as: $1, of: other) }
  }
}
