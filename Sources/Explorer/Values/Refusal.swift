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

  public init(_ field: Field, _ message: String) {
    self.field = field
    self.message = message
  }
}
