#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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

  /// Maps `range` of the file at the same offsets, for reading; on failure, `errno` says why.
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
