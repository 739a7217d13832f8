extension Rect {
  package var size: Size { Size(columns: width, rows: height) }
  package var origin: Point { Point(x: x, y: y) }
}
