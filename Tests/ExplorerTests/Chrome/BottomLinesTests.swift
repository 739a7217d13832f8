import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("What is said and asked at the bottom")
struct BottomLinesTests {
  private static func leaving(columns: Int, rows: Int) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    journey.open()
    journey.state.session?.draft.method = "POST"
    journey.type("q")
    return journey
  }

  @Test("A question shows all of its choices, however narrow the screen", arguments: [(40, 12), (30, 8), (80, 24)])
  func choices(columns: Int, rows: Int) {
    let journey = Self.leaving(columns: columns, rows: rows)
    for choice in ["s save and quit", "k keep as drafts and quit", "d discard and quit", "n stay"] {
      #expect(journey.text.contains(choice))
    }
    #expect(journey.text.contains("unsaved"))
  }

  @Test("To keep drafts is offered only where all of them would be there the next time")
  func drafts() {
    var journey = Self.leaving(columns: 110, rows: 24)
    journey.press(.escape)
    journey.apply(.files(.draftsKept(problem: "no space")))
    journey.type("q")
    #expect(journey.footer.contains("has unsaved changes, and drafts cannot be kept"))
    #expect(!journey.footer.contains("keep as drafts") && journey.footer.contains("d discard and quit"))
    journey.press(.escape)
    journey.apply(.files(.draftsKept(problem: nil)))
    journey.type("q")
    #expect(journey.footer.contains("k keep as drafts and quit"))
    journey.press(.escape)
    // A request that was never saved reopens at the next start, unless drafts cannot be kept.
    _ = journey.state.openAddress("http://h/new")
    journey.type("q")
    #expect(journey.footer.contains("k keep as drafts and quit"))
    journey.press(.escape)
    journey.apply(.files(.draftsKept(problem: "no space")))
    journey.type("q")
    #expect(journey.footer.contains("2 requests have unsaved changes"))
  }

  @Test("In the smallest window the text gives way to the letters")
  func smallest() {
    let journey = Self.leaving(columns: 20, rows: 5)
    for choice in ["s save", "k keep", "d discard", "n stay"] { #expect(journey.text.contains(choice)) }
  }

  @Test("A click on a choice takes it, on whichever line it stands")
  func clicks() throws {
    var journey = Self.leaving(columns: 40, rows: 12)
    let row = try #require(journey.lines.firstIndex { $0.contains("n stay") })
    let line = journey.lines[row]
    let column = try #require(line.firstRange(of: "n stay")).lowerBound
    journey.click(line.distance(from: line.startIndex, to: column), row)
    #expect(journey.state.overlay == nil)
    #expect(!journey.state.isEnding)
  }

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

  @Test("Nothing that is asked or said is drawn outside of a window of any size")
  func anySize() {
    for columns in stride(from: 1, through: 90, by: 7) {
      for rows in 1...12 {
        var journey = Self.leaving(columns: columns, rows: rows)
        #expect(journey.screen.size.rows == rows)
        journey.press(.escape)
        journey.apply(.notified(.warning, String(repeating: "word ", count: 60)))
        #expect(journey.screen.size.columns == columns)
      }
    }
  }
}
