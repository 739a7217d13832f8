/// What the user adds to the variables of a workspace for one send or one session.
package struct VariableInputs: Hashable, Sendable {
  package struct Pair: Hashable, Sendable {
    package var name: String
    package var value: String
    /// The user's sources whose values an answer has returned.
    package var held: [OutsideSource]

    package init(_ name: String, _ value: String, held: [OutsideSource] = []) {
      self.name = name
      self.value = value
      self.held = held
    }
  }

  /// `--var name=value`; if a name is repeated, the last one wins.
  package var commandLine: [Pair]
  /// Answers to `{{?label}}`, by label.
  package var prompts: [String: String]
  /// Set by captures of earlier answers; a request sees those of its own scope.
  package var runtime: [AnswerScope: RuntimeVariables]
  /// The process environment. The user must consent to a collection's use of it, except for `APUS_VAR_NAME`, which sets
  /// the variable NAME for every collection.
  package var process: [String: String]
  static let givenPrefix = "APUS_VAR_"

  package init(
    commandLine: [Pair] = [], prompts: [String: String] = [:], runtime: [AnswerScope: RuntimeVariables] = [:],
    process: [String: String] = [:]
  ) {
    self.commandLine = commandLine
    self.prompts = prompts
    self.runtime = runtime
    self.process = process
  }
}
