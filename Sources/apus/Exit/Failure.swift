/// Why a command ends early: one line for the user and the status for scripts.
struct Failure: Error, Hashable, CustomStringConvertible {
  let status: ExitStatus
  /// What failed, where, what next; empty where everything has been said already.
  let message: String

  init(_ status: ExitStatus, _ message: String = "") {
    self.status = status
    self.message = message
  }

  var description: String { message }

  /// Nobody reads the output any more: the end, without a word.
  static let outputClosed = Failure(.done)
}
