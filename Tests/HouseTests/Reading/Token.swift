/// One piece of Swift source, as far as the house rules need to tell pieces apart.
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
  /// Counted from 1; for a comment over several lines, the first.
  let line: Int
  /// Whether nothing, not even a space, stands between this token and the one before.
  let isJoined: Bool

  func isWord(_ word: String) -> Bool { kind == .word && text == word }
  func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }
}
