import Foundation
import Synchronization

/// Starts child processes of tests one at a time.
///
/// Foundation detects the end of a child by a socket that only this child should inherit. Another child started at the
/// same moment inherits it, too: the first one then seems to run until the second has ended, and a server ends only
/// with its test.
package enum ChildStart {
  private static let turn = Mutex<Void>(())

  package static func alone<Value>(_ start: () throws -> Value) rethrows -> Value {
    try turn.withLock { _ in try start() }
  }
}

extension Process {
  /// Calls `run()` while no other test starts a child process.
  package func start() throws {
    try ChildStart.alone {
      leaveRoom()
      try run()
    }
  }

  /// `run()` lists the open files and copies 256 bytes of each directory entry, however short its name is. With more
  /// than a thousand entries, the last one ends with the buffer; if that is also the end of the thread's mapped memory,
  /// the copy crashes. Memory allocated and freed here extends the mapping beyond the buffer.
  private func leaveRoom() { free(malloc(100 << 10)) }
}
