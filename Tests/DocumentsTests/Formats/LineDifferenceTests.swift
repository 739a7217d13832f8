import Testing

@testable import Documents

@Suite("Texts compared line by line")
struct LineDifferenceTests {
  private func changes(_ old: String, _ new: String) -> [LineDifference.Change] {
    LineDifference(from: Array(old.utf8), to: Array(new.utf8)).changes
  }

  @Test("A replaced line is one change at its position in the newer text")
  func replaced() {
    #expect(changes("a\nb\nc", "a\nB\nc") == [.init(line: 1, left: "b", right: "B", offset: 2)])
  }

  @Test("Added and removed lines are reported with their positions")
  func addedAndRemoved() {
    #expect(changes("a\nc", "a\nb\nc") == [.init(line: 1, left: nil, right: "b", offset: 2)])
    #expect(changes("a\nb\nc", "a\nc") == [.init(line: 1, left: "b", right: nil, offset: nil)])
    #expect(changes("", "a\n").map(\.right) == ["a"])
    #expect(changes("same\n", "same\n").isEmpty)
  }

  @Test("Texts of thousands of lines with nothing in common are compared quickly, line by line")
  func many() {
    let old = (0..<5000).map { "old \($0)" }.joined(separator: "\n")
    let new = (0..<6000).map { "new \($0)" }.joined(separator: "\n")
    let found = changes(old, new)
    #expect(found.count == 6000)
    #expect(found[0] == .init(line: 0, left: "old 0", right: "new 0", offset: 0))
    #expect(found[5999].left == nil)
  }
}
