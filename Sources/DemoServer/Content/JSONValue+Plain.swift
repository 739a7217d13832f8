import Basics

extension JSONValue {
  /// The value in a query parameter: a string without quotes, everything else as written.
  var plain: String { string ?? text }
}
