import Libc
import Workspaces

/// Why a command ends early: one line for the user and the status for scripts.
struct Failure: Error, Hashable, CustomStringConvertible {
  let status: ExitStatus
  /// The failure, its place and the next step; empty if nothing is to be printed.
  let message: String

  init(_ status: ExitStatus, _ message: String = "") {
    self.status = status
    self.message = message
  }

  var description: String { message }

  /// The reader closed the output: exit without a message.
  static let outputClosed = Failure(.done)
}

/// The exit status, for scripts.
enum ExitStatus: Int32, Sendable {
  case done = 0
  /// The result is not as expected: a failed assertion, an error status with `--fail`, text that is not JSON.
  case unexpected = 1
  /// The command line is invalid.
  case usage = 2
  /// A file or a workspace cannot be read or written.
  case file = 3
  /// The request could not be built.
  case request = 4
  /// The transfer failed.
  case transfer = 5
  case interrupted = 130

  func or(_ other: ExitStatus) -> ExitStatus { self == .done ? other : self }
}

/// Runs disk work and converts its errors to `Failure`.
enum Disk {
  static func run<Value>(_ work: () throws(WorkspaceError) -> Value) throws(Failure) -> Value {
    do throws(WorkspaceError) { return try work() } catch {
      throw Failure(.file, error.description)
    }
  }
}

/// Exits the process, after any final message.
enum Exit {
  /// Exits immediately: all output is written, and the system reclaims what libraries would clean up.
  static func leave(_ status: ExitStatus) -> Never {
    _exit(status.rawValue)
  }
}
