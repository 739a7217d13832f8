import Sessions
import Terminal
import Workspaces

extension EnvironmentFeature {
  public enum Action: Equatable, Sendable {
    /// Those that can be read, and the names of those that cannot.
    case loaded([Environment], unreadable: [String] = [])
    /// The user wants to choose one.
    case chooseRequested
    case chosen(String?)
    /// The editor is asked for: at that environment, which is then chosen where it is one of the collection, else at the
    /// chosen one.
    case editRequested(named: String? = nil)
    /// The editor is asked for at a variable of an environment.
    case variableSought(String, in: String?)
    /// A name for a new one was typed.
    case created(named: String)
    // What reaches the open editor
    case pressed(Key)
    case pasted(String)
    case clicked(Mouse)
    /// What is being typed into a cell is taken over.
    case cellKept
    /// A change of the files is done: the environments as they are now, which to show, what to say.
    case changed([Environment], select: String?, said: String)
    /// A change could not be written: why. What was typed stays on the screen.
    case failed(String)
    /// A change would write a secret's value into a file: what to do when that is wanted, and what it is.
    case consentNeeded(EnvironmentEffect, String)
    case consented(EnvironmentEffect)
  }
}

/// What the state asks of the files that hold environments. Every change is answered by `changed` or `failed`.
public enum EnvironmentEffect: Equatable, Sendable {
  /// Reads the environments of a collection.
  case load(collection: String)
  /// Writes what differs between the two into the environment's file, values of secrets into the secret store.
  case save(collection: String, from: Environment, to: Environment, SaveConsent = [])
  /// Makes an environment that is not there yet; refused when the name is taken.
  case create(collection: String, Environment, SaveConsent = [])
  /// Copies a file under another name, and its secrets with it.
  case duplicate(collection: String, name: String, as: String, SaveConsent = [])
  case rename(collection: String, name: String, to: String)
  case delete(collection: String, name: String)
}

extension EnvironmentEffect {
  /// Whether it writes nothing.
  var isReading: Bool { if case .load = self { true } else { false } }
}
