import Basics
import Documents
import Workspaces

/// JSON with `{{variables}}` in place of values: the body of a request before it is sent.
enum TemplateJSON {
  /// The first error; an empty text has none.
  /// - Parameter allowsComments: whether comments are allowed, because they are removed when sending.
  static func fault(of text: String, allowsComments: Bool = false) -> JSONFault? {
    if allowsComments, let plain = JSONComments.blanked(in: text) { return fault(of: plain) }
    guard text.utf8.contains(where: { $0 > 0x20 }) else { return nil }
    let bytes = Array(text.utf8)
    var plain = bytes
    for value in values(in: text, bytes) {
      // Padded to the length of the original, so that positions stay correct.
      plain.replaceSubrange(value, with: [UInt8(ascii: "0")] + Array(repeating: 0x20, count: value.count - 1))
    }
    return JSONFormatter.fault(in: plain)
  }

  /// The text with its white space reformatted; numbers, strings, key order and variables stay as typed.
  static func formatted(_ text: String, indent: Int = 2) throws(JSONFault) -> String {
    if let fault = fault(of: text) { throw fault }
    guard text.utf8.contains(where: { $0 > 0x20 }) else { return text }
    let bytes = Array(text.utf8)
    let values = values(in: text, bytes)
    let mark = mark(notIn: text)
    var plain: [UInt8] = []
    var start = 0
    for value in values {
      plain += bytes[start..<value.lowerBound]
      plain += Array("\"\(mark)\"".utf8)
      start = value.upperBound
    }
    plain += bytes[start...]
    var arranged = try JSONFormatter.formatted(plain, .pretty(indent: indent))
    while arranged.last == 0x0A { arranged.removeLast() }
    return String(
      decoding: restored(arranged, mark: Array("\"\(mark)\"".utf8), values.map { bytes[$0] }), as: UTF8.self)
  }

  private static func restored(_ bytes: [UInt8], mark: [UInt8], _ values: [ArraySlice<UInt8>]) -> [UInt8] {
    guard !values.isEmpty else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var left = values[...]
    var index = 0
    while index < bytes.count {
      if let value = left.first, bytes[index] == mark[0], bytes[index...].starts(with: mark) {
        result += value
        left.removeFirst()
        index += mark.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func mark(notIn text: String) -> String {
    var mark = "apus-variable"
    while text.contains(mark) { mark += "-" }
    return mark
  }

  /// The ranges of variables outside strings, including adjacent letters and digits: `{{major}}.{{minor}}` is one
  /// value.
  private static func values(in text: String, _ bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    let strings = JSONTokens(bytes).filter { $0.kind == .string }.map(\.range)
    var string = 0
    for reference in VariableSpan.ranges(in: text) {
      while string < strings.count, strings[string].upperBound <= reference.lowerBound { string += 1 }
      if string < strings.count, strings[string].contains(reference.lowerBound) { continue }
      var (start, end) = (reference.lowerBound, reference.upperBound)
      while start > 0, isBare(bytes[start - 1]) { start -= 1 }
      while end < bytes.count, isBare(bytes[end]) { end += 1 }
      if let last = found.last, last.upperBound >= start {
        found[found.count - 1] = last.lowerBound..<end
      } else {
        found.append(start..<end)
      }
    }
    return found
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == 0x2E || byte == 0x2B || byte == 0x2D || byte == 0x5F
  }
}
