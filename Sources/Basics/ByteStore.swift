import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The bytes of one body: appended by one writer while any number of readers look, kept once, never moved.
///
/// The store reserves address space when it is made and fills it from the front, so a pointer into it stays valid
/// for as long as the store lives and readers need neither a lock nor a copy. Up to `spillThreshold` bytes the
/// content is ordinary memory; beyond it, it lives in an unlinked temporary file that is mapped at the same addresses,
/// to which what came before moves piece by piece.
///
/// Two stores are equal when they are the same store: bodies are compared by identity, never by content.
// Unchecked: the base address is fixed, readers see only bytes below the atomically published count, and everything
// that a writer changes is behind the mutex.
public final class ByteStore: @unchecked Sendable, Equatable {
  /// 64 MB, in bytes.
  public static let defaultSpillThreshold = 64 << 20
  /// 64 GB of address space, in bytes.
  public static let defaultCapacity = 64 << 30
  /// Up to this capacity in bytes the content is allocated like any other value.
  private static let heapLimit = 64 << 10

  let reservation: Reservation
  private let published = Atomic<Int>(0)
  private let finished = Atomic<Bool>(false)
  private let writer: Mutex<Writer>

  /// - Parameters:
  ///   - spillThreshold: the size in bytes above which the content goes to a temporary file.
  ///   - capacity: the largest content in bytes; address space only, no memory.
  ///   - directory: where the temporary file is made; `$TMPDIR`, else `/var/tmp`, when `nil`.
  public init(
    spillThreshold: Int = ByteStore.defaultSpillThreshold, capacity: Int = ByteStore.defaultCapacity,
    directory: String? = nil
  ) {
    let isSmall = capacity <= min(Self.heapLimit, spillThreshold)
    reservation = isSmall ? Reservation(onHeap: max(0, capacity)) : Reservation(bytes: capacity)
    writer = Mutex(Writer(spillThreshold: max(0, spillThreshold), directory: directory))
  }

  /// A finished store that holds `bytes`, in memory whatever their number.
  public convenience init(_ bytes: some Collection<UInt8>) {
    self.init(spillThreshold: .max, capacity: max(1, bytes.count))
    let array = Array(bytes)
    // The capacity was made for these very bytes; only an exhausted address space can refuse, and then it stays empty.
    array.withUnsafeBytes { raw in try? append(raw) }
    finish()
  }

  /// How many bytes have arrived.
  public var count: Int { published.load(ordering: .acquiring) }
  /// Whether the writer has said that nothing more will come.
  public var isFinished: Bool { finished.load(ordering: .acquiring) }
  /// Whether the content goes to a temporary file by now.
  public var isSpilled: Bool { writer.withLock { $0.file != nil } }

  /// Adds bytes at the end. Readers see all of them or none.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(ByteStoreError) {
    guard !bytes.isEmpty else { return }
    let start = published.load(ordering: .relaxed)
    let result: Result<Void, ByteStoreError> = writer.withLock { state in
      Result { () throws(ByteStoreError) in try state.append(bytes, at: start, into: reservation) }
    }
    try result.get()
    published.store(start + bytes.count, ordering: .releasing)
  }

  /// Adds bytes at the end. Readers see all of them or none.
  public func append(_ bytes: [UInt8]) throws(ByteStoreError) {
    let result: Result<Void, ByteStoreError> = bytes.withUnsafeBytes { raw in
      Result { () throws(ByteStoreError) in try append(raw) }
    }
    try result.get()
  }

  /// Says that nothing more will come.
  public func finish() {
    finished.store(true, ordering: .releasing)
  }

  /// The bytes that have arrived, without a copy; the pointer must not outlive the closure.
  public func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: reservation.base, count: count))
  }

  /// A copy of the bytes in `range`, cut to what has arrived.
  public func bytes(in range: Range<Int>) -> [UInt8] {
    withUnsafeBytes { all in
      let cut = range.clamped(to: 0..<all.count)
      return Array(UnsafeRawBufferPointer(rebasing: all[cut]))
    }
  }

  /// A copy of all bytes that have arrived.
  public var allBytes: [UInt8] { bytes(in: 0..<count) }

  /// Lets the system take back the memory behind `range` of a spilled store; reading it again fetches it anew.
  /// Does nothing for a store in memory.
  public func releaseResidentMemory(in range: Range<Int>) {
    let filed = writer.withLock { $0.filed(range.clamped(to: 0..<count)) }
    for part in filed { reservation.discard(part) }
  }

  public static func == (left: ByteStore, right: ByteStore) -> Bool { left === right }
}

/// Why a body could not be kept.
public enum ByteStoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The content would grow past the address space that was reserved for it, in bytes.
  case tooLarge(limit: Int)
  /// The temporary file could not be made, written or mapped.
  case temporaryFile(path: String, reason: String)
  /// The system gave no memory for this many more bytes.
  case outOfMemory(bytes: Int)

  public var description: String {
    switch self {
    case .tooLarge(let limit): "the body is larger than \(limit) bytes, the most that can be kept"
    case .temporaryFile(let path, let reason):
      "the body could not be kept in \(path): \(reason); free some space or set TMPDIR to a folder with room"
    case .outOfMemory(let bytes): "no memory for \(bytes) more bytes of the body"
    }
  }
}
