import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Suggestions and safety of the smart line") struct SmartLineTests {
  private func typed(_ text: String) -> Journey {
    var journey = Journey()
    journey.apply(.history(.loaded(Samples.history)))
    journey.keys("ctrl-o")
    journey.type(text)
    return journey
  }

  private func offered(_ journey: Journey) -> [String] {
    if case .field(let edit) = journey.editor.editing { edit.completion?.items.map(\.text) ?? [] } else { [] }
  }

  @Test(
    "Requests are suggested by name, then hosts and URLs",
    arguments: [
      (
        "us",
        ["List users", "Get user", "Create user", "http://127.0.0.1:4010/users/42", "http://127.0.0.1:4010/users"]
      ),
      ("he", ["Health"]),
      ("127", ["http://127.0.0.1:4010/", "http://127.0.0.1:4010/users/42", "http://127.0.0.1:4010/users"]),
      ("base", ["{{base_url}}/"]), ("", []), ("curl h", []), ("zzz", []),
    ])
  func offers(text: String, items: [String]) {
    #expect(offered(typed(text)) == items)
  }

  @Test(
    "A method before the URL and JSON after it are part of the request; a body without a method means POST",
    arguments: [
      ("PUT http://h/a", "PUT", "http://h/a", nil), ("post h.example/a", "POST", "h.example/a", nil),
      (#"POST http://h/a?b=1 {"c": [1]}"#, "POST", "http://h/a?b=1", #"{"c": [1]}"#),
      ("http://h/{id} [1, 2]", "POST", "http://h/{id}", "[1, 2]"),
      (#"PATCH {{base_url}}/a {"b": {{c}}}"#, "PATCH", "{{base_url}}/a", #"{"b": {{c}}}"#),
      ("http://h/a {{b}}", "GET", "http://h/a {{b}}", nil),
    ])
  func wholeRequest(text: String, method: String, url: String, body: String?) {
    var journey = typed(text)
    journey.keys("enter")
    #expect(journey.draft.method == method && journey.draft.url == url)
    #expect(journey.draft.body == (body.map { .text(.json, $0) } ?? .none))
    #expect(journey.draft.params.map(\.row) == (url.contains("?b=1") ? [Row("b", "1")] : []))
    #expect(journey.usesNetwork)
  }

  @Test func `The key returns to an unsent smart line instead of opening a second one.`() {
    var journey = typed("http://h/a")
    journey.keys("esc")
    let key = journey.state.current
    journey.keys("ctrl-o")
    journey.type("b")
    #expect(journey.state.current == key && journey.draft.url == "http://h/ab" && journey.state.scratches.count == 1)
    journey.keys("esc 2")
    journey.keys("ctrl-o")
    #expect(journey.state.scratches.count == 2)
  }

  @Test("A body that is not JSON is not sent; the position is reported and the text stays")
  func brokenBody() {
    var journey = typed(#"POST http://h/a {"b": }"#)
    journey.forget()
    journey.keys("enter")
    #expect(journey.footer.contains("The body after the URL is not JSON: line 1, column 7"))
    #expect(journey.state.isEditingText && journey.draft.url == #"POST http://h/a {"b": }"#)
    #expect(!journey.usesNetwork)
  }

  @Test("A name with one typo is suggested after exact matches", arguments: ["lsit users", "lits u", "lst us"])
  func slips(text: String) {
    #expect(offered(typed(text)) == ["List users"])
    #expect(offered(typed("list us")) == ["List users"])
  }

  @Test("Enter uses the typed text unless a suggestion is selected")
  func enter() {
    var journey = typed("http://127.0.0.1:4010/us")
    #expect(!offered(journey).isEmpty)
    journey.forget()
    journey.keys("enter")
    #expect(journey.draft.url == "http://127.0.0.1:4010/us")
    journey = typed("127")
    journey.keys("down enter")
    #expect(journey.draft.url == "http://127.0.0.1:4010/" && journey.state.isEditingText)
  }

  @Test("A suggested request is opened, and the typed text is discarded")
  func opens() {
    var journey = typed("get us")
    journey.forget()
    journey.keys("down enter")
    let opened = journey.effects.contains {
      if case .files(.loadRequest) = $0 { true } else { false }
    }
    #expect(opened && journey.state.scratches.isEmpty, "\(journey.effects)")
    #expect(journey.state.tree.selected?.id == .request(Samples.getUserPath))
  }

  @Test("Unusable text stays in the field with a note, is not a draft, and ^O restores it")
  func mistyped() {
    var journey = typed("Get usr")
    journey.forget()
    journey.keys("enter")
    #expect(journey.footer.contains("Did you mean Get user?"))
    #expect(journey.state.isEditingText && journey.draft.url == "Get usr")
    #expect(!journey.usesNetwork)
    journey.keys("esc")
    journey.open()
    #expect(journey.state.scratches.isEmpty)
    let kept = journey.effects.contains { if case .files(.journal(.scratch, .some)) = $0 { true } else { false } }
    #expect(!kept)
    journey.keys("ctrl-o")
    #expect(journey.draft.url == "Get usr")
    journey.type("x")
    #expect(journey.draft.url == "x")
  }

  @Test("A typed URL that is left becomes a draft")
  func url() {
    var journey = typed("https://h.example/a")
    journey.keys("esc esc")
    journey.open()
    #expect(journey.state.scratches.count == 1)
    #expect(journey.effects.contains { if case .files(.journal(.scratch, .some)) = $0 { true } else { false } })
  }
}
