import Basics
import Workspaces

/// curl's URL patterns: `{a,b}`, `[1-9]`, `[01-10:3]`, `[a-e]`. One pattern gives several URLs.
enum CurlGlob {
  /// The maximum number of URLs; a notice reports more.
  static let limit = 1_000

  /// One of the URLs, with the values of its patterns, to which `-o 'file#1'` refers.
  struct Match: Hashable {
    var text: String
    var choices: [String] = []
  }

  static func expand(
    _ text: String, isOff: Bool, notices: inout [Notice], line: Int
  ) -> [Match] {
    guard !isOff, text.utf8.contains(where: { "{}[]\\".utf8.contains($0) }) else { return [Match(text: text)] }
    var results = [Match(text: "")]
    var cursor = ScalarCursor(text)
    while let scalar = cursor.peek() {
      if scalar == "\\", let next = cursor.peek(1), "{}[]".unicodeScalars.contains(next) {
        cursor.skip(2)
        append(String(next), to: &results)
        continue
      }
      if let variable = variable(at: cursor) {
        cursor.skip(variable.unicodeScalars.count)
        append(variable, to: &results)
        continue
      }
      if scalar == "[", cursor.peek(1) == "]" {
        cursor.skip(2)
        append("[]", to: &results)
        continue
      }
      let start = cursor.index
      guard scalar == "{" || scalar == "[" else {
        cursor.skip(cursor.count { !"\\{[}]".unicodeScalars.contains($0) })
        if cursor.index == start { cursor.next() }
        append(cursor.text(from: start), to: &results)
        // curl rejects an unmatched brace or bracket.
        guard scalar != "}", scalar != "]" else {
          refuse(text, line, &notices)
          return []
        }
        continue
      }
      guard let choices = scalar == "{" ? set(&cursor).map({ Choices(texts: $0) }) : range(&cursor) else {
        refuse(text, line, &notices)
        return []
      }
      if choices.isAddress {
        append(choices.texts[0], to: &results)
        continue
      }
      guard results.count * choices.texts.count <= limit else {
        notices.warn(
          line: line, "the pattern in \(CurlURL.shown(text)) gives more than \(limit) URLs: none is imported")
        return []
      }
      results = results.flatMap { start in
        choices.texts.map { Match(text: start.text + $0, choices: start.choices + [$0]) }
      }
    }
    return results
  }

  private static func append(_ text: String, to results: inout [Match]) {
    for index in results.indices { results[index].text += text }
  }

  private static func refuse(_ text: String, _ line: Int, _ notices: inout [Notice]) {
    notices.append(
      Notice(
        .error, line: line, "curl cannot read the pattern in \(CurlURL.shown(text)): add -g to use it literally"))
  }

  /// The values of a pattern. An IPv6 address in brackets is not a pattern.
  private struct Choices {
    var texts: [String]
    var isAddress = false
  }

  /// `{{NAME}}` is one of our variables, not a set.
  private static func variable(at cursor: ScalarCursor) -> String? {
    guard cursor.peek() == "{", cursor.peek(1) == "{" else { return nil }
    let length = cursor.count(from: 2) { $0.isNamePart || "-.$".unicodeScalars.contains($0) }
    guard length > 0, cursor.peek(2 + length) == "}", cursor.peek(3 + length) == "}" else { return nil }
    return String(String.UnicodeScalarView((0..<(length + 4)).compactMap { cursor.peek($0) }))
  }

  private static func set(_ cursor: inout ScalarCursor) -> [String]? {
    cursor.next()
    var choices = [""]
    while let scalar = cursor.next() {
      switch scalar {
      case "}": return choices.count == 1 && choices[0].isEmpty ? nil : choices
      case ",": choices.append("")
      case "{", "[", "]": return nil
      case "\\":
        guard let next = cursor.next() else { return nil }
        choices[choices.count - 1].unicodeScalars.append(next)
      default: choices[choices.count - 1].unicodeScalars.append(scalar)
      }
    }
    return nil
  }

  private static func range(_ cursor: inout ScalarCursor) -> Choices? {
    let start = cursor.index
    let length = cursor.count(from: 1) { $0 != "]" }
    guard cursor.peek(1 + length) == "]" else { return nil }
    cursor.skip(length + 2)
    let inner = String(cursor.text(from: start).dropFirst().dropLast())
    // An address such as [::1] is not a range.
    if inner.utf8.allSatisfy({
      $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%")
        || $0.isHexDigit
    }),
      inner.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1
    {
      return Choices(texts: ["[\(inner)]"], isAddress: true)
    }
    let halves = inner.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let ends = (halves.first ?? "").split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    var step = 1
    if halves.count == 2 {
      guard let number = Int(halves[1]), number > 0 else { return nil }
      step = number
    }
    guard ends.count == 2 else { return nil }
    let hasStep = halves.count == 2
    guard let texts = letters(ends, step: step) ?? numbers(ends, step: step) else { return nil }
    // curl rejects a step beyond the end.
    if hasStep, texts.count == 1, step != 1 || ends[0] != ends[1] { return nil }
    return Choices(texts: texts)
  }

  /// From `a` to `z`.
  private static let longestLetters: UInt32 = 25

  private static func letters(_ ends: [String], step: Int) -> [String]? {
    let (left, right) = (Array(ends[0].unicodeScalars), Array(ends[1].unicodeScalars))
    guard left.count == 1, right.count == 1, left[0].properties.isAlphabetic, right[0].properties.isAlphabetic,
      left[0].isASCII, right[0].isASCII, left[0] <= right[0], right[0].value - left[0].value <= longestLetters
    else { return nil }
    return stride(from: left[0].value, through: right[0].value, by: step).compactMap { Unicode.Scalar($0) }.map {
      String($0)
    }
  }

  private static func numbers(_ ends: [String], step: Int) -> [String]? {
    guard let first = Int(ends[0]), let last = Int(ends[1]), first >= 0, first <= last,
      (last - first) / step < limit
    else { return nil }
    let width = ends[0].hasPrefix("0") ? ends[0].utf8.count : 0
    return stride(from: first, through: last, by: step).map { number in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
  }
}
