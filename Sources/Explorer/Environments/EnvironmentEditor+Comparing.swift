import Terminal
import Workspaces

extension EnvironmentEditor {
  /// `=`: compares this environment with the next one.
  mutating func beginComparing() -> Outcome {
    if let brokenName { return Outcome(message: "\(brokenName) cannot be read, so it cannot be compared") }
    guard environments.count > 1 else { return Outcome(message: "There is no other environment to compare with") }
    mode = .comparing(other: (index + 1) % environments.count, offset: 0)
    return Outcome()
  }

  /// Tab shows the next environment at the right, Esc returns to editing.
  mutating func press(_ key: Key, comparing other: Int, offset: Int) -> Outcome {
    var (other, offset) = (other, offset)
    switch key {
    case .escape, .control("c"), .character("="), .character("q"):
      mode = .browsing
      return Outcome()
    case .tab, .character("]"): other = next(after: other, by: 1)
    case .backTab, .character("["): other = next(after: other, by: -1)
    case .up, .character("k"): offset -= 1
    case .down, .character("j"): offset += 1
    case .pageUp: offset -= 10
    case .pageDown: offset += 10
    default: return Outcome()
    }
    let count = comparison(with: other)?.lines.count ?? 0
    mode = .comparing(other: other, offset: min(max(0, offset), max(0, count - 1)))
    return Outcome()
  }

  func comparison(with other: Int) -> EnvironmentComparison? {
    guard let current, environments.indices.contains(other) else { return nil }
    return EnvironmentComparison(current, environments[other])
  }

  private func next(after other: Int, by step: Int) -> Int {
    let count = environments.count
    let next = (other + step + count) % count
    return next == index ? (next + step + count) % count : next
  }
}
