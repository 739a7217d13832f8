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
