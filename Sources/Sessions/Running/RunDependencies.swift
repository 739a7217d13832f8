import Basics
import Synchronization
import Workspaces

/// Which requests of an iteration use the answer of an earlier one: they name it (`{{login | body.token}}`), or a
/// variable that its answer sets. Only these wait for it.
final class RunDependencies: Sendable {
  private let jobs: [RunJob]
  private let areNone: Bool
  private let known = Mutex(Known())

  private struct Known {
    var earlier: [Int: [Int]] = [:]
    var sets: [Int: Set<String>] = [:]
  }

  /// - Parameter areKnownToBeNone: also where each request is sent after the one before it.
  init(_ jobs: [RunJob], areKnownToBeNone: Bool) {
    self.jobs = jobs
    areNone = areKnownToBeNone
  }

  /// The earlier requests that this one waits for, by their index in the iteration.
  func of(_ job: Int) -> [Int] {
    if areNone { return [] }
    if let known = known.withLock({ $0.earlier[job] }) { return known }
    let texts = jobs[job].uses
    let found = texts.isEmpty ? [] : (0..<job).filter { isUsed($0, in: texts) }
    known.withLock { $0.earlier[job] = found }
    return found
  }

  /// Whether one of the texts, which stand in braces, is a variable that the answer sets, or names the request.
  private func isUsed(_ job: Int, in texts: Set<String>) -> Bool {
    let earlier = jobs[job]
    if !sets(of: job).isDisjoint(with: texts) { return true }
    return texts.contains { text in
      guard let bar = text.firstIndex(of: "|") else { return false }
      let name = text[..<bar].trimmed
      return earlier.node.id == name
    }
  }
}

extension RunDependencies {
  /// The variables that the answer to a request sets; looked up once, because each later request asks.
  private func sets(of job: Int) -> Set<String> {
    if let sets = known.withLock({ $0.sets[job] }) { return sets }
    let sets = jobs[job].sets
    known.withLock { $0.sets[job] = sets }
    return sets
  }
}

extension RunJob {
  /// The variables that its answer sets.
  fileprivate var sets: Set<String> {
    // A request that cannot be read is not sent, so nothing waits for its answer.
    guard let plan = try? plan() else { return [] }
    let captures = plan.context.layers.flatMap(\.settings.captures) + plan.definition.captures
    return Set(captures.filter(\.isEnabled).map(\.variable))
  }

  /// What stands in double braces in the request, in what it inherits and in the values of variables.
  fileprivate var uses: Set<String> {
    // The error is reported when it is the request's turn.
    guard let plan = try? plan() else { return [] }
    let texts =
      plan.context.templates(of: plan.definition).map(\.2) + [plan.definition.condition]
      + plan.context.variables.entries.map(\.value)
    return Set(texts.flatMap(Self.braced))
  }

  private static func braced(_ text: String) -> [String] {
    text.split(separator: "{{").dropFirst(text.hasPrefix("{{") ? 0 : 1).compactMap { part in
      part.firstRange(of: "}}").map { String(part[..<$0.lowerBound]).trimmed }
    }
  }
}
