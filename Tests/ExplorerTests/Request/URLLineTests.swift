import Terminal
import TestSupport
import Testing
import Workspaces

@testable import Explorer

@Suite("The URL and the rows of its parameters are one thing seen twice") struct URLLineTests {
  @Test("Typing /:name and ?name=value in the URL makes rows")
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
    "However the URL line is left, what was typed stays; undo takes URL and rows back",
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

  @Test("A click elsewhere keeps what was typed in the URL line")
  func click() {
    var journey = Journey.request()
    journey.go("ctrl-l ctrl-u ‹http://h/x›")
    journey.click(2, 5)
    #expect(journey.draft.url == "http://h/x" && !journey.state.isEditingText)
  }

  @Test("A :name that a file has in its URL alone has a row to fill in, a name that has one keeps it")
  func rowsOfPath() {
    let definition = RequestDefinition(
      name: "x", url: "http://h:80/users/:id/x/:name?q=1", params: [Parameter(.path, Row("name", "Ada"))])
    let shown = definition.withQueryInStep.params
    #expect(shown.count == 3)
    #expect(shown.contains(Parameter(.path, Row("id"))))
    #expect(shown.contains(Parameter(.path, Row("name", "Ada"))))
  }

  @Test("A path parameter that is renamed keeps its value, and none of the half-typed names stays")
  func rename() {
    var journey = Journey.request()
    journey.go("ctrl-l home ctrl-u")
    for _ in 0..<"{{base_url}}/users/:id".count { journey.keys("right") }
    journey.go("⌫ ⌫ ‹user› enter")
    #expect(journey.draft.url == "{{base_url}}/users/:user?expand=profile")
    #expect(journey.draft.params.first == Parameter(.path, Row("user", "42")))
    #expect(journey.draft.params.count == 2)
  }

  @Test("A row that is changed changes the URL, and nothing else of it")
  func rowToURL() {
    let url = "{{base_url}}/a%20b?x&y=&z=%zz&%C3%A4=1#top"
    var definition = RequestDefinition(name: "x", url: url)
    definition.stepQuery()
    var journey = Journey.request(definition)
    journey.go("down down l enter ‹2› esc")
    #expect(journey.draft.url == "{{base_url}}/a%20b?x&y=2&z=%zz&%C3%A4=1#top")
    journey.go("down space")
    #expect(journey.draft.url == "{{base_url}}/a%20b?x&y=2&%C3%A4=1#top")
    journey.go("space")
    #expect(journey.draft.url == "{{base_url}}/a%20b?x&y=2&z=%zz&%C3%A4=1#top")
  }

  @Test("An & typed into a value begins another parameter, and says so")
  func ampersand() {
    var journey = Journey.request(RequestDefinition(name: "x", url: "http://h/"))
    journey.go("down a ‹q› tab ‹a&b› enter")
    #expect(journey.footer.contains("write %26"))
    journey.go("enter")
    #expect(journey.draft.url == "http://h/?q=a&b")
    #expect(journey.draft.params.map(\.row) == [Row("q", "a"), Row("b")])
  }

  @Test("Whatever is typed into the URL or the rows, they agree, and the URL stays as typed", arguments: 0..<40)
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
          default: rows.append(TableRow([text(&random), text(&random), ""], tag: .query))
          }
        }
        draft.stepQuery()
      }
      let shown = draft.params.filter(\.isInQuery).map { "\($0.row.name)\u{0}\($0.row.value)" }
      let typed = QueryText.rows(of: draft.url).map { "\($0.name)\u{0}\($0.value ?? "")" }
      // A lone `=` is a pair with neither name nor value, which no row shows.
      #expect(shown == typed.filter { $0 != "\u{0}" })
    }
  }

  @Test("A name in the path that the file has no row for has one on the screen, to be filled in")
  func pathWithoutRow() {
    var request = RequestDefinition(name: "A", url: "http://h/:id/items/:item?page=1")
    request.params = [Parameter(.path, Row("item", "7"))]
    let shown = request.withQueryInStep
    #expect(shown.params.map(\.row.name) == ["item", "id", "page"])
    #expect(shown.params.map(\.row.value) == ["7", "", "1"])
    #expect(shown.withQueryInStep == shown)
  }
}
