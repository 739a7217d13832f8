import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Messages at the bottom")
struct BottomLinesTests {
  @Test("A long message stands in a box above the bottom line")
  func message() {
    var journey = Journey(columns: 40, rows: 12)
    let words = "header 1, X-Bad: a header value cannot contain CR; remove it"
    journey.apply(.notified(.error, words))
    #expect(journey.footer.contains("Error: " + words))
  }

  @Test("The keys stay in the bottom line with any message", arguments: [20, 40, 80, 120, 200])
  func besideKeys(columns: Int) {
    for words in ["Saved", "Saved, and the rest of the requests in this folder", String(repeating: "word ", count: 40)]
    {
      for kind in [Message.Kind.information, .warning, .error] {
        var journey = Journey(columns: columns, rows: 12)
        journey.apply(.notified(kind, words))
        #expect(journey.lines.last?.contains("? help") == true, "\(columns) \(words)")
        #expect(journey.footer.contains(words.prefix(12)))
      }
    }
  }

  @Test("The next key or click removes the message")
  func leaves() {
    for kind in [Message.Kind.information, .warning, .error] {
      var journey = Journey()
      journey.apply(.notified(kind, "something"))
      journey.press(.down)
      #expect(journey.state.message == nil)
      journey.apply(.notified(kind, "something"))
      journey.click(50, 20)
      #expect(journey.state.message == nil)
    }
  }

  @Test("A click on a key beside a message presses that key")
  func clickBeside() throws {
    var journey = Journey(columns: 100, rows: 30)
    journey.apply(.notified(.warning, "some words that make the line of keys shorter"))
    let help = try #require(Footer(state: journey.state).items.first { $0.label == "help" })
    journey.click(help.columns.lowerBound, 29)
    guard case .help? = journey.state.overlay else { throw Unexpected() }
  }

  private struct Unexpected: Error {}

  @Test("A narrow footer shows palette and help, the narrowest one only help")
  func footer() {
    #expect(Journey(columns: 40, rows: 12).footer.contains(": commands  ? help"))
    #expect(Journey(columns: 20, rows: 5).footer.contains("? help"))
  }

  @Test("Messages are drawn inside a window of any size")
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
