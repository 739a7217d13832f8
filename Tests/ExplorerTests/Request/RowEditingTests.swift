import Foundation
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Rows are edited in place") struct RowEditingTests {
  @Test("A name longer than its column is fully visible while edited, and a click moves the caret")
  func longName() throws {
    var journey = ScreenState.addingRow.journey(columns: 80, rows: 24)
    let y = try #require(journey.lines.firstIndex { $0.contains("X-Request-ID") })
    let start = try #require(journey.lines[y].range(of: "X-Request-ID")).lowerBound
    journey.click(journey.lines[y][..<start].count + 11, y)
    journey.type("-")
    #expect(journey.text.contains("X-Request-I-D"))
  }

  @Test("The keys a, name, Tab, value, Enter add a row and begin the next; Enter on an empty one ends")
  func addRows() {
    var journey = Journey.request()
    journey.go("2 G a ‹X-One› tab ‹1› enter ‹X-Two› tab ‹2› enter enter")
    #expect(journey.draft.headers.suffix(2) == [Row("X-One", "1"), Row("X-Two", "2")])
    #expect(!journey.state.isEditingText)
  }

  @Test("A row is added to an empty table, and tabs without rows are reported")
  func addFromURL() {
    var definition = RequestDefinition(name: "Plain")
    definition.url = "http://h/"
    var journey = Journey.request(definition)
    journey.keys("1")
    #expect(journey.pane.contains("a adds one") && journey.footer.contains("a add"))
    journey.go("a ‹q› tab ‹1› enter enter")
    #expect(journey.draft.url == "http://h/?q=1")
    journey.keys("3")
    #expect(!journey.footer.contains("a add"))
    journey.apply(.request(.rowAdded))
    #expect(journey.footer.contains("Body has no rows"))
  }

  @Test("One new row is one undo step")
  func undoOfNewRow() {
    var journey = Journey.request()
    journey.go("2 a ‹X-One› tab ‹1› enter enter u")
    #expect(journey.draft == Samples.getUser)
    journey.keys("ctrl-y")
    #expect(journey.draft.headers[1] == Row("X-One", "1"))
  }

  @Test("Enter moves from the name to the value and on to the next row, which is added if missing")
  func enter() {
    var journey = Journey.request()
    journey.go("2 G a ‹X-New› enter ‹val› enter enter")
    #expect(journey.draft.headers == Samples.getUser.headers + [Row("X-New", "val")])
    #expect(!journey.state.isEditingText)
    journey.go("g g enter enter ‹;q=1› enter ‹-Z› enter ‹2› enter")
    #expect(
      journey.draft.headers.prefix(2) == [
        Row("Accept", "application/json;q=1"), Row("X-Off-Z", "12", isEnabled: false),
      ])
    #expect(journey.state.isEditingText && journey.editor.column == 0 && journey.editor.cursor.row == 2)
  }

  @Test("Enter visits an assertion's cells up to its value, but only the path of a file")
  func enterElsewhere() {
    var journey = Journey.request()
    journey.go("6 a ‹res.status› enter ctrl-u ‹eq› enter ‹200› enter enter")
    #expect(journey.draft.assertions.map(\.value) == ["200"] && !journey.state.isEditingText)
    var other = Journey.request(Samples.post(.file([])))
    other.go("3 a ‹a.bin› enter enter")
    #expect(other.draft.body == .file([.init(path: "a.bin")]))
  }

  @Test("A row left without name and value is removed, and undo restores it")
  func emptied() {
    var journey = Journey.request()
    journey.go("2 enter ctrl-u tab ctrl-u tab ‹a note› esc")
    #expect(journey.draft.headers == Array(Samples.getUser.headers.dropFirst()))
    journey.go("u")
    #expect(journey.draft == Samples.getUser)
  }

  @Test(
    "Leaving a cell in any way keeps the text; undo and redo apply",
    arguments: [
      "esc", "enter", "tab", "shift-tab", "down", "ctrl-l",
    ])
  func leaving(key: String) {
    var journey = Journey.request()
    journey.go("2 enter ‹zzz› \(key)")
    #expect(journey.draft.headers[0].name == "Acceptzzz")
    journey.go("esc u")
    #expect(journey.draft == Samples.getUser)
    journey.go("ctrl-y")
    #expect(journey.draft.headers[0].name == "Acceptzzz")
  }

  @Test("Typed text is in the draft and the journal on every key")
  func journal() {
    var journey = Journey.request()
    journey.go("2 l enter ‹;q=1›")
    let journals = journey.effects.filter { if case .files(.journal(_, .some)) = $0 { true } else { false } }
    #expect(journals.count == 4)
    #expect(journey.draft.headers[0].value == "application/json;q=1")
  }

  @Test("Space toggles, d duplicates, Del deletes, K and J move, and u undoes each")
  func rowCommands() {
    var journey = Journey.request()
    journey.go("2 space")
    #expect(!journey.draft.headers[0].isEnabled)
    journey.go("d")
    #expect(journey.draft.headers.map(\.name) == ["Accept", "Accept", "X-Off"])
    journey.go("J")
    #expect(journey.draft.headers.map(\.name) == ["Accept", "X-Off", "Accept"])
    journey.go("K K del")
    #expect(journey.draft.headers.map(\.name) == ["Accept", "X-Off"])
    journey.go("u u u u u u")
    #expect(journey.draft == Samples.getUser)
  }

  @Test("Pasted header lines become rows; a paste into a value never presses Enter")
  func paste() {
    var journey = Journey.request()
    journey.go("2 a")
    journey.paste("X-A: 1\nX-B: https://x\n")
    #expect(journey.draft.headers.map(\.name) == ["Accept", "X-A", "X-B", "X-Off"])
    #expect(journey.draft.headers[2].value == "https://x")
    journey.go("l enter ctrl-a")
    journey.paste("one\ntwo\n")
    #expect(journey.state.isEditingText)
    #expect(journey.draft.headers[2].value == "one two")
  }

  @Test("A header without a blank after its colon stays so during edits, and the bottom line says so")
  func blankBehindColon() {
    var request = Samples.getUser
    request.headers[0].omitsBlank = true
    var journey = Journey.request(request)
    journey.go("2")
    #expect(journey.footer.contains("sent as Accept:value, without a space"))
    journey.go("enter ‹-Z› esc")
    journey.go("l enter ‹;q=1› esc")
    let edited = Row("Accept-Z", "application/json;q=1", omitsBlank: true)
    #expect(journey.draft.headers[0] == edited)
    journey.go("space space d")
    #expect(journey.draft.headers.prefix(2) == [edited, edited])
    journey.go("a ‹X-New› tab ‹1› enter enter")
    #expect(journey.draft.headers.filter { $0.name == "X-New" } == [Row("X-New", "1")])
    journey.go("G")
    #expect(!journey.footer.contains("without a blank"))
  }

  @Test("Only one of several files is sent")
  func files() {
    let file = BodyDefinition.file([.init(path: "a.bin"), .init(path: "b.bin", isSelected: false)])
    var journey = Journey.request(Samples.post(file))
    journey.go("3 down space")
    #expect(
      journey.draft.body == .file([.init(path: "a.bin", isSelected: false), .init(path: "b.bin", isSelected: true)]))
  }

  @Test("F turns a part into a file and keeps its note")
  func parts() {
    var journey = Journey.request(Samples.post(.multipart([FormPart("photo", .text("me.png"), note: "square")])))
    journey.go("3 F")
    #expect(journey.draft.body == .multipart([FormPart("photo", .files(["me.png"]), note: "square")]))
  }

  @Test("Columns keep their width during typing")
  func widths() {
    var journey = Journey.request()
    journey.go("2 enter")
    let before = journey.pane.split(separator: "\n").first { $0.contains("X-Off") }
    journey.go("‹-and-a-very-long-name-indeed›")
    #expect(journey.pane.split(separator: "\n").first { $0.contains("X-Off") } == before)
  }

  @Test("Auth fields are edited in place, and changing the scheme loses nothing")
  func authentication() {
    var journey = Journey.request()
    journey.apply(.overlay(.picked(.request(.authentication), id: "basic")))
    #expect(journey.state.isEditingText)
    journey.go("‹ada› enter down enter ‹pw› enter")
    #expect(
      journey.draft.authentication == Authentication(.basic, [.init("username", "ada"), .init("password", "pw")]))
    journey.apply(.overlay(.picked(.request(.authentication), id: "bearer")))
    journey.apply(.overlay(.picked(.request(.authentication), id: "basic")))
    #expect(journey.draft.authentication["password"] == "pw")
  }

  @Test("In the options, Space cycles through yes, no and default; a number is typed")
  func options() {
    var journey = Journey.request()
    journey.go("8 space")
    #expect(journey.draft.settings.followRedirects == true)
    journey.go("space")
    #expect(journey.draft.settings.followRedirects == false)
    journey.go("space down enter ‹3› enter G enter ‹a, b› enter")
    #expect(journey.draft.settings == RequestSettings(maxRedirects: 3))
    #expect(journey.draft.tags == ["a", "b"])
    journey.go("g j j enter ‹x› enter")
    #expect(journey.footer.contains("Milliseconds, 0 or more"))
    #expect(journey.draft.settings.timeout == nil && journey.state.isEditingText)
    journey.go("esc enter ctrl-z ‹30› enter")
    #expect(journey.draft.settings.timeout == 30)
  }

  @Test("A refused send leads to the faulty row")
  func refusal() {
    var journey = Journey.request(Samples.full)
    _ = journey.state.request(.fieldTargeted(.header(1)))
    #expect(journey.editor.tab == .headers)
    #expect(journey.editor.cursor.row == 1)
    #expect(journey.state.focus == .request)
  }
}
