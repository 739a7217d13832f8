/// A size in cells; never negative.
package struct Size: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// Larger sizes are errors: no terminal has this many cells, and the screen would not fit into memory.
  package static let largest = Size(columns: 2000, rows: 1000)

  package var clamped: Size {
    Size(columns: min(columns, Self.largest.columns), rows: min(rows, Self.largest.rows))
  }
}

/// A cell's coordinates, column first, from the top left at (0, 0).
package struct Point: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A rectangle of cells. Its size is never negative: shrinking it too far leaves it empty.
package struct Rect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package let width: Int
  package let height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.columns, height: size.rows)
  }

  package var minX: Int { x }
  package var minY: Int { y }
  /// The first column to the right of the rectangle.
  package var maxX: Int { x + width }
  /// The first row below the rectangle.
  package var maxY: Int { y + height }
  package var isEmpty: Bool { width == 0 || height == 0 }

  package func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The rectangle without a border of one cell.
  package func inset() -> Rect { Rect(x: x + 1, y: y + 1, width: width - 2, height: height - 2) }

  package func intersection(_ other: Rect) -> Rect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// Cuts `columns` off the left side: returns the piece and the rest. Cuts at most the whole width.
  package func splitLeft(_ columns: Int) -> (Rect, Rect) {
    let cut = min(max(0, columns), width)
    return (Rect(x: x, y: y, width: cut, height: height), Rect(x: x + cut, y: y, width: width - cut, height: height))
  }

  /// Cuts `rows` off the top: returns the piece and the rest. Cuts at most the whole height.
  package func splitTop(_ rows: Int) -> (Rect, Rect) {
    let cut = min(max(0, rows), height)
    return (Rect(x: x, y: y, width: width, height: cut), Rect(x: x, y: y + cut, width: width, height: height - cut))
  }

  /// Cuts `rows` off the bottom: returns the rest and the piece.
  package func splitBottom(_ rows: Int) -> (Rect, Rect) {
    splitTop(height - min(max(0, rows), height))
  }

  /// Cuts `columns` off the right side: returns the rest and the piece.
  package func splitRight(_ columns: Int) -> (Rect, Rect) {
    splitLeft(width - min(max(0, columns), width))
  }
}

extension Rect {
  package var origin: Point { Point(x: x, y: y) }
}
