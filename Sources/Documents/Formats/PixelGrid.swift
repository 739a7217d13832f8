/// A decoded image: red, green and blue of each pixel, row by row from the top.
package struct PixelGrid: Equatable, Sendable {
  package struct Pixel: Equatable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }
  }

  package let width: Int
  package let height: Int
  private let bytes: [UInt8]

  /// - Parameter bytes: three bytes per pixel.
  /// - Returns: `nil` if their number does not match the size.
  package init?(width: Int, height: Int, bytes: [UInt8]) {
    guard width > 0, height > 0, bytes.count / 3 / width == height, bytes.count == width * height * 3 else {
      return nil
    }
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  private init(_ width: Int, _ height: Int, _ bytes: [UInt8]) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Coordinates outside are clamped to the nearest pixel.
  package subscript(x: Int, y: Int) -> Pixel {
    let place = (min(max(0, y), height - 1) * width + min(max(0, x), width - 1)) * 3
    return Pixel(red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2])
  }

  /// A smaller copy, in which each pixel is the mean of those it replaces. Never enlarges.
  package func scaled(toWidth wanted: Int, height high: Int) -> PixelGrid {
    let (newWidth, newHeight) = (min(max(1, wanted), width), min(max(1, high), height))
    guard newWidth != width || newHeight != height else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(newWidth * newHeight * 3)
    for y in 0..<newHeight {
      let rows = y * height / newHeight..<max(y * height / newHeight + 1, (y + 1) * height / newHeight)
      for x in 0..<newWidth {
        let columns = x * width / newWidth..<max(x * width / newWidth + 1, (x + 1) * width / newWidth)
        addMean(columns, rows, to: &result)
      }
    }
    return PixelGrid(newWidth, newHeight, result)
  }

  private func addMean(_ columns: Range<Int>, _ rows: Range<Int>, to result: inout [UInt8]) {
    var (red, green, blue) = (0, 0, 0)
    for y in rows {
      var place = (y * width + columns.lowerBound) * 3
      for _ in columns {
        red += Int(bytes[place])
        green += Int(bytes[place + 1])
        blue += Int(bytes[place + 2])
        place += 3
      }
    }
    let count = columns.count * rows.count
    result.append(UInt8(red / count))
    result.append(UInt8(green / count))
    result.append(UInt8(blue / count))
  }
}
