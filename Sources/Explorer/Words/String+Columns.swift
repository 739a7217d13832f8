import Basics

extension String {
  /// Padded to a width; never cut.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - TextWidth.of(self)))
  }

  /// A method in at most five letters, for lists.
  var shortMethod: String {
    switch uppercased() {
    case "DELETE": "DEL"
    case "OPTIONS": "OPTS"
    case let method: String(method.prefix(5))
    }
  }
}
