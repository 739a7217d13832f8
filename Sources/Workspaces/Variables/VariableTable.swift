/// Every variable that a request can see, with where each value comes from; inner scopes win.
///
/// Built once per request and environment; looking up and resolving is pure, so the screen can colour a URL while typing.
public struct VariableTable: Hashable, Sendable {
  /// Where a value comes from; declared from the innermost outwards.
  public enum Origin: Hashable, Sendable {
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
    /// Made anew at each use: `{{$uuid}}`.
    case dynamic
    /// From the last answer of another request.
    case response(String)
  }

  public struct Entry: Hashable, Sendable {
    public var name: String
    /// As written; may itself hold `{{other}}`, unless it is final.
    public var value: String
    public var isSecret: Bool
    public var origin: Origin
    /// What the user is asked about before the value is sent; `nil` for what needs no question.
    public var source: OutsideSource?
    /// What of the user's a value that came from an answer holds, with which it is asked about, too.
    public var held: [OutsideSource]

    public init(
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

    /// Whether the value is sent as it stands, braces and all: it is data, and no text of the collection's author or of
    /// the command line. A server would otherwise choose which secret its answer is replaced by, or which request is
    /// sent; a password that holds `{{` would never arrive.
    var isFinal: Bool {
      switch origin {
      case .runtime, .response, .prompt, .dotenv, .process, .dynamic: true
      // A secret's value is what the store or a command has for it.
      case .environment, .workspace: isSecret
      case .commandLine, .request, .folder, .collection: false
      }
    }

    /// Whether a server has chosen the value.
    var isFromAnswer: Bool {
      switch origin {
      case .runtime, .response: true
      default: false
      }
    }
  }

  /// Innermost first; the first entry of a name wins, the others are the candidates that lost.
  public var entries: [Entry] { didSet { index = VariableIndex() } }
  /// Secrets that are declared but have no value on this machine, with the environment that declares them.
  public var unsetSecrets: [String: String] = [:]
  /// Names that exist only switched off, with the place.
  public var disabled: [String: Origin] = [:]

  private(set) var index = VariableIndex()

  public init(_ entries: [Entry] = []) {
    self.entries = entries
  }
}
