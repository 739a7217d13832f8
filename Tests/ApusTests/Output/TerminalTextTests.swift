import Basics
import Terminal
import Testing

@testable import apus

@Suite struct TerminalTextTests {
  @Test(
    "Control characters are shown as on the screen, wherever the pieces are cut",
    arguments: [
      ("a\u{1b}[31mb", "a␛[31mb"), ("tab\tline\n", "tab\tline\n"), ("a\r\nb\rc", "a\r\nb␍c"),
      ("\u{9b}1m é ©", "<U+009B>1m é ©"), ("\u{0}\u{7f}", "␀␡"), ("end\r", "end␍"),
      ("\u{202e}日本", "<U+202E>日本"), ("a\u{200b}\u{feff}b\u{2028}", "a<U+200B><U+FEFF>b<U+2028>"),
      ("👩\u{200d}💻 ❤\u{fe0f} 👍🏽", "👩\u{200d}💻 ❤\u{fe0f} 👍🏽"), ("👩\u{200d}x", "👩<U+200D>x"),
      ("a\u{fe0f}\u{200d}", "a<U+FE0F><U+200D>"), ("👩\u{200d}", "👩<U+200D>"), ("\u{e0041}", "<U+E0041>"),
    ])
  func text(text: String, shown: String) {
    #expect(TerminalText.shown(text) == shown)
    var filter = TerminalText()
    var pieces: [UInt8] = []
    for byte in text.utf8 { pieces += filter.shown([byte]) }
    #expect(String(decoding: pieces + filter.rest(), as: UTF8.self) == shown)
    #expect(filter.hasReplaced == (text != shown))
  }

  @Test("Bytes that are not UTF-8 are shown by their number", arguments: [1, 2, 3, 100])
  func bytes(piece: Int) {
    let bytes: [UInt8] = [
      0x61, 0x9B, 0x32, 0x4A, 0xC2, 0xE2, 0x82, 0x41, 0xF0, 0x9F, 0x98, 0x80, 0xED, 0xA0, 0x80, 0xE2,
    ]
    var filter = TerminalText()
    var shown: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      shown += filter.shown(bytes[start..<min(bytes.count, start + piece)])
    }
    shown += filter.rest()
    #expect(String(decoding: shown, as: UTF8.self) == "a<9B>2J<C2><E2><82>A😀<ED><A0><80><E2>")
  }

  @Test("JSON stays JSON: control characters are escaped")
  func json() throws {
    var filter = TerminalText(.json)
    let shown = filter.shown(Array("{\"a\": \"\u{9b}\u{7f}é\u{202e}\u{e0041}\"}\n".utf8)) + filter.rest()
    #expect(String(decoding: shown, as: UTF8.self) == "{\"a\": \"\\u009b\\u007fé\\u202e\\udb40\\udc41\"}\n")
  }

  @Test("On ASCII terminals only ASCII is written, because other bytes may be control characters")
  func ascii() {
    var filter = TerminalText(isUnicode: false)
    let shown = filter.shown(Array("é ✓ \u{1b} ␛ … 日\u{202e}\n".utf8)) + filter.rest()
    #expect(String(decoding: shown, as: UTF8.self) == "<U+00E9> * ^[ ^[ . <U+65E5><U+202E>\n")
  }

  @Test("A text for one line has no line breaks and tabs")
  func line() {
    #expect(TerminalText.line("a\nb\tc\r\nd 👩\u{200d}💻") == "a␊b␉c␍␊d 👩\u{200d}💻")
  }

  @Test("Unchanged text is text that the screen would draw unchanged")
  func everyScalar() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = TerminalText.shown(String(scalar))
      let isKept = VisibleText.replacing(scalar) == nil || value == 0x0A || value == 0x09
      guard (shown == String(scalar)) != isKept else { continue }
      Issue.record("U+\(String(value, radix: 16)) is written as \(shown.debugDescription)")
    }
  }
}
