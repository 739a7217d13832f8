import TestSupport
import Testing

/// Something that reads a text from outside, with texts that could make it slow.
struct Reader: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// How the work grows with the number of parts of its text.
  let growth: @Sendable () -> Growth

  /// The most that a reader may take for twice the input.
  static let most = 2.3

  /// - Parameters:
  ///   - largest: the number of parts from which on no larger text is tried.
  ///   - make: a text of so many parts.
  init<Input: Sendable>(
    _ name: String, upTo largest: Int = 1 << 18, _ make: @escaping @Sendable (Int) -> Input,
    read: @escaping @Sendable (Input) -> Void
  ) {
    testDescription = name
    growth = { Growth(upTo: largest, enough: Reader.most, input: make, work: read) }
  }

  /// Of bytes that are the text of `make`.
  static func text(
    _ name: String, upTo largest: Int = 1 << 18, _ make: @escaping @Sendable (Int) -> String,
    read: @escaping @Sendable ([UInt8]) -> Void
  ) -> Reader {
    Reader(name, upTo: largest, { Array(make($0).utf8) }, read: read)
  }
}

/// So many pieces of text, each made with its number.
func copies(_ count: Int, _ text: (Int) -> String) -> String {
  var all = ""
  for number in 0..<count { all += text(number) }
  return all
}
