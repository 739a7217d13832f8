import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("What is said at the bottom")
struct BottomLinesTests {
  @Test("A long message goes on above the bottom line")
  func message() {
    var journey = Journey(columns: 40, rows: 12)
    let words = "header 1, X-Bad: a header value cannot contain CR; remove it"
    journey.apply(.notified(.error, words))
    let shown = journey.lines.suffix(3).joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(shown.contains("Error: " + words))
  }

  @Test("Palette and help stand in the footer of a narrow screen, help in that of the narrowest")
  func footer() {
    #expect(Journey(columns: 40, rows: 12).footer.contains(": palette  ? help"))
    #expect(Journey(columns: 20, rows: 5).footer.contains("? help"))
  }

  @Test("Nothing that is said is drawn outside of a window of any size")
  func anySize() {
    for columns in stride(from: 1, through: 90, by: 7) {
      for rows in 1...12 {
        var journey = Journey(columns: columns, rows: rows)
        journey.apply(.notified(.warning, String(repeating: "word ", count: 60)))
        #expect(journey.screen.size.columns == columns)
      }
    }
  }
}
