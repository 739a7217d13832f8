/// One row of the screen.
public struct DocumentLine: Equatable, Sendable {
  /// A piece of a line in one colour. Its text contains no control characters.
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
  /// The line of the view, counted from 0, including folded lines.
  public var number: Int
  /// 0 for the first row of a line, more for the rows that follow after wrapping.
  public var row: Int
  /// The number of containers around it.
  public var depth: Int
  public var foldState: FoldState
  /// The bytes shown on the line: a member's key and value, a line of text.
  public var byteRange: Range<Int>
  /// Whether the cursor is on this line.
  public var isCursor: Bool
  /// Set on the line where the text becomes invalid.
  public var fault: JSONFault?

  /// The line as plain text.
  public var text: String { runs.map(\.text).joined() }
}
