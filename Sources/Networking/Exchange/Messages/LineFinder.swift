#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds the line ends in a piece of a body: LF, CR or both. Each byte is looked at once for either.
struct LineFinder {
  private let bytes: UnsafeRawBufferPointer
  private var feed = -1
  private var carriage: Int

  /// - Parameter endsAtCarriage: whether a CR alone ends a line, too.
  init(_ bytes: UnsafeRawBufferPointer, endsAtCarriage: Bool) {
    self.bytes = bytes
    carriage = endsAtCarriage ? -1 : bytes.count
  }

  /// The end of the line that goes on at `place`, and where the next one begins; `nil` if it has no end here.
  mutating func line(at place: Int) -> (end: Int, next: Int)? {
    if feed < place { feed = find(0x0A, from: place) }
    if carriage < place { carriage = find(0x0D, from: place) }
    let end = min(feed, carriage)
    guard end < bytes.count else { return nil }
    let isPair = end == carriage && feed == end + 1 && feed < bytes.count
    return (end, isPair ? end + 2 : end + 1)
  }

  private func find(_ byte: UInt8, from place: Int) -> Int {
    guard let base = bytes.baseAddress, place < bytes.count else { return bytes.count }
    return memchr(base + place, Int32(byte), bytes.count - place).map { UnsafeRawPointer($0) - base } ?? bytes.count
  }
}
