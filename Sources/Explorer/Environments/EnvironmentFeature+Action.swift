package import Sessions
package import Terminal
package import Workspaces

extension EnvironmentFeature {
  package enum Action: Equatable, Sendable {
    /// The readable environments, the names of the unreadable ones, and what is wrong in which file, by name.
    case loaded([Environment], unreadable: [String] = [], faults: [String: Notice] = [:])
    /// The user wants to choose an environment.
    case chooseRequested
    case chosen(String?)
    /// Opens the editor, which asks for the name of a new one.
    case newRequested
    /// Opens the editor: at that environment, which is also chosen if the collection has it, else at the chosen one.
    case editRequested(named: String? = nil)
    /// Opens the editor at a variable of an environment.
    case variableSought(String, in: String?)
    /// The user entered a name for a new environment.
    case created(named: String)
    // For the open editor
    case pressed(Key)
    case pasted(String)
    case clicked(Mouse)
    /// Commits the cell being edited.
    case cellKept
    /// The files have changed: the current environments, the one to select, and a message.
    case changed([Environment], select: String?, said: String)
    /// A change could not be written, with the reason. The edited text stays on the screen.
    case failed(String)
    /// A change would write a secret's value to a file: the effect to run on consent, and its description.
    case consentNeeded(EnvironmentEffect, String)
    case consented(EnvironmentEffect)
    /// The user trusts other certificates: the environments of the collection, and what to send now.
    case trusted([Environment], TrustChange, isStep: Bool, sends: RequestKey?)
  }
}

/// File work on environments that the state requests. Each change is answered by `changed` or `failed`.
package enum EnvironmentEffect: Equatable, Sendable {
  /// Reads the environments of a collection.
  case load(collection: String)
  /// Writes the differences between the two to the environment's file, values of secrets to the secret store.
  case save(collection: String, from: Environment, to: Environment, SaveConsent = [])
  /// Creates an environment; refused if the name is taken.
  case create(collection: String, Environment, SaveConsent = [])
  /// Copies a file under another name, including its secrets.
  case duplicate(collection: String, name: String, as: String, SaveConsent = [])
  case rename(collection: String, name: String, to: String)
  case delete(collection: String, name: String)
  /// Begins or ceases to trust certificates, in an environment's file or the user's own list.
  case trust(TrustChange, isStep: Bool, sends: RequestKey?)
}

extension EnvironmentEffect {
  /// The collection whose environments it reads or changes.
  package var collection: String {
    switch self {
    case .load(let collection), .save(let collection, _, _, _), .create(let collection, _, _),
      .duplicate(let collection, _, _, _), .rename(let collection, _, _), .delete(let collection, _):
      collection
    case .trust(let change, _, _): change.collection
    }
  }

  /// Whether it writes nothing.
  var isReading: Bool { if case .load = self { true } else { false } }
}
