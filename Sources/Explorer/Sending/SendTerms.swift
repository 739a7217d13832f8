import Workspaces

/// The conditions of a send besides the request itself.
public struct SendTerms: Hashable, Sendable {
  /// Root of the collection of a request without a file; `nil` if there is none, or if the file determines it.
  public var collection: String?
  /// What it inherits from that collection.
  public var inherits: Inheritance
  /// The name of the environment; `nil` for none.
  public var environment: String?
  /// `--var` values, answers to prompts, and captured variables.
  public var inputs: VariableInputs
  /// Whether the user confirmed a non-reading send in a protected environment.
  public var isConfirmed: Bool
  /// The file of certificate authorities to trust instead of the system's.
  public var authorities: String?

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
