import Foundation
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The mouse in the request pane") struct RequestMouseTests {
  /// The position of a text on the screen.
  private func place(of text: String, in journey: Journey) -> Point {
    for (y, line) in journey.lines.enumerated() {
      if let range = line.range(of: text) { return Point(x: line[..<range.lowerBound].count, y: y) }
    }
    return Point(x: -1, y: -1)
  }

  private func click(_ text: String, _ clicks: Int = 1, _ journey: inout Journey) {
    let point = place(of: text, in: journey)
    journey.click(point.x, point.y, clicks: clicks)
  }

  @Test("A click works on a tab, a check box, a kind of body, the method and Send")
  func clicks() {
    var journey = Journey.request(Samples.full)
    click("Headers 2", 1, &journey)
    #expect(journey.editor.tab == .headers)
    click("◉  Accept", 1, &journey)
    #expect(!journey.draft.headers[0].isEnabled)
    click("Body• Auth", 1, &journey)
    click("JSON", 1, &journey)
    #expect(journey.draft.body == .text(.json, ""))
    click("PATCH ▾", 1, &journey)
    #expect(journey.state.context == .overlay)
    journey.keys("esc")
    click("Send ^R", 1, &journey)
    #expect(journey.state.isSending)
  }

  @Test("One click selects a cell, two edit it")
  func doubleClick() {
    var journey = Journey.request()
    let row = place(of: "◉  expand", in: journey)
    journey.click(row.x + 15, row.y)
    #expect(journey.editor.cursor.row == 1)
    #expect(journey.editor.column == 1)
    journey.click(row.x + 15, row.y, clicks: 2)
    journey.go("‹X› enter")
    #expect(journey.draft.url.hasSuffix("expand=profileX"))
  }

  @Test("A drag selects text")
  func drag() {
    var journey = Journey.request(Samples.post(.text(.text, "alpha beta")))
    journey.keys("3")
    let start = place(of: "alpha", in: journey)
    journey.click(start.x, start.y)
    journey.apply(.terminal(.mouse(Mouse(.drag, at: Point(x: start.x + 5, y: start.y)))))
    #expect(journey.editor.texts[.body]?.area.selectedText == "alpha")
  }
}
