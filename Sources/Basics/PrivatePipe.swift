#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A pipe that no program inherits but the one it is meant for: another that happens to be started at the same time
/// would keep it open, and whoever reads would never see its end.
public struct PrivatePipe: Sendable {
  /// The descriptor to read from.
  public let reading: Int32
  /// The descriptor to write to.
  public let writing: Int32

  /// `nil` where the system has no more, as `errno` says. Both ends are the caller's to close.
  public init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }
}
