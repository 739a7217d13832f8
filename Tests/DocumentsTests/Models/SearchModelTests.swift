import Basics
import TestSupport
import Testing

@testable import Documents

/// The matches of a text in another, found by checking every position.
private struct SearchModel {
  private let needle: [Character]
  private let ignoresCase: Bool
  private var text: [Character] = []
  private(set) var matches: [Range<Int>] = []
  private var byte = 0
  private var next = 0

  init(_ needle: String, ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    self.needle = needle.map { Self.folded($0, ignoresCase) }
  }

  private static func folded(_ character: Character, _ ignoresCase: Bool) -> Character {
    ignoresCase ? Character(character.lowercased()) : character
  }

  mutating func grow(by piece: String) {
    text += piece
    while next + needle.count <= text.count {
      let found = text[next..<next + needle.count]
      if zip(found, needle).allSatisfy({ Self.folded($0, ignoresCase) == $1 }) {
        let length = found.reduce(0) { $0 + $1.utf8.count }
        matches.append(byte..<byte + length)
        byte += length
        next += needle.count
      } else {
        byte += text[next].utf8.count
        next += 1
      }
    }
  }
}

@Suite("Search compared with a naive model")
struct SearchModelTests {
  private static let letters = Array("aabbABé, \n")

  private static func text(_ count: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
    String((0..<Int.random(in: count, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
  }

  /// 20 × 1,000 appends and queries.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `A search in a growing text finds the first matches of a naive search`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let needle = Self.text(1...4, &random)
    let ignoresCase = Bool.random(using: &random)
    var model = SearchModel(needle, ignoresCase: ignoresCase)
    let store = ByteStore()
    let document = Document(store: store, kind: .text)
    let search = try DocumentSearch(
      SearchQuery(needle, caseRule: ignoresCase ? .insensitive : .sensitive), in: document,
      view: DocumentView(mode: .raw))
    for step in 0..<1000 {
      let found = model.matches.prefix(search.status.count)
      let offset = Int.random(in: 0...max(1, store.count), using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<2:
        let piece = Self.text(1...200, &random)
        model.grow(by: piece)
        try store.append(Array(piece.utf8))
      case 2..<3: document.advance(by: Int.random(in: 1...8000, using: &random))
      case 3..<5:
        search.advance(by: Int.random(in: 1...8000, using: &random))
        try #require(search.status.count <= model.matches.count, "step \(step)")
      case 5..<7:
        let next = found.first { $0.lowerBound >= offset }
        let match = search.next(from: offset)
        #expect(match?.range == next ?? found.first, "step \(step)")
        #expect(match?.isWrapped == (found.isEmpty ? nil : next == nil), "step \(step)")
      case 7..<9:
        let previous = found.last { $0.lowerBound < offset }
        let match = search.previous(from: offset)
        #expect(match?.range == previous ?? found.last, "step \(step)")
        #expect(match?.ordinal == match.flatMap { found.firstIndex(of: $0.range) }.map { $0 + 1 }, "step \(step)")
      default:
        let range = offset..<offset + Int.random(in: 1...300, using: &random)
        #expect(search.matches(in: range) == found.filter { $0.overlaps(range) }, "step \(step)")
      }
    }
    store.finish()
    document.advanceToEnd()
    search.advanceToEnd()
    #expect(search.status.isComplete)
    #expect(search.matches(in: 0..<store.count) == model.matches)
  }
}
