import Networking
import Workspaces

/// What comes from a running send, and what happens in the response pane beyond keys.
public enum ResponseAction: Equatable, Sendable {
  /// The user agreed to send against a protected environment.
  case sendConfirmed(RequestKey)
  case transfer(RequestKey, send: Int, TransferEvent)
  /// The send was refused before anything went out: why, and which field is wrong.
  case refused(RequestKey, send: Int, Refusal)
  /// The elapsed time of a running send is to be drawn anew.
  case tick(RequestKey, send: Int)
  case tabChosen(ResponseTab)
}

/// Why a request was not sent, and the field that has to change.
public struct Refusal: Hashable, Sendable {
  public enum Field: Hashable, Sendable {
    case url, method, auth, body, other
    /// Index of the row in its table.
    case param(Int)
    case header(Int)
    case bodyRow(Int)
  }

  public var field: Field
  public var message: String

  public init(_ field: Field, _ message: String) {
    self.field = field
    self.message = message
  }
}

/// What the state asks of the network.
public enum TransferEffect: Equatable, Sendable {
  case send(RequestKey, send: Int, RequestDefinition, environment: String?, overrides: [String: String])
  case cancel(send: Int)
}

/// What the state asks of documents, off the main thread.
public enum DocumentEffect: Equatable, Sendable {
  case none
}
