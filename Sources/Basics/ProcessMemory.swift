#if canImport(Glibc)
import CProcess
import Glibc
#elseif canImport(Musl)
import CProcess
import Musl
#else
import Darwin
#endif

/// Keeps what is in this process's memory from being written to the disk by a crash.
public enum ProcessMemory {
  /// From the first secret on no core dump is written, and on Linux no other program of the user reads this memory, a
  /// debugger included. Cheap to say again. Programs that are started inherit only a limit that they may raise.
  public static func keepPrivate() { _ = isPrivate }

  /// Whether a crash of this process may write its memory to the disk.
  public static var mayBeDumped: Bool {
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

  /// Whether it was said, and the system took it.
  public static let isPrivate: Bool = {
    var limit = rlimit()
    guard getrlimit(coreSize, &limit) == 0 else { return false }
    limit.rlim_cur = 0
    let isLimited = setrlimit(coreSize, &limit) == 0
    #if canImport(Darwin)
    return isLimited
    #else
    // A dump that goes to a program (`core_pattern` with `|`) does not ask for the limit.
    return cprocess_forbid_dumps() == 0 && isLimited
    #endif
  }()
}
