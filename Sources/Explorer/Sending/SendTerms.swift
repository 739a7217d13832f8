import Workspaces

/// What decides about a send beside the request itself.
public struct SendTerms: Hashable, Sendable {
  /// Root of the collection around a request that has no file; `nil` where there is none, or where the file tells.
  public var collection: String?
  /// What it takes over from that collection.
  public var inherits: Inheritance
  /// The name of the environment; `nil` for none.
  public var environment: String?
  /// `--var` values, answers to prompts, what earlier answers have set.
  public var inputs: VariableInputs
  /// The user agreed to more than reading where the environment is protected.
  public var isConfirmed: Bool

  public init(
    environment: String? = nil, inputs: VariableInputs = VariableInputs(), isConfirmed: Bool = false,
    collection: String? = nil, inherits: Inheritance = .everything
  ) {
    self.collection = collection
    self.inherits = inherits
    self.environment = environment
    self.inputs = inputs
    self.isConfirmed = isConfirmed
  }
}
