import Basics

extension VisibleText {
  /// The text of a cell, on one line: tabs become blanks, and invisible characters are shown.
  static func cell(_ text: String) -> String { of(text.replacing("\t", with: " ")) }
}
