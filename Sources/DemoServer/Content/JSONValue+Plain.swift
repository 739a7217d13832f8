import Basics

extension JSONValue {
  /// What it reads as in a query parameter: text without quotes, everything else as written.
  var plain: String { string ?? text }
}
