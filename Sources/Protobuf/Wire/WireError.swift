/// Why bytes are not a message in the protocol buffer wire format.
package enum WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes end within a value that begins at `offset`.
  case truncated(offset: Int)
  /// A number of more than ten bytes, or a tag of more than 32 bits.
  case numberTooLong(offset: Int)
  /// The field number 0, or a wire type that does not exist.
  case invalidTag(offset: Int)
  /// A length beyond the end of the bytes.
  case lengthBeyondEnd(offset: Int, length: UInt64)
  /// The end of a group that is not open.
  case unexpectedGroupEnd(offset: Int)
  /// A group without its end.
  case unterminatedGroup(number: Int)
  /// More levels of messages and groups than `limit`.
  case tooDeep(limit: Int)
  /// More values than a message may hold in memory.
  case tooManyValues(limit: Int)
  /// A string that is not UTF-8.
  case invalidText(offset: Int)

  package var description: String {
    switch self {
    case .truncated(let offset): "the message ends within the value at byte \(offset)"
    case .numberTooLong(let offset): "the number at byte \(offset) is too long"
    case .invalidTag(let offset): "byte \(offset) begins no field"
    case .lengthBeyondEnd(let offset, let length): "the length \(length) at byte \(offset) goes beyond the end"
    case .unexpectedGroupEnd(let offset): "the group that ends at byte \(offset) is not open"
    case .unterminatedGroup(let number): "the group \(number) has no end"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .tooManyValues(let limit): "more than \(limit) values"
    case .invalidText(let offset): "the text at byte \(offset) is not UTF-8"
    }
  }
}
