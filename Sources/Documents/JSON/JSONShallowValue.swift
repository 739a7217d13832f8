/// A value of a document without its content.
enum JSONShallowValue: Equatable, Sendable {
  /// No node, or a function without a result.
  case nothing
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  /// As UTF-8, so that strings are equal only if their characters are.
  case string([UInt8])
  /// An array or object, by the offset of its opening bracket.
  case container(Int)
}

extension JSONShallowValue {
  /// Integers stay exact if they fit.
  static func number(_ text: String) -> JSONShallowValue {
    if let integer = Int(text) { return .integer(integer) }
    return Double(text).map { .number($0) } ?? .nothing
  }
}
