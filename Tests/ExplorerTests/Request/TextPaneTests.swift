import Terminal
import Testing

@testable import Explorer

@Suite("Texts in reading mode") struct TextPaneTests {
  private static let words = (1...40).map { "word\($0)" }.joined(separator: " ")

  private func pane(_ text: String, columns: Int = 20) -> TextPane {
    var pane = TextPane(text, viewport: Size(columns: columns, rows: 4))
    pane.read(true)
    return pane
  }

  private func rows(of pane: TextPane) -> [MarkdownRow] {
    MarkdownLayout.rows(of: pane.area.lines, width: pane.area.viewport.columns)
  }

  @Test("The rows follow the current text and width")
  func rows() {
    var pane = pane("first\n\(Self.words)\nlast")
    #expect(pane.reading?.rows == rows(of: pane))
    pane.area.viewport.columns = 33
    pane.read(true)
    #expect(pane.reading?.rows == rows(of: pane) && pane.reading?.width == 33)
    pane.adopt("another\n\ntext")
    #expect(pane.reading?.rows == rows(of: pane) && pane.rowCount == 3)
    pane.area.insert("more\n\nlines\n\n")
    _ = pane.commit()
    pane.read(true)
    #expect(pane.reading?.rows == rows(of: pane) && pane.rowCount == 7)
  }

  @Test("The first visible line stays first at any width and in each mode")
  func place() {
    let lines = (1...30).map { "- \($0) \(Self.words)" }
    var pane = pane(lines.joined(separator: "\n"))
    let row = rows(of: pane).firstIndex { $0.line == 17 } ?? 0
    pane.scroll(by: row)
    #expect(pane.shownRows.first?.line == 17)
    pane.area.viewport.columns = 70
    pane.read(true)
    #expect(pane.shownRows.first?.line == 17 && pane.top < row)
    pane.read(false)
    #expect(!pane.isRendered && pane.top == 17 && pane.rowCount == 30)
    pane.read(true)
    #expect(pane.shownRows.first?.line == 17)
  }
}
