import Basics

/// The information in the header of an image file.
package struct ImageInfo: Equatable, Sendable {
  package var format: ImageFormat
  /// The width in pixels; `nil` if the header does not contain it or has not arrived.
  package var width: Int?
  package var height: Int?

  /// `nil` if the bytes are not in a known image format.
  package init?(_ bytes: [UInt8]) {
    guard let format = ImageFormat.detect(bytes) else { return nil }
    self.format = format
    let head = ImageHead(bytes: bytes)
    let size: (Int, Int)? =
      switch format {
      case .png: head.big32(16).flatMap { width in head.big32(20).map { (width, $0) } }
      case .gif: head.little16(6).flatMap { width in head.little16(8).map { (width, $0) } }
      case .bmp: head.little32(18).flatMap { width in head.little32(22).map { (abs(width), abs($0)) } }
      case .ico: head.byte(6).flatMap { width in head.byte(7).map { (width == 0 ? 256 : width, $0 == 0 ? 256 : $0) } }
      case .jpeg: head.jpeg
      case .webp: head.webp
      case .avif: head.avif
      case .tiff: head.tiff
      }
    (width, height) = (size?.0, size?.1)
  }
}

extension Document {
  /// Format and size of an image, once its header has arrived.
  package var image: ImageInfo? { ImageInfo(store.bytes(in: 0..<(256 << 10))) }
}

/// Reads numbers from the header of a file; `nil` beyond its end.
struct ImageHead {
  let bytes: [UInt8]

  func byte(_ i: Int) -> Int? { bytes.indices.contains(i) ? Int(bytes[i]) : nil }
  func big16(_ i: Int) -> Int? { byte(i).flatMap { high in byte(i + 1).map { high << 8 | $0 } } }
  func little16(_ i: Int) -> Int? { byte(i).flatMap { low in byte(i + 1).map { $0 << 8 | low } } }
  func big32(_ i: Int) -> Int? { big16(i).flatMap { high in big16(i + 2).map { high << 16 | $0 } } }
  func little32(_ i: Int) -> Int? {
    little16(i).flatMap { low in little16(i + 2).map { Int(Int32(truncatingIfNeeded: $0 << 16 | low)) } }
  }

  /// The frame header of a JPEG, after any number of other segments.
  var jpeg: (Int, Int)? {
    var i = 2
    while let mark = byte(i), let kind = byte(i + 1) {
      guard mark == 0xFF else { return nil }
      if kind == 0xFF {
        i += 1
        continue
      }
      if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) {
        guard let height = big16(i + 5), let width = big16(i + 7) else { return nil }
        return (width, height)
      }
      guard let length = big16(i + 2), length >= 2 else { return nil }
      i += 2 + length
    }
    return nil
  }

  var webp: (Int, Int)? {
    guard bytes.count >= 30 else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8X":
      guard let a = little16(24), let b = byte(26), let c = little16(27), let d = byte(29) else { return nil }
      return ((b << 16 | a) + 1, (d << 16 | c) + 1)
    case "VP8L":
      guard let bits = little32(21) else { return nil }
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    default:
      guard let width = little16(26), let height = little16(28) else { return nil }
      return (width & 0x3FFF, height & 0x3FFF)
    }
  }

  /// The `ispe` property of the first image.
  var avif: (Int, Int)? {
    let mark = Array("ispe".utf8)
    for i in bytes.indices.prefix(64 << 10) where bytes[i] == mark[0] && bytes[i...].starts(with: mark) {
      guard let width = big32(i + 8), let height = big32(i + 12) else { return nil }
      return (width, height)
    }
    return nil
  }

  var tiff: (Int, Int)? {
    let isLittle = byte(0) == 0x49
    func short(_ i: Int) -> Int? { isLittle ? little16(i) : big16(i) }
    func long(_ i: Int) -> Int? { isLittle ? little32(i) : big32(i) }
    guard let table = long(4), table >= 8, let count = short(table) else { return nil }
    var width: Int?
    var height: Int?
    for entry in 0..<min(count, 200) {
      let place = table + 2 + entry * 12
      let value = short(place + 2) == 3 ? short(place + 8) : long(place + 8)
      if short(place) == 256 { width = value }
      if short(place) == 257 { height = value }
    }
    return width.flatMap { width in height.map { (width, $0) } }
  }
}
