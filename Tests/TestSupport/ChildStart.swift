import Foundation
import Synchronization

/// Starts the programs of tests one at a time.
///
/// Foundation learns of a program's end by a socket that the program inherits and nobody else should. One that is started
/// in the same moment inherits it too: the first then seems to run until the second has ended, which a server does
/// only when its test does.
public enum ChildStart {
  private static let turn = Mutex<Void>(())

  public static func alone<Value>(_ start: () throws -> Value) rethrows -> Value {
    try turn.withLock { _ in try start() }
  }
}

extension Process {
  /// `run()`, while no other program of a test is started.
  public func start() throws {
    try ChildStart.alone {
      leaveRoom()
      try run()
    }
  }

  /// `run()` lists the open files and copies 256 bytes of each entry, however short its name is. With more than a thousand
  /// of them the last entries end with the buffer; where that ends with the memory of its thread, the copy is a crash.
  /// What was given back here lies behind the buffer.
  private func leaveRoom() { free(malloc(100 << 10)) }
}
