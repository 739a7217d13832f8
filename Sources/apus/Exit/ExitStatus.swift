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

  /// The other one, if this is `done`.
  func or(_ other: ExitStatus) -> ExitStatus { self == .done ? other : self }
}
