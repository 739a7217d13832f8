import Synchronization

/// A lock on a file for which others wait, until it is released.
// A class because it is released once, whoever has it: a second close of a descriptor would close a file of somebody
// else, that has got the number in between.
package final class FileLock: Sendable {
  private let ending: Mutex<(@Sendable () -> Void)?>

  package init(release: @escaping @Sendable () -> Void) { ending = Mutex(release) }

  /// Only the first call counts.
  package func release() {
    let release = ending.withLock { ending in
      defer { ending = nil }
      return ending
    }
    release?()
  }
}
