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
    return JSONFormatter.fault(in: plain(text).bytes)
  }

  /// The text with a number in place of each variable outside strings, and the places of these.
  private static func plain(_ text: String) -> (bytes: [UInt8], variables: [Range<Int>]) {
    let bytes = Array(text.utf8)
    let variables = values(in: text, bytes)
    var plain = bytes
    for value in variables {
      // Padded to the length of the original, so that positions stay correct.
      plain.replaceSubrange(value, with: [UInt8(ascii: "0")] + Array(repeating: 0x20, count: value.count - 1))
    }
    return (plain, variables)
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
      while start > 0, JSONGrammar.continuesWord(bytes[start - 1]) { start -= 1 }
      while end < bytes.count, JSONGrammar.continuesWord(bytes[end]) { end += 1 }
      if let last = found.last, last.upperBound >= start {
        found[found.count - 1] = last.lowerBound..<end
      } else {
        found.append(start..<end)
      }
    }
    return found
  }
}

/// Places in a JSON text that can take a variable.
extension TemplateJSON {
  /// A text, number, literal or variable outside the names of members.
  struct Value: Hashable, Sendable {
    /// Names and indices from the top: `user.tags[0]`; empty for a text that is one value.
    let path: String
    /// The name of the nearest member that contains it.
    let name: String
    /// In UTF-8, with the quotes of a string.
    let range: Range<Int>
    /// True for a string, whose quotes stay around a variable.
    let isQuoted: Bool
  }

  /// An object or array around a token: the name or the index of its current value.
  private enum Level {
    case object(name: String?)
    case array(index: Int)
  }

  /// The first values of a valid text; of any other text, none.
  static func values(of text: String, limit: Int) -> [Value] {
    guard let (text, variables) = readable(text) else { return [] }
    var found: [Value] = []
    var levels: [Level] = []
    for token in JSONTokens(text) where found.count < limit {
      switch (token.kind, levels.last) {
      case (.open, _):
        levels.append(text[token.range.lowerBound] == UInt8(ascii: "[") ? .array(index: 0) : .object(name: nil))
      case (.close, _): levels.removeLast()
      case (.comma, .array(let index)?): levels[levels.count - 1] = .array(index: index + 1)
      case (.comma, _): levels[levels.count - 1] = .object(name: nil)
      case (.string, .object(name: nil)?):
        let name = text[token.range].dropFirst().dropLast()
        levels[levels.count - 1] = .object(name: String(decoding: name, as: UTF8.self))
      case (.string, _), (.word, _):
        found.append(value(levels, at: range(of: token, variables), isQuoted: token.kind == .string))
      default: break
      }
    }
    return found
  }

  /// The text with a new member of its outermost object; `nil` if it has none.
  /// - Parameter value: in JSON, or a variable.
  static func adding(_ name: String, _ value: String, to text: String) -> String? {
    guard let (plain, variables) = readable(text), case let tokens = Array(JSONTokens(plain)),
      let first = tokens.first, plain[first.range.lowerBound] == UInt8(ascii: "{"), let last = tokens.dropLast().last
    else { return nil }
    var bytes = Array(text.utf8)
    let member = "\"\(name)\": \(value)"
    guard tokens.count > 2 else {
      bytes.insert(contentsOf: member.utf8, at: first.range.upperBound)
      return String(decoding: bytes, as: UTF8.self)
    }
    // Set like the first member: on a line of its own, or not.
    let blank = bytes[first.range.upperBound..<tokens[1].range.lowerBound]
    let gap = blank.allSatisfy { $0 <= 0x20 } ? Array(blank) : [0x20]
    bytes.insert(contentsOf: [UInt8(ascii: ",")] + gap + Array(member.utf8), at: range(of: last, variables).upperBound)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text without comments and with numbers for variables; `nil` if it is not JSON.
  private static func readable(_ text: String) -> (bytes: [UInt8], variables: [Range<Int>])? {
    let (bytes, variables) = plain(JSONComments.blanked(in: text) ?? text)
    return JSONFormatter.fault(in: bytes) == nil ? (bytes, variables) : nil
  }

  private static func range(of token: JSONToken, _ variables: [Range<Int>]) -> Range<Int> {
    variables.first { $0.lowerBound == token.range.lowerBound } ?? token.range
  }

  private static func value(_ levels: [Level], at range: Range<Int>, isQuoted: Bool) -> Value {
    var (path, name) = ("", "")
    for level in levels {
      switch level {
      case .object(let member):
        name = member ?? ""
        path += path.isEmpty ? name : ".\(name)"
      case .array(let index): path += "[\(index)]"
      }
    }
    return Value(path: path, name: name, range: range, isQuoted: isQuoted)
  }
}
