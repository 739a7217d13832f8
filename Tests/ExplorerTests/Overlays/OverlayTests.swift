import Basics
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Pickers, palette, help and questions")
struct OverlayTests {
  @Test("A box is as wide as its items, up to four fifths of the window")
  func widths() {
    let name = String(repeating: "long name ", count: 9) + "end"
    let picker = Picker("Jump", .jump, items: [Picker.Item(id: "1", title: name, detail: "a folder")])
    func width(_ columns: Int) -> Int { PickerView.frame(of: picker, in: Size(columns: columns, rows: 60)).width }
    #expect(width(80) == 80 && width(120) == 96 && width(200) == TextWidth.of(name) + 2 + 8 + 4)
    let short = Picker("Jump", .jump, items: [Picker.Item(id: "1", title: "a")])
    #expect(PickerView.frame(of: short, in: Size(columns: 500, rows: 60)).width == 76)
    let endless = Picker("Jump", .jump, items: [Picker.Item(id: "1", title: String(repeating: "x", count: 900))])
    #expect(PickerView.frame(of: endless, in: Size(columns: 200, rows: 60)).width == 160)
  }

  @Test("The palette runs an action by its name")
  func palette() {
    var journey = Journey()
    journey.type(":")
    journey.type("zoom")
    journey.press(.enter)
    #expect(journey.state.layoutChoice.zoomed == .tree)
  }

  @Test("The palette explains why a command is unavailable, and choosing it repeats the reason")
  func refusal() {
    var journey = Journey()
    journey.type(":")
    journey.type("sends the open request")
    #expect(journey.text.contains("No request is open"))
    journey.press(.enter)
    #expect(journey.footer.contains("No request is open"))
  }

  @Test("The palette runs a command in the pane it belongs to, and lists unavailable ones last")
  func paletteElsewhere() {
    var journey = Journey()
    journey.open()
    while journey.state.focus != .response { journey.press(.tab) }
    journey.type(":")
    guard case .picker(let picker)? = journey.state.overlay else {
      Issue.record("the palette is not there")
      return
    }
    let possible = picker.items.filter { !$0.isJumpTarget }.map { $0.refusal == nil }
    #expect(possible == possible.filter { $0 } + possible.filter { !$0 })
    journey.type("new request")
    journey.press(.enter)
    #expect(journey.state.focus == .tree)
    #expect(journey.text.contains("Name of the new request"))
  }

  @Test("Every command has a title, and no key has two commands in a context")
  func table() {
    let table = CommandTable()
    for record in table.records { #expect(!record.title.isEmpty && !record.title.hasSuffix(".")) }
    for context in Context.allCases {
      let keys = table.records.filter { $0.contexts.contains(context) }.flatMap(\.keys)
      let twice = Dictionary(grouping: keys) { $0 }.filter { $0.value.count > 1 }.keys
      #expect(twice.isEmpty, "\(context): \(twice.map(\.name))")
    }
    #expect(Set(table.records.map(\.name)).count == table.records.count)
    for section in Command.Section.allCases {
      let ranks = table.records.filter { $0.section == section }.map(\.rank)
      #expect(Set(ranks).count == ranks.count, "\(section): two commands have the same rank")
    }
  }

  @Test("The jump finds a request by a few of its letters and opens it")
  func jump() {
    var journey = Journey()
    journey.press(.control("g"))
    journey.type("getus")
    journey.forget()
    journey.press(.enter)
    #expect(journey.effects.contains(.files(.loadRequest(.file(Samples.getUserPath)))))
    #expect(journey.state.tree.selected?.id == .request(Samples.getUserPath))
  }

  @Test("A chosen environment is shown in the top line and remembered")
  func environment() {
    var journey = Journey()
    journey.apply(.environment(.loaded([Environment(name: "local"), Environment(name: "staging")])))
    journey.type("e")
    journey.press(.down)
    journey.forget()
    journey.press(.enter)
    #expect(journey.lines[0].contains("staging ▾"))
    #expect(
      journey.effects.contains {
        if case .system(.remember(let it)) = $0 { it.environment == "staging" } else { false }
      })
  }

  @Test("Help starts with the keys of the current place and can be searched by any word")
  func help() {
    var journey = Journey()
    journey.type("?")
    #expect(journey.text.contains("What you can do now"))
    #expect(journey.text.contains("New request"))
    journey.type("theme")
    #expect(!journey.text.contains("New request"))
    journey.press(.escape)
    #expect(journey.state.overlay == nil)
  }

  @Test("Information expires on its own, and an older expiry does not remove a newer message")
  func messages() {
    var journey = Journey()
    journey.apply(.notified(.information, "first"))
    let first = journey.state.serial
    journey.apply(.notified(.information, "second"))
    journey.apply(.messageExpired(serial: first))
    #expect(journey.footer.contains("second"))
    journey.apply(.messageExpired(serial: journey.state.serial))
    #expect(!journey.footer.contains("second"))
  }

  @Test("A window below the minimum size shows a message", arguments: [(19, 5), (20, 4), (1, 1), (0, 0)])
  func tooSmall(columns: Int, rows: Int) {
    let journey = Journey(columns: columns, rows: rows)
    #expect(journey.screen.size.columns == columns)
    if columns > 10, rows > 0 { #expect(journey.text.contains("Enlarge")) }
  }
}
