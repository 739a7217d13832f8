/// A token of Swift source, with the distinctions that the house rules need.
struct Token: Equatable {
  enum Kind: Equatable {
    /// An identifier, a keyword or a number.
    case word
    /// One character of an operator or of punctuation.
    case symbol
    /// A comment with its slashes.
    case comment
    /// The content of a string or regex literal between its quotes and interpolations.
    case text
  }

  let kind: Kind
  let text: String
  /// The line counted from 1; for a comment over several lines, the first.
  let line: Int
  /// True if nothing, not even a space, separates this token from the one before.
  let isJoined: Bool

  func isWord(_ word: String) -> Bool { kind == .word && text == word }
  func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }
}
