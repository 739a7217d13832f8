/// Why a text could not be imported at all; nothing is then half imported.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  public var format: String
  public var message: String

  public init(_ format: String, _ message: String) {
    self.format = format
    self.message = message
  }

  public var description: String { "cannot import as \(format): \(message)" }
}
