import Testing

@testable import apus

@Suite("Lines of standard input") struct InputLinesTests {
  /// The lines of a text that arrives in pieces of this size.
  private func lines(_ text: String, most: Int = 8, pieces: Int) -> [InputLines.Line] {
    var lines = InputLines(most: most)
    var found: [InputLines.Line] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      found += lines.take(bytes[start..<min(start + pieces, bytes.count)])
    }
    return found + [lines.end()].compactMap { $0 }
  }

  private func whole(_ text: String) -> InputLines.Line { .whole(Array(text.utf8)) }

  @Test("Lines do not depend on the pieces, and the last one needs no end", arguments: 1...12)
  func pieces(_ size: Int) {
    #expect(lines("one\n\ntwo\r\nthree", pieces: size) == [whole("one"), whole(""), whole("two\r"), whole("three")])
    #expect(lines("one\n", pieces: size) == [whole("one")])
    #expect(lines("", pieces: size).isEmpty)
  }

  @Test("A line that is too long is reported once and skipped", arguments: 1...30)
  func long(_ size: Int) {
    #expect(lines("12345678\n123456789\nnext", pieces: size) == [whole("12345678"), .tooLong, whole("next")])
    #expect(lines("first\n" + String(repeating: "x", count: 100), pieces: size) == [whole("first"), .tooLong])
    #expect(lines(String(repeating: "x", count: 100) + "\n\n", pieces: size) == [.tooLong, whole("")])
  }
}
