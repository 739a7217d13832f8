import Basics
import Testing

@Suite struct TextWidthTests {
  @Test(
    "Text takes the columns that terminals give it",
    arguments: [
      ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("ｱ", 1), ("Ａ", 2), ("👍", 2), ("👍🏽", 2),
      ("👨‍👩‍👧", 2), ("🇨🇭", 2), ("🇨", 1), ("❤\u{FE0F}", 2), ("❤", 1), ("1\u{FE0F}\u{20E3}", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("क्ष", 2), ("का", 2),
      ("ﷺ", 1), ("\u{1100}\u{1161}", 2), ("می\u{200C}خواهم", 7), ("a\u{300}\u{301}\u{302}", 1), ("\u{301}", 1),
      ("─", 1),
      ("…", 1),
    ])
  func columns(text: String, expected: Int) {
    #expect(TextWidth.of(text) == expected)
  }

  @Test(
    "Characters that control a terminal or are invisible become visible text",
    arguments: [
      ("\u{1B}[2J", "␛[2J"), ("a\tb\r\n", "a␉b␍␊"), ("\u{7F}\0", "␡␀"), ("\u{9B}m", "<U+009B>m"),
      ("a\u{202E}b", "a<U+202E>b"), ("\u{200B}", "<U+200B>"), ("\u{FEFF}x", "<U+FEFF>x"), ("\u{2028}", "<U+2028>"),
      ("\u{E0041}", "<U+E0041>"), ("\u{FFFD}", "\u{FFFD}"), ("日\u{AD}", "日<U+00AD>"),
    ])
  func visible(text: String, expected: String) {
    #expect(VisibleText.of(text) == expected)
    #expect(TextWidth.of(text) == TextWidth.of(expected))
  }

  @Test("No scalar at all comes out as a control, format or separator character on its own")
  func noScalarEscapes() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = VisibleText.of(String(scalar))
      let first = shown.unicodeScalars.first ?? " "
      switch first.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: Issue.record("U+\(String(value, radix: 16)) is raw")
      default: break
      }
    }
  }

  @Test("A prefix or suffix is cut at whole characters")
  func cuts() {
    #expect(TextWidth.prefix(of: "日本語", columns: 5) == "日本")
    #expect(TextWidth.suffix(of: "日本語", columns: 5) == "本語")
    #expect(TextWidth.prefix(of: "abc", columns: 0) == "")
    #expect(TextWidth.prefix(of: "abc", columns: 9) == "abc")
  }
}
