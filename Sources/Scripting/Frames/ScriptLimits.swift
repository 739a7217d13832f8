import Basics

/// The limits of a job. The time that scripts wait for answers does not count as running.
package struct ScriptLimits: Hashable, Sendable {
  /// The setting `scripts.timeout`.
  package var running = Duration.seconds(5)
  /// For timers and answers, in all.
  package var waiting = Duration.seconds(600)
  /// In bytes, beyond what the engine needs to start. Holds for a child as long as it lives.
  package var memory = 256_000_000
  package var sends = 200
  /// Questions of all kinds, timers included.
  package var questions = 10_000
  /// Of console text, in bytes.
  package var console = 1_000_000
  /// Of a variable, in bytes of JSON.
  package var value = 4_000_000
  package var verdicts = 10_000
  /// Of a response that a script may read, in bytes.
  package var body = 50_000_000
  /// True if timers take their time. In a replay they do not: each fires in its order once the scripts only wait.
  package var keepsTime = true
  /// Of a replay: the questions and timers in the order in which they were answered.
  package var order: [UInt64]?

  package init() {}

  /// A size in whole megabytes.
  static func text(_ size: Int) -> String { "\(Quantity.count((size + 500_000) / 1_000_000)) MB" }
}
