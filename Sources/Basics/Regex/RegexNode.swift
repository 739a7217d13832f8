/// A regular expression as a tree.
indirect enum RegexNode: Equatable, Sendable {
  case empty
  case set(ScalarSet)
  case sequence([RegexNode])
  case choice([RegexNode])
  case repeated(RegexNode, least: Int, most: Int?)
  case assertion(Assertion)

  enum Assertion: UInt8, Equatable, Sendable {
    case lineStart, lineEnd, textStart, textEnd, wordBoundary, noWordBoundary
  }
}

/// Why a text is not a valid regular expression.
public struct RegexFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// In Unicode scalars, counted from 0.
  public var position: Int
  public var reason: String

  public var description: String { "character \(position + 1) of the expression: \(reason)" }
}
