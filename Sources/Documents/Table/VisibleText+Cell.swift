import Basics

extension VisibleText {
  /// The text of a cell, on one line: tabs are blanks, and what is invisible is shown.
  static func cell(_ text: String) -> String { of(text.replacing("\t", with: " ")) }
}
