import Basics
import Foundation
import Testing

/// Compares emoji with Unicode's own list, which Debian has in its package `unicode-data`.
@Suite("Emoji")
struct EmojiTests {
  private static let file = "/usr/share/unicode/emoji/emoji-test.txt"
  static let isThere = FileManager.default.fileExists(atPath: file)

  /// Each sequence with its status: `fully-qualified`, `minimally-qualified`, `unqualified` or `component`.
  static func sequences() throws -> [(text: String, status: Substring)] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      guard !line.hasPrefix("#"), let semicolon = line.firstIndex(of: ";") else { return nil }
      let scalars = line[..<semicolon].split(separator: " ").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      let status = line[line.index(after: semicolon)...].split(separator: " ").first ?? ""
      return (String(String.UnicodeScalarView(scalars)), status)
    }
  }

  @Test(
    "Every emoji of Unicode's list takes two columns",
    .enabled(if: isThere, "there is no emoji-test.txt: install the package unicode-data"))
  func everyEmoji() throws {
    let sequences = try Self.sequences()
    #expect(sequences.count > 4_000)
    for (text, status) in sequences where status == "fully-qualified" || status == "minimally-qualified" {
      #expect(TextWidth.of(text) == 2, "\(text)")
      #expect(VisibleText.of(text) == text)
    }
  }

  @Test(
    "Without its variation selector an emoji is as wide as its scalar, a sequence of two columns, a keycap of one",
    .enabled(if: isThere, "there is no emoji-test.txt: install the package unicode-data"))
  func unqualified() throws {
    for (text, status) in try Self.sequences() where status == "unqualified" {
      guard let first = text.unicodeScalars.first else { continue }
      let isAlone = text.unicodeScalars.count == 1
      #expect(TextWidth.of(text) == (isAlone ? TextWidth.of(first) : first.isASCII ? 1 : 2), "\(text)")
    }
  }

  @Test(
    "Sequences are one picture",
    arguments: ["👍🏽", "👨‍👩‍👧", "🏳️‍🌈", "🇨🇭", "1️⃣", "❤️", "🧑🏿‍❤️‍💋‍🧑🏻", "🏴󠁧󠁢󠁷󠁬󠁳󠁿"])
  func known(text: String) {
    #expect(TextWidth.of(text) == 2)
    #expect(TextWidth.of("a" + text + "b") == 4)
    #expect(TextWidth.prefix(of: "a" + text, columns: 2) == "a")
  }
}
