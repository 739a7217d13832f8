import Basics
import CProcess

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
  static func begin(memory: Int) throws(Failure) {
    guard ProcessMemory.isPrivate else { throw Failure("cannot forbid dumps", errno) }
    try limit(core, 0)
    try limit(fileSize, 0)
    try limit(processorTime, 600)
    #if !canImport(Darwin)
    // macOS does not enforce this limit.
    try limit(addressSpace, mappedSize() + memory)
    #endif
    let code = cprocess_confine()
    if code != 0 { throw Failure("cannot filter system calls", code) }
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

  #if !canImport(Darwin)
  /// The mapped memory in bytes: the first number of `/proc/self/statm`, in pages.
  private static func mappedSize() throws(Failure) -> Int {
    let file = open("/proc/self/statm", O_RDONLY)
    guard file >= 0 else { throw Failure("cannot read /proc/self/statm", errno) }
    defer { Descriptor.close(file) }
    let text = String(decoding: Descriptor.read(file, limit: 1 << 10) ?? [], as: UTF8.self)
    guard let pages = text.split(separator: " ").first.flatMap({ Int($0) }) else {
      throw Failure("cannot read /proc/self/statm", EIO)
    }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
  #endif
}
