import Terminal
import Testing

@testable import TerminalNCurses

@Suite("Lines for a terminal that only appends") struct LineWriterTests {
  private func writer(_ columns: Int = 40, unicode: Bool = true) -> LineWriter {
    LineWriter(columns: columns, isUnicode: unicode)
  }

  @Test func `A long line is wrapped between words without losing a letter.`() {
    var writer = writer()
    let words = (1...30).map { "word\($0)" }.joined(separator: " ")
    let lines = writer.text(of: .line(words)).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count < 40 } && lines.joined(separator: " ") == words)
  }

  @Test func `A word wider than the terminal is broken between characters.`() {
    var writer = writer()
    let word = String(repeating: "日本", count: 60)
    let lines = writer.text(of: .line(word)).split(separator: "\n")
    #expect(lines.joined() == word && lines.allSatisfy { $0.count <= 19 })
  }

  @Test func `Typed characters share a line until the next line, and leave the last column free.`() {
    var writer = writer(20)
    var text = ""
    for character in "https://example.org/a" { text += writer.text(of: .typed(String(character))) }
    text += writer.text(of: .line("200 OK"))
    #expect(text == "https://example.org\n/a\n200 OK\n")
  }

  @Test func `No control byte is sent, and without UTF-8 only ASCII is.`() {
    var writer = writer(unicode: false)
    let text = writer.text(of: .line("a\u{1B}[2Jb\u{202E}é…\r\n\u{7}")) + writer.text(of: .typed("\u{9B}"))
    #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A })
    #expect(text.contains("^[[2Jb"))
    #expect(text.filter { $0 == "\n" }.count == 1)
  }
}
