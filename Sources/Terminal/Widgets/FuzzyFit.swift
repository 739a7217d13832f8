/// How well the letters of a query fit a text, the best first.
package enum FuzzyFit: Int, Comparable, Sendable {
  /// They stand together at the start of a word.
  case start
  /// They stand together inside a word.
  case inside
  /// They go on at the starts of later words.
  case apart
  /// Letters had to be skipped inside words.
  case loose

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The worst fit that is worth showing beside a better one: few letters may well be initials.
  /// - Parameter letters: the length of the query.
  static func worst(beside best: FuzzyFit, letters: Int) -> FuzzyFit {
    switch best {
    case .start where letters >= 3: .inside
    case .start, .inside, .apart: .apart
    case .loose: .loose
    }
  }
}
