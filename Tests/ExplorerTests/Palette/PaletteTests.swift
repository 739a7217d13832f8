import Terminal
import Testing

@testable import Explorer

@Suite("The palette finds commands and requests") struct PaletteTests {
  @Test("Requests follow the commands once text is typed, and Enter opens one")
  func requests() {
    var journey = Journey(columns: 120, rows: 40)
    journey.go(":")
    #expect(!journey.text.contains("{{base_url}}/users/create"))
    journey.go("‹create user›")
    #expect(journey.text.contains("POST  Create user") && journey.text.contains("{{base_url}}/users/create"))
    journey.go("enter")
    let asked = journey.effects.contains { effect in
      if case .files(.loadRequest(.file("/w/demo/users/Create user.yml"))) = effect { true } else { false }
    }
    #expect(asked, "\(journey.effects)")
  }

  @Test func `Where no row can be added, the palette says where one can.`() {
    func refusal(_ journey: Journey) -> String? {
      Picker.palette(for: journey.state).items.first { $0.id == "addRow" }?.refusal
    }
    var journey = Journey.request()
    journey.keys("2")
    #expect(refusal(journey) == nil)
    journey.apply(.request(.tabChosen(.docs)))
    #expect(refusal(journey) == "Works in the rows of a table")
  }

  @Test("The palette is drawn with the sentence of each command")
  func place() throws {
    var journey = Journey.request(columns: 120, rows: 40)
    journey.go(": ‹send›")
    let top = try #require(journey.lines.firstIndex { $0.contains("╭ Palette") })
    let bottom = try #require(journey.lines.firstIndex { $0.contains("╰ Enter choose") })
    #expect(top == 5 && bottom == 21)
    #expect(journey.lines.first { $0.contains("Send the request") }?.contains("Sends the open request") == true)
    #expect(journey.lines[top].filter { $0 == "─" }.count > 50)
  }
}
