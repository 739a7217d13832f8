/// Why a command ends early: one line for the user and the status for scripts.
struct Failure: Error, Hashable, CustomStringConvertible {
  let status: ExitStatus
  /// What failed, where, and the next step; empty if there is nothing more to say.
  let message: String

  init(_ status: ExitStatus, _ message: String = "") {
    self.status = status
    self.message = message
  }

  var description: String { message }

  /// The reader closed the output: exit without a message.
  static let outputClosed = Failure(.done)
}
