import Basics
import CProcess
import Libc

/// Takes from this process what scripts must not have: files, sockets, other processes, and memory without end.
enum Confinement {
  /// Why the process is not confined.
  struct Failure: Error {
    let message: String

    init(_ message: String) { self.message = message }
    init(_ step: String, _ code: Int32) { message = "\(step): \(String(cString: strerror(code)))" }
  }

  /// Call this once everything that files are needed for is loaded.
  /// - Parameter memory: how many bytes more than now the process may map.
  /// - Returns: what measures the memory from now on.
  static func begin(memory: Int) throws(Failure) -> MemoryGauge {
    guard ProcessMemory.isPrivate else { throw Failure("cannot forbid dumps", errno) }
    try limit(core, 0)
    try limit(fileSize, 0)
    try limit(processorTime, 600)
    let gauge = MemoryGauge(limit: memory)
    #if !canImport(Darwin)
    // macOS does not enforce this limit.
    guard let size = gauge.initial else { throw Failure("cannot measure memory", EIO) }
    try limit(addressSpace, size + memory)
    #endif
    let code = cprocess_confine()
    if code != 0 { throw Failure("cannot filter system calls", code) }
    return gauge
  }

  private static func limit(_ resource: Resource, _ value: Int) throws(Failure) {
    var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
    if setrlimit(resource, &limit) != 0 { throw Failure("cannot set limits", errno) }
  }

  #if canImport(Glibc)
  private typealias Resource = __rlimit_resource_t
  private static let core = Resource(UInt32(RLIMIT_CORE.rawValue))
  private static let fileSize = Resource(UInt32(RLIMIT_FSIZE.rawValue))
  private static let processorTime = Resource(UInt32(RLIMIT_CPU.rawValue))
  private static let addressSpace = Resource(UInt32(RLIMIT_AS.rawValue))
  #else
  private typealias Resource = Int32
  private static let core = RLIMIT_CORE
  private static let fileSize = RLIMIT_FSIZE
  private static let processorTime = RLIMIT_CPU
  private static let addressSpace = RLIMIT_AS
  #endif
}

/// Measures the memory that this process has mapped, by a file that stays open.
struct MemoryGauge {
  private let file: Int32
  private let limit: Int
  /// In bytes; `nil` on macOS.
  let initial: Int?

  init(limit: Int) {
    self.limit = limit
    file = open("/proc/self/statm", O_RDONLY)
    initial = Self.mappedSize(file)
  }

  /// True if a quarter of the limit is used. Later jobs are to have it all.
  var isHigh: Bool {
    guard let initial, let now = Self.mappedSize(file) else { return false }
    return now - initial > limit / 4
  }

  /// The first number of the file, in pages.
  private static func mappedSize(_ file: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 100)
    guard file >= 0, pread(file, &bytes, bytes.count, 0) > 0 else { return nil }
    let pages = String(decoding: bytes.prefix { $0.isASCIIDigit }, as: UTF8.self)
    return Int(pages).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }
}
