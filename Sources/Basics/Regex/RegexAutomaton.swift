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
  /// Whether a match may begin anywhere, not only at the start of the run.
  private let isFloating: Bool
  private var states: [State] = []
  private var numbers: [State: Int] = [:]
  /// For each state, 128 ASCII characters: the next state times two, plus one for a match; -1 if not computed yet.
  private var table: [Int32] = []
  /// The step at which each instruction was last reached, which avoids clearing a set at each step.
  private var reached: [UInt32]
  private var taken: [UInt32]
  private var clock: UInt32 = 0
  /// The instructions that may still be followed; below 0, the search stops without a result.
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
