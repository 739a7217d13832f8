import Libc
import Locks

/// The name inside the package, where requests, messages and files have such bodies, too.
package typealias ByteStore = ResponseBody

/// The bytes of one body: one writer appends, any number of readers read. The bytes are stored once and never move.
///
/// The store reserves address space when it is created and fills it from the front. A pointer into it therefore stays
/// valid as long as the store exists, and readers need neither a lock nor a copy. Up to `spillThreshold` bytes, the
/// content is ordinary memory. Beyond that, it is in an unlinked temporary file mapped at the same addresses; the
/// earlier bytes are moved there piece by piece.
///
/// Two stores are equal if they are the same object: bodies are compared by identity, never by content.
// Unchecked: the base address is fixed, readers see only bytes below the atomically published count, and a mutex guards
// everything that a writer changes.
public final class ResponseBody: @unchecked Sendable, Equatable {
  /// 64 MB, in bytes.
  package static let defaultSpillThreshold = 64 << 20
  /// 64 GB of address space, in bytes.
  package static let defaultCapacity = 64 << 30
  /// Content up to this capacity, in bytes, is allocated on the heap.
  private static let heapLimit = 64 << 10

  let reservation: Reservation
  private let published = Atomic<Int>(0)
  private let finished = Atomic<Bool>(false)
  private let writer: Mutex<Writer>

  /// - Parameter spillThreshold: the size in bytes above which the content moves to a temporary file.
  package convenience init(spillThreshold: Int = ByteStore.defaultSpillThreshold) {
    self.init(spillThreshold: spillThreshold, capacity: Self.defaultCapacity)
  }

  /// - Parameters:
  ///   - spillThreshold: the size in bytes above which the content moves to a temporary file.
  ///   - capacity: the largest content in bytes; reserves address space, not memory.
  ///   - directory: the folder for the temporary file; when `nil`, `$TMPDIR`, else `/var/tmp`.
  package init(
    spillThreshold: Int = ByteStore.defaultSpillThreshold, capacity: Int = ByteStore.defaultCapacity,
    directory: String? = nil
  ) {
    let isSmall = capacity <= min(Self.heapLimit, spillThreshold)
    reservation = isSmall ? Reservation(onHeap: max(0, capacity)) : Reservation(bytes: capacity)
    writer = Mutex(Writer(spillThreshold: max(0, spillThreshold), directory: directory))
  }

  /// A finished store that holds `bytes`, always in memory.
  public convenience init(_ bytes: some Collection<UInt8>) {
    self.init(spillThreshold: .max, capacity: max(1, bytes.count))
    let array = Array(bytes)
    // The capacity fits these bytes. Appending fails only if there is no address space; the store then stays empty.
    array.withUnsafeBytes { raw in try? append(raw) }
    finish()
  }

  /// The number of bytes that have arrived.
  public var count: Int { published.load(ordering: .acquiring) }
  /// True once the writer has finished: no more bytes will arrive.
  package var isFinished: Bool { finished.load(ordering: .acquiring) }
  /// True if the content has outgrown memory and is in a temporary file.
  package var isSpilled: Bool { writer.withLock { $0.file != nil } }

  /// Adds bytes at the end. Readers see all of them or none.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(ByteStoreError) {
    guard !bytes.isEmpty else { return }
    let start = published.load(ordering: .relaxed)
    try writer.withLock { state throws(ByteStoreError) in try state.append(bytes, at: start, into: reservation) }
    published.store(start + bytes.count, ordering: .releasing)
  }

  /// Adds bytes at the end. Readers see all of them or none.
  package func append(_ bytes: [UInt8]) throws(ByteStoreError) {
    try bytes.withRawBytes { raw throws(ByteStoreError) in try append(raw) }
  }

  /// Marks the store as finished: no more bytes will arrive.
  package func finish() {
    finished.store(true, ordering: .releasing)
  }

  /// The bytes that have arrived, without copying; the pointer must not outlive the closure.
  public func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: reservation.base, count: count))
  }

  /// A copy of the bytes in `range`, clamped to those that have arrived.
  public func bytes(in range: Range<Int>) -> [UInt8] {
    withUnsafeBytes { all in
      let cut = range.clamped(to: 0..<all.count)
      return Array(UnsafeRawBufferPointer(rebasing: all[cut]))
    }
  }

  /// A copy of all bytes that have arrived.
  public var allBytes: [UInt8] { bytes(in: 0..<count) }

  /// Lets the system reclaim the memory behind `range` of a spilled store. Reading the range again loads it from the
  /// file. Does nothing for a store in memory.
  package func releaseResidentMemory(in range: Range<Int>) {
    let filed = writer.withLock { $0.filed(range.clamped(to: 0..<count)) }
    for part in filed { reservation.discard(part) }
  }

  public static func == (left: ResponseBody, right: ResponseBody) -> Bool { left === right }
}

extension [UInt8] {
  /// `withUnsafeBytes` with typed errors, which the standard library's does not have.
  package func withRawBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try withUnsafeBufferPointer { bytes throws(E) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}

/// The reason why a body could not be stored.
package enum ByteStoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The content would exceed the reserved address space, in bytes.
  case tooLarge(limit: Int)
  /// The temporary file could not be created, written or mapped.
  case temporaryFile(path: String, reason: String)
  /// The system could not allocate this many more bytes.
  case outOfMemory(bytes: Int)

  package var description: String {
    switch self {
    case .tooLarge(let limit): "the body is larger than the limit of \(limit) bytes"
    case .temporaryFile(let path, let reason):
      "the body could not be stored in \(path): \(reason); free some space or set TMPDIR to a folder with room"
    case .outOfMemory(let bytes): "no memory for \(bytes) more bytes of the body"
    }
  }
}

/// A range of address space that belongs to one store for its lifetime. It costs no memory until committed.
// Unchecked: the address and the length never change.
final class Reservation: @unchecked Sendable {
  let base: UnsafeMutableRawPointer?
  let capacity: Int
  private let isOnHeap: Bool

  /// Ordinary memory, for small content that never moves to a file: saves three system calls.
  init(onHeap bytes: Int) {
    base = malloc(max(1, bytes))
    capacity = base == nil ? 0 : bytes
    isOnHeap = true
  }

  /// Reserves `bytes`, or less if the process's address space is limited; possibly nothing.
  init(bytes: Int) {
    isOnHeap = false
    var size = Reservation.roundedToPage(bytes)
    while size >= Reservation.pageSize {
      let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
      if let address = mmap(nil, size, PROT_NONE, flags, -1, 0), address != Reservation.failed {
        base = address
        capacity = size
        return
      }
      size = Reservation.roundedToPage(size / 2)
      if size <= Reservation.pageSize { break }
    }
    base = nil
    capacity = 0
  }

  deinit {
    guard let base else { return }
    if isOnHeap { free(base) } else { munmap(base, capacity) }
  }

  /// Makes `range` writable, zeroed memory; `false` if there is none left.
  func commit(_ range: Range<Int>) -> Bool {
    guard let base, range.upperBound <= capacity else { return false }
    if isOnHeap { return true }
    return mprotect(base + range.lowerBound, range.count, PROT_READ | PROT_WRITE) == 0
  }

  /// Maps `range` of the file at the same offsets, for reading; on failure, `errno` has the reason.
  func map(_ range: Range<Int>, of file: Int32) -> Bool {
    guard let base, !isOnHeap, range.upperBound <= capacity else { return false }
    let address = mmap(
      base + range.lowerBound, range.count, PROT_READ, MAP_SHARED | MAP_FIXED, file, off_t(range.lowerBound))
    return address != Reservation.failed
  }

  func discard(_ range: Range<Int>) {
    guard let base, !isOnHeap else { return }
    let low = (range.lowerBound + Reservation.pageSize - 1) / Reservation.pageSize * Reservation.pageSize
    let high = range.upperBound / Reservation.pageSize * Reservation.pageSize
    guard low < high else { return }
    madvise(base + low, high - low, MADV_DONTNEED)
  }

  static let pageSize = max(4096, Int(sysconf(Int32(_SC_PAGESIZE))))
  static func roundedToPage(_ bytes: Int) -> Int {
    let (sum, overflow) = max(1, bytes).addingReportingOverflow(pageSize - 1)
    return overflow ? Int.max / pageSize * pageSize : sum / pageSize * pageSize
  }
  // MAP_FAILED is a macro that casts -1 to a pointer.
  private static var failed: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: -1) }
}
