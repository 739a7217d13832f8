/// What a piece of a line is, for its colour.
public enum TokenKind: Equatable, Sendable {
  case text, key, string, number, literal, punctuation
  case comment, keyword, tag, attribute
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

/// One line of the screen.
public struct DocumentLine: Equatable, Sendable {
  /// A piece of a line in one colour. Its text has no control characters.
  public struct Run: Equatable, Sendable {
    public var text: String
    public var token: TokenKind
    public var isMatch: Bool
    public var isCurrentMatch: Bool

    public init(_ text: String, _ token: TokenKind, isMatch: Bool = false, isCurrentMatch: Bool = false) {
      self.text = text
      self.token = token
      self.isMatch = isMatch
      self.isCurrentMatch = isCurrentMatch
    }
  }

  public enum FoldState: Equatable, Sendable { case none, open, folded }

  public var runs: [Run]
  /// The line of the view, counted from 0, folded lines included.
  public var number: Int
  /// 0 for the first row of a line, more for the rows that wrapping made.
  public var row: Int
  /// How many containers enclose it.
  public var depth: Int
  public var foldState: FoldState
  /// The bytes that the line shows: a member's key and value, a line of text.
  public var byteRange: Range<Int>
  /// Whether the cursor is on this line.
  public var isCursor: Bool
  /// Set on the line where the text stops being valid.
  public var fault: JSONFault?

  /// The line as plain text.
  public var text: String { runs.map(\.text).joined() }
}
