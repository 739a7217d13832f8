import Basics
import Terminal
import Testing

@testable import Explorer

@Suite("The mouse in overlays")
struct OverlayMouseTests {
  private func wheel(_ kind: Mouse.Kind, _ journey: inout Journey) {
    journey.apply(.terminal(.mouse(Mouse(kind, at: Point(x: 50, y: 10)))))
  }

  @Test("The wheel scrolls the help, a press inside does nothing, and a press outside closes it")
  func help() {
    var journey = Journey()
    journey.type("?")
    let before = journey.text
    wheel(.wheelDown, &journey)
    #expect(journey.text != before)
    wheel(.wheelUp, &journey)
    #expect(journey.text == before)
    journey.click(50, 10)
    #expect(journey.state.overlay != nil)
    journey.click(0, 10)
    #expect(journey.state.overlay == nil)
  }

  @Test("The labels in the last row of a box are buttons")
  func lastRow() throws {
    func press(_ word: String, _ journey: inout Journey) throws {
      let row = try #require(journey.lines.lastIndex { $0.contains("\(word) ") })
      let place = try #require(journey.lines[row].firstRange(of: "\(word) "))
      journey.click(journey.lines[row].distance(from: journey.lines[row].startIndex, to: place.lowerBound), row)
    }
    var journey = Journey()
    journey.type("/")
    journey.type("health")
    try press("Enter", &journey)
    #expect(journey.state.overlay == nil && journey.state.tree.filter == "health")
    journey.type(":")
    try press("Esc", &journey)
    #expect(journey.state.overlay == nil)
  }

  @Test("A press in a field moves the caret, two select a word, and a press outside loses nothing")
  func field() {
    var journey = Journey()
    journey.type("/")
    journey.type("get user")
    guard case .prompt(let prompt)? = journey.state.overlay else {
      Issue.record("nothing is asked")
      return
    }
    let frame = prompt.frame(in: journey.state)
    journey.click(frame.x + 4, frame.y + 1)
    journey.type("re")
    #expect(journey.text.contains("› reget user"))
    journey.click(frame.x + 5, frame.y + 1, clicks: 2)
    journey.type("a")
    #expect(journey.text.contains("› a user"))
    journey.click(0, 0)
    #expect(journey.text.contains("› a user"))
  }

  @Test("The wheel scrolls a list, and its cursor stays at the edge of the box")
  func list() throws {
    var journey = Journey(columns: 100, rows: 20)
    journey.type(":")
    func picker() -> Picker? { if case .picker(let picker)? = journey.state.overlay { picker } else { nil } }
    let first = try #require(picker()?.current?.title)
    #expect(journey.text.contains(first))
    wheel(.wheelDown, &journey)
    wheel(.wheelDown, &journey)
    #expect(picker()?.cursor.row == 6 && picker()?.cursor.offset == 6 && !journey.text.contains(first))
    wheel(.wheelUp, &journey)
    #expect(picker()?.cursor.offset == 3)
    journey.press(.down)
    #expect(picker()?.cursor.row != 6 && journey.lines.contains { $0.contains("▌") })
  }

  @Test("A press below the last item of a list chooses nothing")
  func emptyRows() {
    var journey = Journey()
    journey.type(":")
    journey.type("zoom")
    guard case .picker(let picker)? = journey.state.overlay else {
      Issue.record("the palette is not there")
      return
    }
    let list = PickerView.list(of: picker, in: journey.state.size)
    journey.click(list.x, list.maxY - 1)
    #expect(journey.state.overlay != nil && journey.state.layoutChoice.zoomed == nil)
    journey.click(list.x, list.y)
    #expect(journey.state.layoutChoice.zoomed == .tree)
  }

  @Test(
    "A box takes the whole width if little would remain at its sides", arguments: [":", "?", "E"])
  func width(key: String) {
    for columns in [40, 80, 90] {
      var journey = Journey(columns: columns, rows: 24)
      journey.type(key)
      let top = journey.lines.first { $0.contains("Palette") || $0.contains("Help") || $0.contains("Environments") }
      #expect(top?.hasPrefix("╭ ") == true && top.map { TextWidth.of($0) } == columns)
    }
  }

  @Test("An earlier message gives way to the keys of a box, and a message from the box does not")
  func messages() {
    var journey = Journey()
    journey.apply(.notified(.information, "Copied 12 B"))
    journey.type(":")
    #expect(journey.text.contains("Enter choose") && journey.footer.isEmpty)
    journey.apply(.notified(.information, "Copied 12 B"))
    #expect(journey.footer.contains("Copied 12 B"))
  }

  @Test("A list shows its field and at least one item in the smallest window")
  func smallest() {
    var journey = Journey(columns: 20, rows: 5)
    journey.type(":")
    #expect(journey.lines.contains { $0.contains("›") })
    #expect(journey.lines[2].contains { $0.isLetter })
  }
}
