/// One cell of the screen: a grapheme and its style. A wide grapheme fills its cell and one `continuation` cell.
package struct Cell: Hashable, Sendable {
  package var text: String
  package var style: Style

  package init(_ text: String = " ", _ style: Style = .plain) {
    self.text = text
    self.style = style
  }

  package static let blank = Cell()
  /// The right half of a wide grapheme; it has no text.
  package static func continuation(_ style: Style) -> Cell { Cell("", style) }
  package var isContinuation: Bool { text.isEmpty }
}
