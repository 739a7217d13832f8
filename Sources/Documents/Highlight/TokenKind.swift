/// What a piece of a line is, for its colour.
public enum TokenKind: Equatable, Sendable {
  case text, key, string, number, literal, punctuation
  case comment, keyword, tag, attribute
  /// What structures prose: a heading, the mark of a list.
  case heading
  /// Text that stands for something that cannot be drawn as it is: a control character, an invalid byte.
  case substitute
  /// The CR of a line that ends with CR and LF: nothing out of the way, and still to be seen.
  case lineEnd
  /// Text that breaks the rules of its format.
  case fault
  /// What a closed fold hides, told in words.
  case summary
  case hexOffset, hexByte
}
