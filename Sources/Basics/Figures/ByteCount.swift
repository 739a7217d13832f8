/// A number of bytes as people write it: `1GB`, `64 MB`, `500k`, `1048576`, `2GiB`.
public struct ByteCount: Hashable, Sendable, CustomStringConvertible {
  /// Zero or more.
  public var bytes: Int

  /// A size in bytes.
  public init(_ bytes: Int) { self.bytes = bytes }

  private static let units: [(name: String, size: Int)] = [
    ("", 1), ("b", 1), ("k", 1_000), ("kb", 1_000), ("kib", 1 << 10), ("m", 1_000_000), ("mb", 1_000_000),
    ("mib", 1 << 20), ("g", 1_000_000_000), ("gb", 1_000_000_000), ("gib", 1 << 30), ("t", 1_000_000_000_000),
    ("tb", 1_000_000_000_000), ("tib", 1 << 40),
  ]

  /// `nil` if the text is not a size. K, M, G and T are powers of 1000; with an `i`, they are powers of 1024.
  public init?(_ text: some StringProtocol) {
    let folded = text.utf8.filter { $0 != 0x20 }.map(\.asciiLowercased)
    let digits = folded.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    let word = String(decoding: folded.dropFirst(digits.count), as: UTF8.self)
    guard let number = Double(String(decoding: digits, as: UTF8.self)),
      let unit = Self.units.first(where: { $0.name == word })
    else { return nil }
    let size = number * Double(unit.size)
    guard size >= 0, size < 9e18 else { return nil }
    bytes = Int(size)
  }

  /// Text that parses back to exactly this number: `1500 MB`, `1048577`.
  public var exactText: String {
    for (name, size) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1_000)] where bytes > 0 && bytes % size == 0 {
      return "\(bytes / size) \(name)"
    }
    return "\(bytes)"
  }

  /// As limits on files are set, in powers of 1024, rounded down: `4 MB`, `64 KB`.
  package var limitText: String {
    if bytes >= 1 << 20 { return "\(bytes >> 20) MB" }
    return bytes >= 1 << 10 ? "\(bytes >> 10) KB" : "\(bytes) bytes"
  }

  /// Rounded to one decimal, which is omitted if it is zero: `1 GB`, `1.5 GB`.
  public var description: String {
    var text = "\(bytes) bytes"
    for (name, size) in [("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)] where bytes >= size {
      let tenths = (bytes + size / 20) / (size / 10)
      text = tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return text
  }
}
