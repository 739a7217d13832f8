import Basics

extension String {
  /// Padded to a width; never cut.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - TextWidth.of(self)))
  }

  /// Its end, if it is wider: of a path, the name counts most.
  func endingIn(_ columns: Int) -> String {
    guard TextWidth.of(self) > columns else { return self }
    var end = self[...]
    while !end.isEmpty, TextWidth.of(String(end)) > columns - 1 { end = end.dropFirst() }
    return columns > 0 ? "…" + end : ""
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
