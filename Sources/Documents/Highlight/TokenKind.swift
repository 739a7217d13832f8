/// The kind of a piece of a line, which determines its colour.
package enum TokenKind: Equatable, Sendable {
  case text, key, string, number, literal, punctuation
  case comment, keyword, tag, attribute
  /// The structure of prose: a heading, a list marker.
  case heading
  /// A replacement for something that cannot be drawn: a control character, an invalid byte.
  case substitute
  /// The CR of a line that ends with CR and LF: normal, but still shown.
  case lineEnd
  /// Text that breaks the rules of its format.
  case fault
  /// A description of what a closed fold hides.
  case summary
  case hexOffset, hexByte
}
