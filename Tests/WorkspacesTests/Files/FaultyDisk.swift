import Synchronization

@testable import SaveProbe
@testable import Workspaces

/// The real disk until change number `limit`; that one and all later ones fail, like a full disk or a killed process.
final class FaultyDisk: Sendable {
  enum Fault: Sendable {
    /// Operations report the failure, as a full disk does.
    case full
    /// Like `full`, but a file that is being created is left half written, as after a kill.
    case torn
    /// Only that one change fails.
    case once
  }

  private let done = Mutex(0)
  private let limit: Int
  private let fault: Fault

  init(failingAt limit: Int, _ fault: Fault) {
    self.limit = limit
    self.fault = fault
  }

  /// The number of disk changes requested.
  var count: Int { done.withLock { $0 } }

  var files: FileSystem {
    SteppedDisk { [self] path, tear throws(FileError) in
      let number = done.withLock { count in
        count += 1
        return count
      }
      guard fault == .once ? number == limit : number >= limit else { return }
      if fault == .torn { try tear() }
      throw FileError(path, .full, "No space left on device")
    }.files
  }
}
