import Workspaces

/// What decides about a send beside the request itself.
public struct SendTerms: Hashable, Sendable {
  /// The name of the environment; `nil` for none.
  public var environment: String?
  /// `--var` values, answers to prompts, what earlier answers have set.
  public var inputs: VariableInputs
  /// The user agreed to more than reading where the environment is protected.
  public var isConfirmed: Bool

  public init(
    environment: String? = nil, inputs: VariableInputs = VariableInputs(), isConfirmed: Bool = false
  ) {
    self.environment = environment
    self.inputs = inputs
    self.isConfirmed = isConfirmed
  }
}
