import Basics
import Documents

/// A JSONPath filter of the body: what is typed, and the last good result, which stays while the expression is not one.
public struct FilterState: Equatable, Sendable {
  public var text: String
  /// Tells the answer to an older expression from that to this one.
  public var serial: Int
  /// The selected values as a document of their own.
  public var reading: ResponsePane.Reading?
  /// Where each of them begins in the document that they were selected from.
  public var origins: [Int] = []
  /// What is wrong with the expression, while something is.
  public var fault: String?

  public init(_ text: String, serial: Int) {
    self.text = text
    self.serial = serial
  }

  /// `$..name: 12 values`.
  public var summary: String {
    if let fault { return fault }
    return "\(text): \(Quantity.count(origins.count)) \(origins.count == 1 ? "value" : "values")"
  }
}
