import Terminal
import TestSupport
import Testing
import Workspaces

@testable import Explorer

@Suite("The URL and the rows of its parameters") struct URLLineTests {
  @Test("Typing /:name and ?name=value in the URL adds rows")
  func typing() {
    var journey = Journey.request(RequestDefinition(name: "New"))
    journey.go("ctrl-l ‹http://h/:id/x?a=1&b› enter")
    #expect(journey.draft.url == "http://h/:id/x?a=1&b")
    #expect(
      journey.draft.params == [
        Parameter(.path, Row("id")), Parameter(.query, Row("a", "1")), Parameter(.query, Row("b")),
      ])
  }

  @Test(
    "Leaving the URL line in any way keeps the text; undo reverts URL and rows",
    arguments: [
      "esc", "enter", "tab", "down",
    ])
  func leaving(key: String) {
    var journey = Journey.request()
    journey.go("ctrl-l ctrl-u ‹http://h/x?a=1› \(key)")
    let typed = journey.draft
    #expect(typed.url == "http://h/x?a=1" && typed.params == [Parameter(.query, Row("a", "1"))])
    journey.go("u")
    #expect(journey.draft == Samples.getUser)
    journey.go("ctrl-y")
    #expect(journey.draft == typed)
  }

  @Test(
    "While the URL is edited, its line shows the cursor, and the footer the key that ends it",
    arguments: ["2 ctrl-l", "2 ctrl-o", "2 ctrl-o ctrl-t enter"])
  func editing(keys: String) throws {
    var journey = Journey.request()
    journey.keys(keys)
    let rect = try #require(journey.state.layout.panes[.request])
    let session = try #require(journey.state.session)
    let line = RequestLayout(session: session, in: rect, of: journey.state.size).url
    let cursor = try #require(journey.screen.cursor)
    #expect(line.contains(cursor) && journey.footerKeys.prefix(2) == ["Enter send", "Esc done"])
  }

  @Test("A click elsewhere keeps the text of the URL line")
  func click() {
    var journey = Journey.request()
    journey.go("ctrl-l ctrl-u ‹http://h/x›")
    journey.click(2, 5)
    #expect(journey.draft.url == "http://h/x" && !journey.state.isEditingText)
  }

  @Test("A :name without a row in the file gets one, and an existing row is kept")
  func rowsOfPath() {
    let definition = RequestDefinition(
      name: "x", url: "http://h:80/users/:id/x/:name?q=1", params: [Parameter(.path, Row("name", "Ada"))])
    let shown = definition.withQueryInStep.params
    #expect(shown.count == 3)
    #expect(shown.contains(Parameter(.path, Row("id"))))
    #expect(shown.contains(Parameter(.path, Row("name", "Ada"))))
  }

  @Test("A renamed path parameter keeps its value, and half-typed names leave no rows")
  func rename() {
    var journey = Journey.request()
    journey.go("ctrl-l home ctrl-u")
    for _ in 0..<"{{base_url}}/users/:id".count { journey.keys("right") }
    journey.go("⌫ ⌫ ‹user› enter")
    #expect(journey.draft.url == "{{base_url}}/users/:user?expand=profile")
    #expect(journey.draft.params.first == Parameter(.path, Row("user", "42")))
    #expect(journey.draft.params.count == 2)
  }

  @Test("A changed row changes only its part of the URL")
  func rowToURL() {
    let url = "{{base_url}}/a%20b?x&y=&z=%zz&%C3%A4=1#top"
    var definition = RequestDefinition(name: "x", url: url)
    definition.stepQuery()
    var journey = Journey.request(definition)
    journey.go("down l enter ‹2› esc")
    #expect(journey.draft.url == "{{base_url}}/a%20b?x&y=2&z=%zz&%C3%A4=1#top")
    journey.go("down space")
    #expect(journey.draft.url == "{{base_url}}/a%20b?x&y=2&%C3%A4=1#top")
    journey.go("space")
    #expect(journey.draft.url == "{{base_url}}/a%20b?x&y=2&z=%zz&%C3%A4=1#top")
  }

  @Test(
    "A value typed into a row is encoded in the URL and stays in its row, and escapes and variables stay as they are")
  func encoded() {
    var journey = Journey.request(RequestDefinition(name: "x", url: "http://h/?a+b=c+d").withQueryInStep)
    journey.go("down a ‹q=› tab ‹a&b#c+d=e%20{{v&w}}› enter enter")
    #expect(journey.draft.url == "http://h/?a+b=c+d&q%3D=a%26b%23c%2Bd=e%20{{v&w}}")
    #expect(journey.draft.params.map(\.row) == [Row("a+b", "c+d"), Row("q=", "a&b#c+d=e%20{{v&w}}")])
    #expect(journey.pane.contains("a&b#c+d=e%20{{v&w}}"), "\(journey.pane)")
    #expect(journey.draft.withQueryInStep == journey.draft)
    journey.go("ctrl-l ‹&z=1› enter")
    #expect(journey.draft.params.map(\.row.value) == ["c+d", "a&b#c+d=e%20{{v&w}}", "1"])
  }

  @Test("A row whose text differs from the URL only by its encoding keeps it; any other takes that of the URL")
  func spelling() {
    var request = RequestDefinition(name: "x", url: "http://h/?a=1%262&b=1%2B2&c=1+2")
    request.params = [("a", "1&2"), ("b", "1 2"), ("c", "1+2")].map { Parameter(.query, Row($0, $1)) }
    #expect(request.withQueryInStep.params.map(\.row.value) == ["1&2", "1%2B2", "1+2"])
  }

  @Test("The URL and its rows agree after any edit, and the URL stays as typed", arguments: 0..<40)
  func agree(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let alphabet = Array("ab=&?#/:{}% {{v}}é1")
    func text(_ random: inout SeededGenerator) -> String {
      String((0..<Int.random(in: 0...12, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) })
    }
    var draft = RequestDefinition(name: "x")
    for _ in 0..<60 {
      if Bool.random(using: &random) {
        let typed = "http://h/" + text(&random)
        draft.setURL(typed, from: draft)
        #expect(draft.url == typed)
      } else {
        draft.changeRows(of: .params) { rows in
          let index = rows.indices.randomElement(using: &random)
          switch (Int.random(in: 0...3, using: &random), index) {
          case (0, let index?): rows[index][Int.random(in: 0...1, using: &random)] = text(&random)
          case (1, let index?) where rows[index].tag == .query: rows.remove(at: index)
          case (2, let index?) where rows[index].tag == .query: rows[index].isEnabled.toggle()
          default: rows.append(TableRow(cells: [text(&random), text(&random), ""], tag: .query))
          }
        }
        draft.stepQuery()
      }
      let shown = draft.params.filter(\.isInQuery)
      // A lone `=` is a pair with neither name nor value, which no row shows.
      let typed = QueryText.rows(of: draft.url).filter { $0.filled != QueryText.Pair("", "") }
      #expect(shown.elementsEqual(typed) { $0.says($1) }, "\(draft.url) \(shown.map(\.row))")
    }
  }

  @Test("A path parameter missing from the file has an editable row on the screen")
  func pathWithoutRow() {
    var request = RequestDefinition(name: "A", url: "http://h/:id/items/:item?page=1")
    request.params = [Parameter(.path, Row("item", "7"))]
    let shown = request.withQueryInStep
    #expect(shown.params.map(\.row.name) == ["item", "id", "page"])
    #expect(shown.params.map(\.row.value) == ["7", "", "1"])
    #expect(shown.withQueryInStep == shown)
  }
}
