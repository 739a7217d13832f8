import Synchronization
import Workspaces

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The real disk, which kills the process at change number `limit`, before the change or in the middle of a write.
final class KillingDisk: Sendable {
  private let done = Mutex(0)
  private let limit: Int
  private let tears: Bool

  init(at limit: Int, tears: Bool) {
    self.limit = limit
    self.tears = tears
  }

  var files: FileSystem {
    SteppedDisk { [self] _, tear throws(FileError) in
      let number = done.withLock { count in
        count += 1
        return count
      }
      guard number == limit else { return }
      if tears { try tear() }
      raise(SIGKILL)
    }.files
  }
}
