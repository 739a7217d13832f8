#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A pipe that only the intended child process inherits. Any other child started at the same time would keep it open,
/// and the reader would never see the end.
public struct PrivatePipe: Sendable {
  /// The descriptor to read from.
  public let reading: Int32
  /// The descriptor to write to.
  public let writing: Int32

  /// `nil` if the system has no descriptors left; `errno` says why. The caller closes both ends.
  public init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }
}
