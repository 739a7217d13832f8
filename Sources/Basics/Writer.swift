import Libc

/// The writing half of a store: commits memory in growing steps, then continues in a temporary file. Each later append
/// also moves a piece of the content in memory to the file, so that no single step takes long.
struct Writer: ~Copyable {
  let spillThreshold: Int
  let directory: String?
  private var committed = 0
  private(set) var file: TemporaryFile?
  /// The number of leading bytes that the file takes over from memory, and the number already moved.
  private var inherited = 0
  private var moved = 0
  /// The minimum number of bytes to move at a time; takes a fraction of a millisecond.
  private static let piece = 1 << 20

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
      try move(max(Self.piece, 2 * bytes.count), of: space)
    }
  }

  /// The parts of `range` that are in the file and can be read from it again.
  func filed(_ range: Range<Int>) -> [Range<Int>] {
    guard file != nil else { return [] }
    return [range.clamped(to: 0..<moved), range.clamped(to: inherited..<max(inherited, range.upperBound))]
  }

  private mutating func commit(upTo end: Int, in space: Reservation) throws(ByteStoreError) {
    guard end > committed else { return }
    let wanted = max(end, min(committed * 2, committed + (16 << 20)), 64 << 10)
    let target = min(Reservation.roundedToPage(wanted), space.capacity)
    guard space.commit(committed..<target) else { throw .outOfMemory(bytes: target - committed) }
    committed = target
  }

  /// Switches to a file. It starts at a page boundary, so the partial page at the end of memory is copied immediately.
  private mutating func spill(_ count: Int, of space: Reservation) throws(ByteStoreError) {
    let whole = count / Reservation.pageSize * Reservation.pageSize
    let made = try TemporaryFile(in: directory, from: whole)
    if count > whole, let base = space.base {
      try made.write(UnsafeRawBufferPointer(start: base + whole, count: count - whole), at: whole)
    }
    inherited = whole
    file = consume made
  }

  private mutating func move(_ count: Int, of space: Reservation) throws(ByteStoreError) {
    guard moved < inherited, let base = space.base else { return }
    let range = moved..<min(moved + (count + Self.piece - 1) / Self.piece * Self.piece, inherited)
    try file?.write(UnsafeRawBufferPointer(start: base + moved, count: range.count), at: moved)
    try file?.show(range, in: space)
    moved = range.upperBound
  }
}
