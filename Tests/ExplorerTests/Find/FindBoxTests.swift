import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The box of the search")
struct FindBoxTests {
  private var journey = Journey()

  init() {
    journey.press(.function(7))
    journey.forget()
  }

  private var find: Find { journey.state.find ?? Find() }

  private func hit(_ path: String, name: String = "Get user") -> SearchHit {
    SearchHit(path: path, id: "users/get-user", name: name, line: 3, text: "page: 1", match: 0..<4)
  }

  @Test("Each change of the text stops the search and starts another after a pause in typing")
  mutating func types() {
    journey.type("p")
    let serial = find.serial
    #expect(journey.effects == [.find(.stop), .after(.milliseconds(120), .find(.rested(serial: serial)))])
    journey.forget()
    journey.press(.left)
    journey.apply(.find(.rested(serial: serial - 1)))
    #expect(journey.effects.isEmpty)
    journey.apply(.find(.rested(serial: serial)))
    #expect(journey.effects == [.find(.begin("p", Samples.workspace, serial: serial, limit: Find.limit))])
    #expect(journey.text.contains("searching"))
    journey.apply(.find(.ended(serial: serial)))
    #expect(!journey.text.contains("searching"))
  }

  @Test("Hits of an outdated text are not listed, and the cursor stays on a listed one")
  mutating func hits() {
    journey.paste("page")
    let serial = find.serial
    journey.apply(.find(.found(serial: serial, [hit(Samples.getUserPath), hit("/w/demo/opencollection.yml")])))
    journey.apply(.find(.found(serial: serial - 1, [hit("/w/other.yml")])))
    #expect(find.hits.count == 2)
    for _ in 0..<5 { journey.press(.down) }
    #expect(find.cursor.row == 1)
  }

  @Test("Enter closes the box and opens the request of the hit")
  mutating func opens() {
    journey.press(.enter)
    #expect(journey.effects.isEmpty)
    journey.paste("page")
    journey.apply(.find(.found(serial: find.serial, [hit(Samples.getUserPath)])))
    journey.forget()
    journey.press(.enter)
    #expect(journey.effects == [.find(.stop), .files(.loadRequest(.file(Samples.getUserPath)))])
    #expect(journey.state.overlay == nil)
  }

  @Test("Enter on a hit in an environment opens the editor there")
  mutating func edits() {
    journey.apply(.environment(.loaded([Environment(name: "local"), Environment(name: "staging")])))
    journey.paste("page")
    let path = "/w/demo/environments/staging.yml"
    journey.apply(.find(.found(serial: find.serial, [hit(path, name: "staging")])))
    journey.forget()
    journey.press(.enter)
    #expect(journey.effects == [.find(.stop)])
    guard journey.state.overlay == .environmentEditor, let editor = journey.state.environment.editor else {
      Issue.record("no editor")
      return
    }
    #expect(editor.shownName == "staging")
  }

  @Test("Esc keeps the typed text for the next search")
  mutating func leaves() {
    journey.paste("page")
    let serial = find.serial
    journey.forget()
    journey.press(.escape)
    #expect(journey.effects == [.find(.stop)])
    journey.press(.function(7))
    #expect(find.field.text == "page")
    #expect(find.serial > serial)
  }
}
