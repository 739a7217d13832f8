import TestSupport
import Testing

/// A parser for untrusted text, with texts that could make it slow.
struct Reader: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Measures how the work grows with the number of parts.
  let growth: @Sendable () -> Growth

  /// The highest accepted factor for twice the input.
  static let most = 2.3

  /// - Parameters:
  ///   - largest: the number of parts at which doubling stops.
  ///   - make: creates a text with this number of parts.
  init<Input: Sendable>(
    _ name: String, upTo largest: Int = 1 << 18, _ make: @escaping @Sendable (Int) -> Input,
    read: @escaping @Sendable (Input) -> Void
  ) {
    testDescription = name
    growth = { Growth(upTo: largest, enough: Reader.most, input: make, work: read) }
  }

  /// A reader of bytes, for the text of `make`.
  static func text(
    _ name: String, upTo largest: Int = 1 << 18, _ make: @escaping @Sendable (Int) -> String,
    read: @escaping @Sendable ([UInt8]) -> Void
  ) -> Reader {
    Reader(name, upTo: largest, { Array(make($0).utf8) }, read: read)
  }
}

/// The given number of pieces of text, each made with its number.
func copies(_ count: Int, _ text: (Int) -> String) -> String {
  var all = ""
  for number in 0..<count { all += text(number) }
  return all
}
