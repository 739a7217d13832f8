import Basics

/// A path with `:name` and `{name}` in it, as far as they were written: what stands in the value of a variable is sent as it
/// is. A value may come from an answer, or be a secret, of which an error about a missing parameter would tell a part.
struct PathTemplate {
  private let path: String
  private let bytes: [UInt8]
  /// Per byte, whether it belongs to a value.
  private let isValue: [Bool]
  private let parameters: [String: String]
  private let encoding: URLEncoding

  /// - Parameter values: where in the path values stand; what lies outside of the path is ignored.
  init(_ path: String, _ values: [Range<Int>], _ parameters: [String: String], _ encoding: URLEncoding) {
    self.path = path
    self.parameters = parameters
    self.encoding = encoding
    bytes = Array(path.utf8)
    var isValue = [Bool](repeating: false, count: bytes.count)
    for range in values {
      for place in range.clamped(to: bytes.indices) { isValue[place] = true }
    }
    self.isValue = isValue
  }

  /// The path with its parameters filled in.
  func filled() throws(RequestError) -> String {
    guard bytes.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "{") }) else { return path }
    var result: [UInt8] = []
    var place = 0
    var unclosed = 0
    while place < bytes.count {
      if let found = try parameter(at: place, &unclosed) {
        result += found.text.utf8
        place = found.end
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// What stands for the parameter that begins there, and where that ends.
  /// - Parameter unclosed: no brace before it is closed, so that none of them is searched for twice.
  private func parameter(at place: Int, _ unclosed: inout Int) throws(RequestError) -> (text: String, end: Int)? {
    guard !isValue[place] else { return nil }
    switch bytes[place] {
    case UInt8(ascii: ":") where place == 0 || isWritten("/", place - 1):
      return try colon(place + 1..<segmentEnd(after: place))
    case UInt8(ascii: "{") where place >= unclosed:
      let end = segmentEnd(after: place)
      guard let close = (place + 1..<end).first(where: { isWritten("}", $0) }) else {
        unclosed = end
        return nil
      }
      let name = place + 1..<close
      return try value(of: name).map { ($0, close + 1) }
    default: return nil
    }
  }

  private func segmentEnd(after place: Int) -> Int {
    bytes[place...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
  }

  private func isWritten(_ mark: Unicode.Scalar, _ place: Int) -> Bool {
    bytes[place] == UInt8(ascii: mark) && !isValue[place]
  }

  /// `:name`, optionally followed by a suffix that starts with a character no name can contain.
  private func colon(_ segment: Range<Int>) throws(RequestError) -> (text: String, end: Int)? {
    if let value = parameters[text(segment)] { return (PercentEncoding.segment(value), segment.upperBound) }
    let end = segment.first { !(bytes[$0].isASCIIAlphanumeric || bytes[$0] == 0x5f) } ?? segment.upperBound
    guard end > segment.lowerBound else { return nil }
    return try value(of: segment.lowerBound..<end).map { ($0, end) }
  }

  /// `nil` for a name without a value that stays as it is.
  private func value(of name: Range<Int>) throws(RequestError) -> String? {
    if let value = parameters[text(name)] { return PercentEncoding.segment(value) }
    // A part of a value is never told.
    guard encoding == .encoded, !isValue[name].contains(true) else { return nil }
    throw .missingPathParameter(text(name), path: path)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
