/// One line of the pretty view: a scalar, an empty container, or the start or the end of a container.
struct JSONLine: Equatable, Sendable {
  enum Kind: Equatable, Sendable { case scalar, empty, open, close }

  var number: Int
  var kind: Kind
  /// The number of containers around the line.
  var depth: Int
  /// Including its quotes.
  var key: Range<Int>?
  /// The scalar, the brackets of an empty container, or the single bracket. Empty if the value has not arrived.
  var value: Range<Int>
  var hasComma: Bool

  var start: Int { key?.lowerBound ?? value.lowerBound }
}
