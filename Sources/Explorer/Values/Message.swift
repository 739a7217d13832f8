/// A line for the user, shown at the bottom.
public struct Message: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Disappears after four seconds.
    case information
    /// Stays until a key is pressed.
    case warning, error
  }

  public var kind: Kind
  public var text: String
  /// Identifies the message, so that an old timer does not remove a newer one.
  public var serial: Int

  public init(_ kind: Kind, _ text: String, serial: Int) {
    self.kind = kind
    self.text = text
    self.serial = serial
  }
}
