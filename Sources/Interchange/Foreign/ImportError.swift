/// Why a text could not be imported; nothing is imported then.
package struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  package var format: String
  package var message: String

  package init(_ format: String, _ message: String) {
    self.format = format
    self.message = message
  }

  package var description: String { "cannot import as \(format): \(message)" }
}
