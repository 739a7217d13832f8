/// A grid of cells with a cursor: what a view draws into, what a test reads, what a device shows. A plain value.
public struct Screen: Hashable, Sendable {
  public let size: Size
  /// Row by row, `size.columns` cells each.
  public internal(set) var cells: [Cell]
  /// Where the text cursor is shown; hidden when `nil`.
  public var cursor: Point?

  public init(_ size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  public var bounds: Rect { Rect(size) }

  /// The cell at a place; blank outside the grid, and writing there does nothing.
  public subscript(x: Int, y: Int) -> Cell {
    get { bounds.contains(Point(x: x, y: y)) ? cells[y * size.columns + x] : .blank }
    set {
      guard bounds.contains(Point(x: x, y: y)) else { return }
      cells[y * size.columns + x] = newValue
    }
  }
}
