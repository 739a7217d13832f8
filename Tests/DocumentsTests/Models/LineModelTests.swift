import Basics
import TestSupport
import Testing

@testable import Documents

/// The lines of a growing text, stored in the simplest way: as their start offsets.
private struct LineModel {
  private(set) var bytes: [UInt8] = []
  private(set) var known = 0
  private var starts = [0]

  mutating func grow(by piece: [UInt8]) { bytes += piece }

  /// Reads up to `end`.
  mutating func learn(to end: Int) {
    while known < end {
      if bytes[known] == 0x0A { starts.append(known + 1) }
      known += 1
    }
  }

  /// A line feed at the end does not start a line.
  var lineCount: Int { starts.last == known ? starts.count - 1 : starts.count }

  func range(ofLine line: Int) -> Range<Int> {
    starts[line]..<(line + 1 < starts.count ? starts[line + 1] - 1 : known)
  }

  func line(at offset: Int) -> Int { min(starts.lastIndex { $0 <= offset } ?? 0, max(0, lineCount - 1)) }

  func text(ofLine line: Int, columns: Int) -> String {
    String(decoding: bytes[range(ofLine: line)].prefix(columns), as: UTF8.self)
  }
}

@Suite("Lines compared with a naive model")
struct LineModelTests {
  private static func piece(_ random: inout SeededGenerator) -> [UInt8] {
    var piece: [UInt8] = []
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let isLong = Int.random(in: 0..<25, using: &random) == 0
      let length = Int.random(in: 0...(isLong ? 6000 : 50), using: &random)
      piece += repeatElement(UInt8.random(in: 0x30...0x7A, using: &random), count: length)
      if Int.random(in: 0..<5, using: &random) > 0 { piece.append(0x0A) }
    }
    return piece
  }

  /// 20 × 1,500 appends and queries.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `A growing text has the same lines as a naive reader finds in the received part`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = LineModel()
    let store = ByteStore()
    let document = Document(store: store, kind: .text)
    var view = DocumentView(mode: .raw, columns: 40, rows: 3)
    for step in 0..<1500 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<2 where model.bytes.count < 60_000:
        let piece = Self.piece(&random)
        model.grow(by: piece)
        try store.append(piece)
      case 0..<5:
        document.advance(by: Int.random(in: 1...20_000, using: &random))
        model.learn(to: document.text.index.text.limit)
        #expect(document.lineCount(in: view) == model.lineCount, "step \(step)")
      case 5..<8:
        guard model.lineCount > 0 else { continue }
        // A jump to an offset may have scrolled horizontally.
        view.horizontalOffset = 0
        view.topLine = Int.random(in: 0..<model.lineCount, using: &random)
        let expected = view.topLine..<min(model.lineCount, view.topLine + view.rows)
        let rows = document.lines(in: view)
        #expect(rows.map(\.number) == Array(expected), "step \(step)")
        #expect(rows.map(\.text) == expected.map { model.text(ofLine: $0, columns: 40) }, "step \(step)")
        #expect(rows.map(\.byteRange) == expected.map(model.range), "step \(step)")
      default:
        guard model.lineCount > 0 else { continue }
        let offset = Int.random(in: 0..<model.known, using: &random)
        document.move(&view, .offset(offset))
        #expect(view.cursorLine == model.line(at: offset), "step \(step)")
      }
    }
    store.finish()
    document.advanceToEnd()
    model.learn(to: model.bytes.count)
    #expect(document.isComplete(in: view))
    #expect(document.lineCount(in: view) == model.lineCount)
  }
}
