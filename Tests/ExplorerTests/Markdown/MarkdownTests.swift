import Basics
import Terminal
import TestSupport
import Testing

@testable import Explorer

@Suite("Notes rendered as Markdown") struct MarkdownTests {
  private func rows(_ text: String, width: Int = 40) -> [MarkdownRow] {
    MarkdownLayout.rows(
      of: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), width: width)
  }

  /// The visible text without trailing blanks.
  private func shown(_ text: String, width: Int = 40) -> String {
    rows(text, width: width).map { row in
      var line = row.spans.map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  private func style(of word: String, in text: String) -> MarkdownStyle? {
    rows(text).flatMap(\.spans).first { $0.text.contains(word) }?.style
  }

  @Test func `Headings, paragraphs, lists, code and links are laid out without their marks.`() {
    let text = """
      # The title #
      A paragraph that goes
      on in the *next* line.

      - one `code`
        - nested **two**
      10. ten

      ```json
      {"a":  1}
      ```
      See [the docs](https://example.org/d) or <https://h/>.
      """
    #expect(
      shown(text) == """
        The title
        A paragraph that goes on in the next
        line.

        • one code
          • nested two
        10. ten

          {"a":  1}
        See the docs (https://example.org/d) or
        https://h/.
        """)
    #expect(style(of: "title", in: text) == .heading && style(of: "next", in: text) == .emphasis)
    #expect(style(of: "two", in: text) == .strong && style(of: "code", in: text) == .code)
    #expect(style(of: "docs", in: text) == .link && style(of: "example", in: text) == .faint)
  }

  @Test func `A table has aligned columns below its head, and wide text wraps in its cell.`() {
    let text = "| name | does what | n |\n|---|:-:|--:|\n| `a` | a long text that wraps | 10 |\n| b\\|c | x |"
    #expect(
      shown(text, width: 24) == """
        name    does what      n
        ────  ──────────────  ──
        a      a long text    10
                that wraps
        b|c         x
        """)
    #expect(shown("| a | b |\n|---|---|\n| 1 | 2 |", width: 6) == "| a | b |\n|---|---|\n| 1 | 2 |")
  }

  @Test func `Text that is not Markdown stays as written.`() {
    for text in ["2 * 3 * 4", "snake_case_name", "a [b] c", "**open", "`tick", "a | b", "#tag", "-dash", "[x](", "<b>"]
    {
      #expect(shown(text) == text)
    }
    #expect(shown(#"\*not\* \`code\`"#) == "*not* `code`")
    #expect(shown("one  \ntwo\\\nthree") == "one\ntwo\nthree")
  }

  @Test func `Items keep their continuation lines, and code keeps its blanks.`() {
    #expect(shown("- one\n  goes on\n\n  second\n\nafter") == "• one goes on\n\n  second\n\nafter")
    #expect(shown("a\n\n    code  here\n\n    more\n\nb") == "a\n\n  code  here\n\n  more\n\nb")
    #expect(shown("```\nnever closed") == "  never closed")
  }

  @Test func `A long word is broken, even with wide characters, and no row is wider than the pane.`() {
    for width in 1...12 {
      for row in rows("# 日本語の見出し\n- abcdefghijklmnop *日本* x\n\n| 日本 | b |\n|-|-|\n| c | d |", width: width) {
        // A wide character cannot be broken, and a table that does not fit is shown as written.
        #expect(row.spans.columns <= max(width, 4) || row.line >= 3, "\(width): \(row)")
      }
    }
    #expect(shown("abcdefghij", width: 4) == "abcd\nefgh\nij")
  }

  @Test func `Rendered text maps to its position in the source.`() throws {
    let lines = ["# Title", "", "some **bold** and", "more `code` here"]
    let all = MarkdownLayout.rows(of: lines, width: 80)
    let row = try #require(all.last)
    let text = row.spans.map(\.text).joined()
    #expect(text == "some bold and more code here")
    for word in ["bold", "and", "more", "code", "here"] {
      let column = text.distance(from: text.startIndex, to: try #require(text.firstRange(of: word)).lowerBound)
      let position = row.position(at: column)
      let source = lines[position.line].utf8.dropFirst(position.offset)
      #expect(String(decoding: source, as: UTF8.self).hasPrefix(word), "\(word)")
    }
    #expect(row.position(at: 999) == TextPosition(line: 3, offset: lines[3].utf8.count))
    #expect(all[0].position(at: 0) == TextPosition(line: 0, offset: 2))
  }

  @Test(arguments: ["*", "**", "_", "`", "[", "![", "](", "<", "|", "\\", "- ", "*a", "**a**", "[a](b", "~", "# "])
  func `Many unmatched marks lose no text and are parsed quickly.`(mark: String) {
    let text = String(repeating: mark + "x", count: 4000)
    let row = rows(text, width: 1_000_000)
    #expect(row.flatMap(\.spans).map(\.text).joined().count { $0 == "x" } == 4000)
  }

  @Test func `Random marks lose no letter, and each row has a source line.`() {
    var random = SeededGenerator(seed: 5)
    let parts = [
      "a", "b c", "*", "**", "`", "[", "](u)", "\n", "\n\n", "- ", "# ", "|", "|-|-|\n", "    ", "```\n", "\\",
    ]
    for _ in 0..<2000 {
      let text = (0..<24).map { _ in parts[Int.random(in: parts.indices, using: &random)] }.joined()
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let rows = MarkdownLayout.rows(of: lines, width: 17)
      #expect(rows.allSatisfy { lines.indices.contains($0.line) }, "\(text)")
      let letters = rows.flatMap { row in row.spans }.map { $0.text }.joined().filter { $0 == "a" || $0 == "c" }
      // Cells beyond the head of a table and the language of a fence are omitted.
      if !text.contains("|"), !text.contains("```") {
        #expect(letters == text.filter { $0 == "a" || $0 == "c" }, "\(text)")
      }
    }
  }

  @Test func `Control bytes are shown visibly, and ASCII has its own forms.`() {
    let lines = ["- a \u{1B}[31mred\u{7}", "", "| a\u{202E}b | c |", "|---|---|", "| \u{9B}1 | d |"]
    let rows = MarkdownLayout.rows(of: lines, width: 40)
    var journey = Journey(capabilities: Capabilities(unicode: false))
    journey.forget()
    var screen = Screen(Size(columns: 40, rows: 8))
    MarkdownView.draw(rows[...], journey.state, in: Rect(screen.size), into: &screen)
    let commands = screen.text.unicodeScalars.filter { scalar in scalar != "\n" && VisibleText.replacing(scalar) != nil
    }
    #expect(commands.isEmpty)
    #expect(screen.text.hasPrefix("* a ") && screen.text.contains("red") && screen.text.contains("---"))
  }
}
