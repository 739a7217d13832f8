import Terminal
import Testing

@testable import Explorer

@Suite("Notes in the bottom line and in boxes") struct NoteBoxTests {
  private static let long = String(repeating: "word ", count: 40) + "end"

  @Test("A long note stands in a box, and no pane moves because of it", arguments: [(100, 30), (80, 24), (60, 20)])
  func box(columns: Int, rows: Int) {
    var journey = Journey(columns: columns, rows: rows)
    journey.open()
    let before = journey.lines
    journey.apply(.notified(.warning, Self.long))
    #expect(journey.footer.hasPrefix("Note: word word") && journey.footer.contains(" end"))
    // The lower edge of the panes and the upper half of the window are as before.
    #expect(journey.lines[rows - 2] == before[rows - 2])
    #expect(Array(journey.lines[..<(rows / 2)]) == Array(before[..<(rows / 2)]))
    journey.press(.down)
    journey.press(.up)
    #expect(journey.lines == before)
  }

  @Test("A short note stays in the bottom line, and a tiny window shows a long one without a box")
  func others() {
    var journey = Journey(columns: 100, rows: 30)
    journey.apply(.notified(.information, "short"))
    #expect(journey.lines.last?.contains("short") == true)
    var tiny = Journey(columns: 24, rows: 8)
    tiny.apply(.notified(.error, Self.long))
    #expect(tiny.text.contains("Error: word"))
  }
}
