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

  /// Matches the whole text.
  ///
  /// - Parameter steps: the maximum number of instructions to follow; on return, the number left.
  /// - Returns: `nil` if the steps were not enough.
  package mutating func matchesWhole(_ text: String, steps: inout Int) -> Bool? {
    anchored.steps = steps
    defer { steps = anchored.steps }
    let isMatch = Self.withBytes(of: text) { base, count in
      anchored.longestEnd(base, from: 0, to: count, context: 0..<count) == count
    }
    return anchored.steps < 0 ? nil : isMatch
  }

  /// True if any part of the text matches, even an empty one. `steps` is as in `matchesWhole`.
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

/// A regular expression compiled to a nondeterministic automaton, to be run forwards or backwards.
struct RegexProgram: Sendable {
  enum Instruction: Sendable {
    case set(Int, next: Int)
    case split(Int, Int)
    case assertion(RegexNode.Assertion, next: Int)
    case match
  }

  private(set) var code: [Instruction] = [.match]
  private(set) var sets: [ScalarSet] = []
  private(set) var start = 0
  let isBackwards: Bool
  private let ignoresCase: Bool
  private static let largest = 5000

  /// - Throws: if the expression expands to too many instructions.
  init(_ node: RegexNode, ignoresCase: Bool = false, backwards: Bool = false) throws(RegexFault) {
    isBackwards = backwards
    self.ignoresCase = ignoresCase
    start = try compile(node, next: 0)
  }

  private mutating func add(_ instruction: Instruction) throws(RegexFault) -> Int {
    guard code.count < Self.largest else {
      throw RegexFault(position: 0, reason: "the expression is too large: use smaller counts")
    }
    code.append(instruction)
    return code.count - 1
  }

  /// Adds the code for `node`, which continues at `next`, and returns its start.
  private mutating func compile(_ node: RegexNode, next: Int) throws(RegexFault) -> Int {
    switch node {
    case .empty: return next
    case .set(let set):
      sets.append(ignoresCase ? set.caseFolded : set)
      return try add(.set(sets.count - 1, next: next))
    case .assertion(let kind): return try add(.assertion(kind, next: next))
    case .sequence(let items):
      var target = next
      for item in isBackwards ? items : items.reversed() { target = try compile(item, next: target) }
      return target
    case .choice(let branches):
      var target = try compile(branches[branches.count - 1], next: next)
      for branch in branches.dropLast().reversed() {
        let entry = try compile(branch, next: next)
        target = try add(.split(entry, target))
      }
      return target
    case .repeated(let inner, let least, let most):
      var target = next
      if let most {
        for _ in least..<max(least, most) {
          let entry = try compile(inner, next: target)
          target = try add(.split(entry, next))
        }
      } else {
        let loop = try add(.split(0, next))
        let entry = try compile(inner, next: loop)
        code[loop] = .split(entry, next)
        target = loop
      }
      for _ in 0..<least { target = try compile(inner, next: target) }
      return target
    }
  }
}

/// Runs a program over UTF-8 in linear time: a deterministic automaton whose states are created on demand.
struct RegexAutomaton: Sendable {
  private struct State: Hashable, Sendable {
    /// The program's threads before the next character is known, sorted.
    var threads: [Int]
    /// The kind of the previous character: 0 a line feed, 1 a word character, 2 anything else, 3 no character.
    var before: UInt8
  }

  /// One step: the next state, and whether a match ended before the character.
  private struct Step {
    var state: Int
    var matched: Bool
  }

  private let program: RegexProgram
  /// True if a match may begin anywhere, not only at the start of the run.
  private let isFloating: Bool
  private var states: [State] = []
  private var numbers: [State: Int] = [:]
  /// For each state, 128 ASCII characters: the next state times two, plus one for a match; -1 if not computed yet.
  private var table: [Int32] = []
  /// The step at which each instruction was last reached, which avoids clearing a set at each step.
  private var reached: [UInt32]
  private var taken: [UInt32]
  private var clock: UInt32 = 0
  /// The number of instructions that may still be followed; below 0, the search stops without a result.
  var steps = Int.max
  private static let end = UInt32.max
  private static let mostStates = 4000

  init(_ program: RegexProgram, floating: Bool) {
    self.program = program
    isFloating = floating
    reached = Array(repeating: 0, count: program.code.count)
    taken = reached
  }

  /// The end of the first match, in a run that starts at `from`.
  mutating func firstEnd(_ base: UnsafeRawPointer, from: Int, to: Int, context: Range<Int>) -> Int? {
    var state = initial(base, at: from, context)
    var i = from
    while i < to {
      let (step, length) = advance(state, base, i, to)
      if step.matched { return i }
      if steps < 0 { return nil }
      state = step.state
      i += length
    }
    return step(state, following(base, at: to, context)).matched ? to : nil
  }

  /// The end of the longest match that begins at `from`.
  mutating func longestEnd(_ base: UnsafeRawPointer, from: Int, to: Int, context: Range<Int>) -> Int? {
    var state = initial(base, at: from, context)
    var i = from
    var found: Int?
    while i < to {
      let (step, length) = advance(state, base, i, to)
      if step.matched { found = i }
      if steps < 0 { return nil }
      if states[step.state].threads.isEmpty { return found }
      state = step.state
      i += length
    }
    return step(state, following(base, at: to, context)).matched ? to : found
  }

  /// The start of the longest match that ends at `from`, for a program compiled backwards.
  mutating func earliestStart(_ base: UnsafeRawPointer, from: Int, to: Int, context: Range<Int>) -> Int? {
    var state = number(of: State(threads: [program.start], before: kind(following(base, at: from, context))))
    var i = from
    var found: Int?
    while i > to {
      let start = UTF8Sequence.boundary(base, before: i - 1, notBelow: to)
      let (scalar, length) = UTF8Sequence.scalar(base, start, i)
      let isWhole = length == i - start
      let taken = step(state, isWhole ? scalar?.value ?? 0xFFFD : 0xFFFD)
      if taken.matched { found = i }
      if states[taken.state].threads.isEmpty { return found }
      state = taken.state
      i = isWhole ? start : i - 1
    }
    return step(state, preceding(base, at: to, context)).matched ? to : found
  }

  // MARK: Steps

  @inline(__always)
  private mutating func advance(_ state: Int, _ base: UnsafeRawPointer, _ i: Int, _ end: Int) -> (Step, Int) {
    let c = base.load(fromByteOffset: i, as: UInt8.self)
    if c < 0x80 {
      let known = table[state &* 128 &+ Int(c)]
      if known >= 0 { return (Step(state: Int(known >> 1), matched: known & 1 == 1), 1) }
      return (step(state, UInt32(c)), 1)
    }
    let (scalar, length) = UTF8Sequence.scalar(base, i, end)
    return (step(state, scalar?.value ?? 0xFFFD), length)
  }

  private mutating func step(_ number: Int, _ symbol: UInt32) -> Step {
    let from = states[number]
    let (threads, matched) = follow(from, symbol)
    let next = State(threads: threads, before: kind(symbol))
    let isFull = states.count >= Self.mostStates
    if isFull { reset() }
    let target = self.number(of: next)
    if symbol < 128, !isFull { table[number * 128 + Int(symbol)] = Int32(target) << 1 | (matched ? 1 : 0) }
    return Step(state: target, matched: matched)
  }

  /// The threads after `symbol`, and whether a match ended before it.
  private mutating func follow(_ state: State, _ symbol: UInt32) -> (threads: [Int], matched: Bool) {
    tick()
    var open = isFloating ? state.threads + [program.start] : state.threads
    var next: [Int] = []
    var matched = false
    let scalar = symbol == Self.end ? nil : Unicode.Scalar(symbol)
    while let thread = open.popLast() {
      steps &-= 1
      guard reached[thread] != clock else { continue }
      reached[thread] = clock
      switch program.code[thread] {
      case .match: matched = true
      case .split(let first, let second): open += [first, second]
      case .assertion(let kind, let target):
        if holds(kind, before: state.before, after: self.kind(symbol)) { open.append(target) }
      case .set(let index, let target):
        guard let scalar, taken[target] != clock, program.sets[index].contains(scalar) else { continue }
        taken[target] = clock
        next.append(target)
      }
    }
    next.sort()
    return (next, matched)
  }

  private mutating func tick() {
    clock &+= 1
    guard clock == 0 else { return }
    clock = 1
    for i in reached.indices { (reached[i], taken[i]) = (0, 0) }
  }

  private func holds(_ assertion: RegexNode.Assertion, before: UInt8, after: UInt8) -> Bool {
    let (left, right) = program.isBackwards ? (after, before) : (before, after)
    return switch assertion {
    case .lineStart: left == 0 || left == 3
    case .lineEnd: right == 0 || right == 3
    case .textStart: left == 3
    case .textEnd: right == 3
    case .wordBoundary: (left == 1) != (right == 1)
    case .noWordBoundary: (left == 1) == (right == 1)
    }
  }

  private func kind(_ symbol: UInt32) -> UInt8 {
    if symbol == Self.end { return 3 }
    if symbol == 0x0A { return 0 }
    guard let scalar = Unicode.Scalar(symbol) else { return 2 }
    if symbol < 0x80 { return ScalarSet.word.contains(scalar) ? 1 : 2 }
    return scalar.properties.isAlphabetic ? 1 : 2
  }

  private mutating func initial(_ base: UnsafeRawPointer, at i: Int, _ context: Range<Int>) -> Int {
    number(of: State(threads: [program.start], before: kind(preceding(base, at: i, context))))
  }

  private func preceding(_ base: UnsafeRawPointer, at i: Int, _ context: Range<Int>) -> UInt32 {
    guard i > context.lowerBound else { return Self.end }
    let start = UTF8Sequence.boundary(base, before: i - 1, notBelow: context.lowerBound)
    return UTF8Sequence.scalar(base, start, i).scalar?.value ?? 0xFFFD
  }

  private func following(_ base: UnsafeRawPointer, at i: Int, _ context: Range<Int>) -> UInt32 {
    guard i < context.upperBound else { return Self.end }
    return UTF8Sequence.scalar(base, i, context.upperBound).scalar?.value ?? 0xFFFD
  }

  private mutating func number(of state: State) -> Int {
    if let known = numbers[state] { return known }
    states.append(state)
    table.append(contentsOf: repeatElement(-1, count: 128))
    numbers[state] = states.count - 1
    return states.count - 1
  }

  private mutating func reset() {
    states = []
    numbers = [:]
    table = []
  }
}
