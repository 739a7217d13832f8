/// Writes the wire format.
package struct WireWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// How the bytes after a tag are read.
  enum Kind: UInt64 {
    case varint = 0
    case fixed64 = 1
    case bytes = 2
    case groupStart = 3
    case groupEnd = 4
    case fixed32 = 5
  }

  mutating func tag(_ number: Int, _ kind: Kind) { varint(UInt64(number) << 3 | kind.rawValue) }

  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func fixed32(_ value: UInt32) { littleEndian(UInt64(value), 4) }

  mutating func fixed64(_ value: UInt64) { littleEndian(value, 8) }

  mutating func raw(_ content: some Sequence<UInt8>) { bytes += content }

  /// A length and what it counts.
  mutating func content(_ content: some Collection<UInt8>) {
    varint(UInt64(content.count))
    bytes += content
  }

  /// A field whose value is text, bytes or a message.
  package mutating func field(_ number: Int, _ content: some Collection<UInt8>) {
    tag(number, .bytes)
    self.content(content)
  }

  /// A field whose value is a number; 0 is not written.
  package mutating func field(_ number: Int, _ value: Int) {
    guard value != 0 else { return }
    tag(number, .varint)
    varint(UInt64(bitPattern: Int64(value)))
  }

  private mutating func littleEndian(_ value: UInt64, _ count: Int) {
    for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
  }
}
