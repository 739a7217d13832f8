#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The writing half of a store: commits memory in growing steps, then moves to a temporary file once.
struct Writer: ~Copyable {
  let spillThreshold: Int
  let directory: String?
  private var committed = 0
  private(set) var file: TemporaryFile?

  init(spillThreshold: Int, directory: String?) {
    self.spillThreshold = spillThreshold
    self.directory = directory
  }

  mutating func append(
    _ bytes: UnsafeRawBufferPointer, at start: Int, into space: Reservation
  ) throws(ByteStoreError) {
    let (end, overflow) = start.addingReportingOverflow(bytes.count)
    guard !overflow, end <= space.capacity else { throw .tooLarge(limit: space.capacity) }
    if end > spillThreshold, file == nil { try spill(start, of: space) }
    if file == nil {
      try commit(upTo: end, in: space)
      if let from = bytes.baseAddress { space.base?.advanced(by: start).copyMemory(from: from, byteCount: bytes.count) }
    } else {
      try file?.write(bytes, at: start)
      try file?.show(upTo: end, in: space)
    }
  }

  private mutating func commit(upTo end: Int, in space: Reservation) throws(ByteStoreError) {
    guard end > committed else { return }
    let wanted = max(end, min(committed * 2, committed + (16 << 20)), 64 << 10)
    let target = min(Reservation.roundedToPage(wanted), space.capacity)
    guard space.commit(committed..<target) else { throw .outOfMemory(bytes: target - committed) }
    committed = target
  }

  private mutating func spill(_ count: Int, of space: Reservation) throws(ByteStoreError) {
    var made = try TemporaryFile(in: directory)
    if count > 0, let base = space.base {
      try made.write(UnsafeRawBufferPointer(start: base, count: count), at: 0)
      try made.show(upTo: count, in: space)
    }
    file = consume made
  }
}
