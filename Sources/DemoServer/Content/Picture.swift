/// A small PNG, generated on request: a swift in an evening sky.
enum Picture {
  static let size = 96

  static func png() -> [UInt8] {
    var header = bigEndian(size) + bigEndian(size)
    header += [8, 2, 0, 0, 0]
    var rows: [UInt8] = []
    for y in 0..<size {
      rows.append(0)
      for x in 0..<size { rows += colour(x, y) }
    }
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header)
      + chunk("IDAT", Deflate.zlib(rows)) + chunk("IEND", [])
  }

  private static func colour(_ x: Int, _ y: Int) -> [UInt8] {
    // The wings are two arcs of circles; the body is a short stroke between them.
    let (dx, dy) = (abs(x - size / 2), y - 30)
    let outer = (dx - 4) * (dx - 4) / 3 + dy * dy
    let inner = (dx - 4) * (dx - 4) / 4 + (dy - 6) * (dy - 6)
    let wing = outer < 420 && inner > 330 && dy < 16
    let body = dx < 4 && dy > -24 && dy < 22
    if wing || body { return [24, 28, 44] }
    return [UInt8(40 + y * 2), UInt8(90 + y), UInt8(190 - y)]
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return bigEndian(data.count) + content + bigEndian(Int(Checksum.crc32(content)))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
