/// Why a request was not sent, and the faulty field.
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
  /// The variable that has no value, where that is why and somebody can give it one.
  public var variable: String?

  public init(_ field: Field, _ message: String) {
    self.field = field
    self.message = message
  }
}
