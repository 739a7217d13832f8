/// Every variable that is visible to a request, with the source of each value; inner scopes win.
///
/// Built once per request and environment; looking up and resolving is pure, so the screen can colour a URL while typing.
package struct VariableTable: Hashable, Sendable {
  /// The source of a value; declared from the innermost outwards.
  package enum Origin: Hashable, Sendable {
    case commandLine
    case prompt
    case runtime
    case request
    case folder(String)
    case environment(String)
    case collection
    case workspace
    case dotenv
    case process
    /// Generated at each use: `{{$uuid}}`.
    case dynamic
    /// From the last answer of another request.
    case response(String)
  }

  package struct Entry: Hashable, Sendable {
    package var name: String
    /// As written; may contain `{{other}}`, unless it is final.
    package var value: String
    package var isSecret: Bool
    package var origin: Origin
    /// What the user must consent to before the value is sent; `nil` if no consent is needed.
    package var source: OutsideSource?
    /// The user's sources whose values an answer returned in this value; they need consent, too.
    package var held: [OutsideSource]

    package init(
      _ name: String, _ value: String, isSecret: Bool = false, origin: Origin, source: OutsideSource? = nil,
      held: [OutsideSource] = []
    ) {
      self.name = name
      self.value = value
      self.isSecret = isSecret
      self.origin = origin
      self.source = source
      self.held = held
    }

    /// Whether the value is sent as it is, including braces: it is data, not a text of the collection's author or the
    /// command line. Otherwise a server could choose which secret replaces its answer, or which request is sent; and a
    /// password that contains `{{` would be altered.
    var isFinal: Bool {
      switch origin {
      case .runtime, .response, .prompt, .dotenv, .process, .dynamic: true
      // The value of a secret comes from the store or a command.
      case .environment, .workspace: isSecret
      case .commandLine, .request, .folder, .collection: false
      }
    }

    /// Whether a server determined the value.
    var isFromAnswer: Bool {
      switch origin {
      case .runtime, .response: true
      default: false
      }
    }
  }

  /// Innermost first; the first entry of a name wins, the others are overridden.
  package var entries: [Entry] { didSet { index = VariableIndex() } }
  /// Secrets that are declared but have no value on this machine, with the environment that declares them.
  package var unsetSecrets: [String: String] = [:]
  /// Values of other answers that were looked for and are not there, with the reason and what to do about it.
  package var missingAnswers: [String: String] = [:]
  /// Names that exist only disabled, with their source.
  package var disabled: [String: Origin] = [:]

  private(set) var index = VariableIndex()

  package init(_ entries: [Entry] = []) {
    self.entries = entries
  }
}
