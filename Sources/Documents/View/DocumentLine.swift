/// One row of the screen.
package struct DocumentLine: Equatable, Sendable {
  /// A piece of a line in one colour. Its text contains no control characters.
  package struct Run: Equatable, Sendable {
    package var text: String
    package var token: TokenKind
    package var isMatch: Bool
    package var isCurrentMatch: Bool

    package init(_ text: String, _ token: TokenKind, isMatch: Bool = false, isCurrentMatch: Bool = false) {
      self.text = text
      self.token = token
      self.isMatch = isMatch
      self.isCurrentMatch = isCurrentMatch
    }
  }

  package enum FoldState: Equatable, Sendable { case none, open, folded }

  package var runs: [Run]
  /// The line of the view, counted from 0, including folded lines.
  package var number: Int
  /// 0 for the first row of a line, more for the rows that follow after wrapping.
  package var row: Int
  /// The number of containers around it.
  package var depth: Int
  package var foldState: FoldState
  /// The bytes shown on the line: a member's key and value, a line of text.
  package var byteRange: Range<Int>
  /// Whether the cursor is on this line.
  package var isCursor: Bool
  /// Set on the line where the text becomes invalid.
  package var fault: JSONFault?

  /// The line as plain text.
  package var text: String { runs.map(\.text).joined() }
}
