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
