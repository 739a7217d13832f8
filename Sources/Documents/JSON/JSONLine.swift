/// One line of the pretty view: a scalar, an empty container, or the beginning or the end of a container.
struct JSONLine: Equatable, Sendable {
  enum Kind: Equatable, Sendable { case scalar, empty, open, close }

  var number: Int
  var kind: Kind
  /// How many containers enclose the line.
  var depth: Int
  /// With its quotes.
  var key: Range<Int>?
  /// The scalar, the brackets of an empty container, or the one bracket. Empty where the value has not arrived.
  var value: Range<Int>
  var hasComma: Bool

  var start: Int { key?.lowerBound ?? value.lowerBound }
}
