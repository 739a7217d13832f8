import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Details of the screen") struct ScreenDetailTests {
  @Test func `A window below thirty rows has no blank row above the tabs, whichever pane has the focus.`() {
    var journey = Journey(columns: 80, rows: 24)
    journey.open()
    for focus in [Pane.request, .response, .tree] {
      journey.state.focus = focus
      #expect(journey.lines[2].contains("Send ^R") && journey.lines[3].contains("Params"), "\(journey.text)")
    }
    var tall = Journey(columns: 100, rows: 30)
    tall.open()
    #expect(tall.lines[2].contains("Send ^R") && tall.lines[4].contains("Params"), "\(tall.text)")
  }

  @Test func `Completions are drawn over the pane below.`() throws {
    var journey = Journey(columns: 80, rows: 20)
    journey.open()
    journey.go("2 a")
    journey.type("a")
    guard case .field(let edit) = journey.editor.editing, let list = edit.completion else {
      Issue.record("nothing is offered")
      return
    }
    #expect(list.items.count > 4)
    for item in list.items { #expect(journey.text.contains(item.text), "\(item.text) in \(journey.text)") }
  }

  @Test func `The problem of a header's name fits 80 columns.`() {
    var journey = Journey(columns: 80, rows: 24)
    journey.open()
    journey.go("2 a")
    journey.type("Bad Name")
    journey.press(.enter)
    journey.type("v")
    journey.press(.escape, .left)
    #expect(journey.footer.contains("cannot contain a space: use A-Z 0-9 - _ ."), "\(journey.footer)")
  }

  @Test func `A menu's title has the kind and the name of its item.`() {
    var journey = Journey(columns: 120, rows: 40)
    journey.open()
    journey.state.focus = .tree
    journey.apply(.tree(.select(.folder("/w/demo/users"))))
    journey.type(".")
    #expect(journey.text.contains(" Folder Users "), "\(journey.text)")
    journey.press(.escape)
    journey.state.focus = .request
    journey.go("2 .")
    #expect(journey.text.contains(" Header Accept "), "\(journey.text)")
  }

  @Test func `Search is offered only for searchable content.`() {
    let failed = Journey.answered(Samples.failure(.connect, "Could not connect"), columns: 160)
    #expect(!failed.footer.contains("search") && !failed.footer.contains("compare"), "\(failed.footer)")
    var answered = Journey.answered(columns: 160)
    #expect(answered.footer.contains("/ search"), "\(answered.footer)")
    answered.state.focus = .tree
    #expect(answered.footer.contains("/ search"), "\(answered.footer)")
  }

  @Test func `A name longer than the top line is cut at its end, so that it remains distinguishable.`() {
    for columns in [80, 120, 200] {
      var journey = Journey(columns: columns, rows: 40)
      var definition = Samples.getUser
      definition.name = "Begins so " + String(repeating: "x", count: 400)
      journey.open(definition)
      #expect(journey.lines[0].contains("… › Begins so xxx"), "\(journey.lines[0])")
      #expect(journey.lines[0].contains("no environment ▾"))
    }
  }

  @Test func `A request that was not sent is marked in place of the response's status.`() {
    var journey = Journey.request()
    journey.press(.control("r"))
    journey.apply(
      .response(.refused(send: journey.state.serial, Refusal(.url, "URL: no value")), of: .file(Samples.getUserPath)))
    #expect(journey.lines.contains { $0.contains("Response ─") && $0.contains(" not sent ") }, "\(journey.text)")
  }

  @Test func `A refusal of an earlier form of the request is marked like an answer to one.`() {
    var journey = Journey.request(columns: 140)
    journey.press(.control("r"))
    journey.apply(
      .response(.refused(send: journey.state.serial, Refusal(.url, "URL: no value")), of: .file(Samples.getUserPath)))
    #expect(!journey.text.contains("before your edit"))
    // The cursor is in the URL, where Enter would send again.
    journey.type("ax")
    journey.press(.escape)
    #expect(journey.text.contains("before your edit  not sent "), "\(journey.text)")
  }

  @Test func `With few colours the cell under the cursor is black on white, brighter than its row.`() throws {
    var journey = Journey(columns: 120, rows: 40, capabilities: Capabilities(colors: 16))
    journey.open()
    journey.go("1")
    let row = try #require(journey.lines.firstIndex { $0.contains("◉  id") })
    let column = try #require(journey.lines[row].firstIndex(of: "i"))
    let cell = journey.screen[journey.lines[row].distance(from: journey.lines[row].startIndex, to: column), row]
    #expect(cell.text == "i" && cell.style.background == .palette(7))
    #expect(cell.style.foreground == .palette(0))
  }
}
