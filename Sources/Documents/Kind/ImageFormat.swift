/// An image format, detected by its first bytes.
package enum ImageFormat: String, Hashable, Sendable {
  case png, jpeg, gif, webp, bmp, ico, avif, tiff

  package var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .gif: "GIF"
    case .webp: "WebP"
    case .bmp: "BMP"
    case .ico: "ICO"
    case .avif: "AVIF"
    case .tiff: "TIFF"
    }
  }

  static func detect(_ bytes: [UInt8]) -> ImageFormat? {
    func has(_ prefix: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: prefix) }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if has([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if has(Array("GIF87a".utf8)) || has(Array("GIF89a".utf8)) { return .gif }
    if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) { return .webp }
    if has(Array("BM".utf8)), bytes.count >= 26, has([0, 0, 0, 0], at: 6) { return .bmp }
    if has([0, 0, 1, 0]), bytes.count >= 8 { return .ico }
    if has(Array("ftypavif".utf8), at: 4) || has(Array("ftypavis".utf8), at: 4) { return .avif }
    if has([0x49, 0x49, 0x2A, 0]) || has([0x4D, 0x4D, 0, 0x2A]) { return .tiff }
    return nil
  }
}
