#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Remembers the last parsed head: a server often answers many requests in a row with identical heads, which then need
/// not be parsed again.
final class HeadMemory {
  private var last: ResponseHead?
  private var spare: [UInt8] = []

  /// An empty array with capacity for a typical head.
  func buffer() -> [UInt8] {
    var buffer: [UInt8] = []
    swap(&buffer, &spare)
    buffer.reserveCapacity(512)
    return buffer
  }

  /// Parses `raw` as a head and empties it. `nil` if it does not start with a status line.
  func head(_ raw: inout [UInt8]) -> ResponseHead? {
    if let last, Self.isSame(last.raw, raw) {
      raw.removeAll(keepingCapacity: true)
      swap(&raw, &spare)
      return last
    }
    last = HeadParser.head(raw)
    raw = []
    return last
  }

  private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return one.withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
        return memcmp(start, otherStart, one.count) == 0
      }
    }
  }
}
