import Terminal
import Testing

@testable import Explorer

@Suite("The top line")
struct TopLineTests {
  @Test("A request without a name is called new, and the path has no trailing separator")
  func unnamed() {
    let line = ScreenState.start.journey(columns: 80, rows: 24).lines[0]
    #expect(line.contains("empty › New request") && !line.contains("›  "))
  }

  @Test("With one visible pane the top line names all three, and the border names the request")
  func names() throws {
    var journey = Journey.request(columns: 44, rows: 12)
    #expect(journey.lines[0].contains("Collections  Request  Response"))
    #expect(journey.lines[1].hasPrefix("╭ Get user ─"))
    let line = TopLine(state: journey.state)
    let chosen = try #require(line.panes.first { $0.pane == .request })
    #expect(journey.screen[chosen.columns.lowerBound, 0].style.attributes.contains(.bold))
    journey.click(try #require(line.panes.last).columns.lowerBound, 0)
    #expect(journey.state.focus == .response)
  }

  @Test("The smallest screen names the visible pane between marks for its neighbours")
  func smallest() {
    var journey = Journey.request(columns: 20, rows: 5)
    #expect(journey.lines[0].hasPrefix(" ‹ Request ›"))
    journey.click(1, 0)
    #expect(journey.state.focus == .tree)
    #expect(journey.lines[0].hasPrefix(" ‹ Colle"))
    #expect(journey.lines[0].contains("›"))
  }

  @Test("A wider top line shows the path, and omits one cut to a few letters")
  func path() {
    #expect(Journey.request(columns: 100, rows: 30).lines[0].contains("Users › Get user"))
    #expect(!Journey.request(columns: 44, rows: 12).lines[0].contains("›"))
    #expect(Journey.request(columns: 70, rows: 18).lines[0].contains("› Get user"))
  }

  @Test("A right click on the environment lists them like a left click", arguments: [Mouse.Button.left, .right])
  func environments(button: Mouse.Button) throws {
    var journey = Journey.request(columns: 100, rows: 30)
    let x = try #require((0..<100).last { journey.screen[$0, 0].text == "n" })
    journey.apply(.terminal(.mouse(Mouse(.press, at: Point(x: x, y: 0), button: button))))
    #expect(journey.state.overlay != nil)
  }
}
