/// A compiled regular expression. Matching takes time linear in the text, whatever the expression: at most the number
/// of characters times the size of the expression, usually far less.
package struct LinearRegex: Sendable {
  private var floating: RegexAutomaton
  private var anchored: RegexAutomaton
  private var backwards: RegexAutomaton

  package init(_ text: String, dialect: RegexParser.Dialect, ignoresCase: Bool = false) throws(RegexFault) {
    let node = try RegexParser.parse(text, dialect)
    let program = try RegexProgram(node, ignoresCase: ignoresCase)
    floating = RegexAutomaton(program, floating: true)
    anchored = RegexAutomaton(program, floating: false)
    backwards = RegexAutomaton(try RegexProgram(node, ignoresCase: ignoresCase, backwards: true), floating: false)
  }

  /// The match in `range` that ends first, extended as far as possible; empty matches are skipped.
  ///
  /// - Parameter context: the text around the range, for anchors and word boundaries.
  package mutating func firstMatch(_ base: UnsafeRawPointer, in range: Range<Int>, context: Range<Int>) -> Range<Int>? {
    var from = range.lowerBound
    while from < range.upperBound {
      guard let end = floating.firstEnd(base, from: from, to: range.upperBound, context: context) else { return nil }
      let start = backwards.earliestStart(base, from: end, to: from, context: context) ?? end
      let longest = anchored.longestEnd(base, from: start, to: range.upperBound, context: context) ?? end
      if longest > start { return start..<longest }
      guard end < range.upperBound else { return nil }
      from = max(from + 1, end + UTF8Sequence.scalar(base, end, range.upperBound).length)
    }
    return nil
  }

  /// Whether the whole text matches.
  ///
  /// - Parameter steps: the maximum number of instructions to follow; on return, how many are left.
  /// - Returns: `nil` if that was not enough.
  package mutating func matchesWhole(_ text: String, steps: inout Int) -> Bool? {
    anchored.steps = steps
    defer { steps = anchored.steps }
    let isMatch = Self.withBytes(of: text) { base, count in
      anchored.longestEnd(base, from: 0, to: count, context: 0..<count) == count
    }
    return anchored.steps < 0 ? nil : isMatch
  }

  /// Whether any part of the text matches, even an empty one. `steps` is as in `matchesWhole`.
  package mutating func matchesPart(of text: String, steps: inout Int) -> Bool? {
    floating.steps = steps
    defer { steps = floating.steps }
    let isMatch = Self.withBytes(of: text) { base, count in
      floating.firstEnd(base, from: 0, to: count, context: 0..<count) != nil
    }
    // A match counts even if no steps are left.
    return isMatch ? true : floating.steps < 0 ? nil : false
  }

  /// Passes a valid address even for an empty text.
  private static func withBytes<Result>(of text: String, _ body: (UnsafeRawPointer, _ count: Int) -> Result) -> Result {
    Array(text.utf8).withUnsafeBytes { raw in
      let empty: StaticString = ""
      return body(raw.baseAddress ?? UnsafeRawPointer(empty.utf8Start), raw.count)
    }
  }
}
