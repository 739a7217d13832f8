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
    try ChildStart.alone { try run() }
  }
}
