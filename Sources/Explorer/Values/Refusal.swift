/// Why a request was not sent, and the faulty field.
package struct Refusal: Hashable, Sendable {
  package enum Field: Hashable, Sendable {
    case url, method, auth, body, other
    /// Index of the row in its table.
    case param(Int)
    case header(Int)
    case bodyRow(Int)
  }

  package var field: Field
  package var message: String
  /// The variable that has no value, where that is why and somebody can give it one.
  package var variable: String?

  package init(_ field: Field, _ message: String) {
    self.field = field
    self.message = message
  }
}
