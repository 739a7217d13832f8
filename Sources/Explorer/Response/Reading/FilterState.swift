import Basics
import Documents

/// A JSONPath filter of the body: its text and the last valid result, which stays while the expression is invalid.
package struct FilterState: Equatable, Sendable {
  package var text: String
  /// Identifies the expression, so that results of an older one are ignored.
  package var serial: Int
  /// The selected values as a separate document.
  package var reading: ResponsePane.Reading?
  /// The offsets of the selected values in the source document.
  package var origins: [Int] = []
  /// The error in the expression, if any.
  package var fault: String?

  package init(_ text: String, serial: Int) {
    self.text = text
    self.serial = serial
  }

  /// For example `$..name: 12 values`.
  package var summary: String {
    if let fault { return fault }
    return "\(text): \(Quantity.count(origins.count)) \(origins.count == 1 ? "value" : "values")"
  }
}
