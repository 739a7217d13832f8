/// The reason a request was not sent, and the faulty field.
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
  /// The variable without a value, if that is the reason and the user can define it.
  package var variable: String?

  package init(_ field: Field, _ message: String) {
    self.field = field
    self.message = message
  }
}
