import CProcess
import Libc

/// Prevents a crash from writing this process's memory to disk.
package enum ProcessMemory {
  /// Call this before the first secret arrives. From then on, no core dump is written, and on Linux the user's other
  /// programs cannot read this memory, debuggers included. Calling it again is cheap. Child processes inherit only a
  /// soft limit, which they may raise.
  package static func keepPrivate() { _ = isPrivate }

  /// True if a crash of this process may write its memory to disk.
  package static var mayBeDumped: Bool {
    var limit = rlimit()
    guard getrlimit(coreSize, &limit) == 0, limit.rlim_cur == 0 else { return true }
    #if canImport(Darwin)
    return false
    #else
    return cprocess_may_dump() != 0
    #endif
  }

  #if canImport(Glibc)
  private static let coreSize = __rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue))
  #else
  private static let coreSize = RLIMIT_CORE
  #endif

  /// Sets the limits on first access; `true` if the system accepted them.
  package static let isPrivate: Bool = {
    var limit = rlimit()
    guard getrlimit(coreSize, &limit) == 0 else { return false }
    limit.rlim_cur = 0
    let isLimited = setrlimit(coreSize, &limit) == 0
    #if canImport(Darwin)
    return isLimited
    #else
    // A dump that is piped to a program (`core_pattern` with `|`) ignores the limit.
    return cprocess_forbid_dumps() == 0 && isLimited
    #endif
  }()
}
