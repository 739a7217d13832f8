import Basics

extension String {
  /// At least so many columns wide; never cut.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - TextWidth.of(self)))
  }

  /// A method in five letters at the most, as it stands in a list.
  var shortMethod: String {
    switch uppercased() {
    case "DELETE": "DEL"
    case "OPTIONS": "OPTS"
    case let method: String(method.prefix(5))
    }
  }
}
