/// A regular expression ready to be used, in time linear in the text whatever the expression: the characters times the
/// size of the expression at most, and far less for most.
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

  /// The match in `range` that ends first, made as long as it can be; matches of nothing are passed over.
  ///
  /// - Parameter context: the text around the range, for what anchors and word boundaries see.
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
  /// - Parameter steps: how many instructions of the expression may be followed; what is left of them afterwards.
  /// - Returns: `nil` where that was not enough.
  package mutating func matchesWhole(_ text: String, steps: inout Int) -> Bool? {
    anchored.steps = steps
    defer { steps = anchored.steps }
    let isMatch = Self.withBytes(of: text) { base, count in
      anchored.longestEnd(base, from: 0, to: count, context: 0..<count) == count
    }
    return anchored.steps < 0 ? nil : isMatch
  }

  /// Whether any part of the text matches, be it empty. Steps as in `matchesWhole`.
  package mutating func matchesPart(of text: String, steps: inout Int) -> Bool? {
    floating.steps = steps
    defer { steps = floating.steps }
    let isMatch = Self.withBytes(of: text) { base, count in
      floating.firstEnd(base, from: 0, to: count, context: 0..<count) != nil
    }
    // What was found is true however little is left.
    return isMatch ? true : floating.steps < 0 ? nil : false
  }

  /// An empty text has an address, too.
  private static func withBytes<Result>(of text: String, _ body: (UnsafeRawPointer, _ count: Int) -> Result) -> Result {
    Array(text.utf8).withUnsafeBytes { raw in
      let empty: StaticString = ""
      return body(raw.baseAddress ?? UnsafeRawPointer(empty.utf8Start), raw.count)
    }
  }
}
