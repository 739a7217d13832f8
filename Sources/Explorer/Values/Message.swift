/// A line for the user, shown at the bottom.
package struct Message: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Disappears after four seconds, or when a key is pressed.
    case information
    /// Stays until a key is pressed.
    case warning, error
  }

  package var kind: Kind
  package var text: String
  /// Identifies the message, so that an old timer does not remove a newer one.
  package var serial: Int

  package init(_ kind: Kind, _ text: String, serial: Int) {
    self.kind = kind
    self.text = text
    self.serial = serial
  }
}
