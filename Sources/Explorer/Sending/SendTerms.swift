package import Workspaces

/// The conditions of a send besides the request itself.
package struct SendTerms: Hashable, Sendable {
  /// Root of the collection of a request without a file; `nil` if there is none, or if the file determines it.
  package var collection: String?
  /// What it inherits from that collection.
  package var inherits: Inheritance
  /// The name of the environment; `nil` for none.
  package var environment: String?
  /// `--var` values, answers to prompts, and captured variables.
  package var inputs: VariableInputs
  /// Whether the user confirmed a non-reading send in a protected environment.
  package var isConfirmed: Bool
  /// The file of certificate authorities to trust instead of the system's.
  package var authorities: String?

  package init(
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
