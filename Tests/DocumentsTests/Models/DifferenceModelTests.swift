import Basics
import TestSupport
import Testing

@testable import Documents

@Suite("Differences of randomly edited texts")
struct DifferenceModelTests {
  private static func line(_ random: inout SeededGenerator) -> String {
    ["", "a", "b", "same", "other"].randomElement(using: &random) ?? ""
  }

  /// 20 × 60 texts with up to 9 edits each.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `A line difference leaves the same unchanged lines in both texts`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var old = (0..<Int.random(in: 1...40, using: &random)).map { _ in Self.line(&random) }
    for round in 0..<60 {
      var new = old
      for _ in 0..<Int.random(in: 0...9, using: &random) {
        let place = Int.random(in: 0...new.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where place < new.count && new.count > 1: new.remove(at: place)
        case 1 where place < new.count: new[place] = Self.line(&random)
        default: new.insert(Self.line(&random), at: place)
        }
      }
      check(old, new, round)
      old = Array(new.prefix(60))
    }
  }

  private func check(_ old: [String], _ new: [String], _ round: Int) {
    // Each line ends with a line feed, so that an empty last line counts.
    let text = new.map { $0 + "\n" }.joined()
    let changes = LineDifference(from: Array(old.map { $0 + "\n" }.joined().utf8), to: Array(text.utf8)).changes
    var kept = new
    for change in changes.reversed() {
      guard let right = change.right else { continue }
      #expect(new[change.line] == right, "round \(round)")
      let start = new[..<change.line].reduce(0) { $0 + $1.utf8.count + 1 }
      #expect(change.offset == start, "round \(round)")
      kept.remove(at: change.line)
    }
    // Removed lines are taken from the front, in order; the rest is the same on both sides.
    let gone = changes.compactMap(\.left)
    #expect(old.count - gone.count == kept.count, "round \(round)")
    for change in changes where change.right == nil { #expect(old[change.line] == change.left, "round \(round)") }
    #expect(Self.counts(old) == Self.counts(kept + gone), "round \(round)")
    #expect((old == new) == changes.isEmpty, "round \(round)")
  }

  private static func counts(_ lines: [String]) -> [String: Int] { lines.reduce(into: [:]) { $0[$1, default: 0] += 1 } }

  /// 20 × 100 documents with up to 5 edits each.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `A document difference names exactly the edited members`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<100 {
      let names = (0..<Int.random(in: 1...12, using: &random)).map { "k\($0)" }
      let old = names.map { (name: $0, value: PlainJSON.random(depth: 2, &random)) }
      var new = old
      var expected: Set<String> = []
      for name in names.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random)) {
        guard let place = new.firstIndex(where: { $0.name == name }) else { continue }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          new.remove(at: place)
          expected.insert("removed $['in']['\(name)']")
        case 1:
          new[place].value = .string("new \(round)")
          expected.insert("changed $['in']['\(name)']")
        default:
          new.append(("new \(name)", .null))
          expected.insert("added $['in']['new \(name)']")
        }
      }
      // The order of members is ignored.
      let (left, right) = (Self.document(old), Self.document(new.shuffled(using: &random)))
      let changes = try #require(DocumentDifference(from: left, to: right)).changes
      #expect(Set(changes.map { "\($0.kind) \($0.path.normalized)" }) == expected, "round \(round)")
      #expect(changes.count == expected.count, "round \(round)")
    }
  }

  private static func document(_ members: [(name: String, value: PlainJSON)]) -> Document {
    let root = PlainJSON.object([("in", .object(members)), ("out", .number(1))])
    let document = Document(bytes: Array(root.text.utf8), kind: .json)
    document.advanceToEnd()
    return document
  }
}
