/// Why a text could not be imported; nothing is imported then.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  public var format: String
  public var message: String

  public init(_ format: String, _ message: String) {
    self.format = format
    self.message = message
  }

  public var description: String { "cannot import as \(format): \(message)" }
}
