extension Rect {
  public var size: Size { Size(columns: width, rows: height) }
  public var origin: Point { Point(x: x, y: y) }
}
