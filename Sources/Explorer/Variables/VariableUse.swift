import Basics
import Workspaces

/// One `{{name}}` in a text.
struct VariableUse: Equatable {
  /// The text between the braces, without blanks.
  var name: String
  /// UTF-8 offsets in its line, including the braces.
  var range: Range<Int>

  /// The variables of a single-line text, in order.
  static func all(in text: String) -> [VariableUse] {
    let bytes = Array(text.utf8)
    return VariableSpan.ranges(in: text).map { range in
      let inner = bytes[range].dropFirst(2).dropLast(2)
      return VariableUse(name: String(decoding: inner, as: UTF8.self).trimmed, range: range)
    }
  }

  /// The variable around or next to a caret.
  static func at(_ caret: Int, in text: String) -> VariableUse? {
    let all = all(in: text)
    return all.first { $0.range.lowerBound < caret && caret < $0.range.upperBound }
      ?? all.last { $0.range.contains(caret) || $0.range.upperBound == caret }
  }
}
