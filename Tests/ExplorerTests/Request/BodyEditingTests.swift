import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Bodies are edited as text") struct BodyEditingTests {
  private func json(_ text: String) -> Journey {
    var journey = Journey.request(Samples.post(.text(.json, text)))
    journey.keys("3")
    return journey
  }

  @Test("Enter edits, new lines are indented, Esc leaves; the draft contains the typed text")
  func typing() {
    var journey = json("")
    journey.go("enter ‹{› enter ‹\"a\": 1› enter ‹}› esc")
    #expect(journey.draft.body == .text(.json, "{\n  \"a\": 1\n}"))
    #expect(!journey.state.isEditingText)
  }

  @Test("Before editing, keys move the line with the bar, and Enter edits there")
  func reading() {
    var journey = json("{\n  \"a\": 1,\n  \"b\": 2\n}")
    func line(_ text: String) -> Substring? { journey.pane.split(separator: "\n").first { $0.contains(text) } }
    #expect(line("1 {")?.hasPrefix("▌") == true)
    journey.keys("down down")
    #expect(line("3   \"b\"")?.hasPrefix("▌") == true && line("1 {")?.hasPrefix("▌") == false, "\(journey.pane)")
    journey.go("enter ‹Z› esc")
    #expect(journey.draft.body == .text(.json, "{\n  \"a\": 1,\n  Z\"b\": 2\n}"))
    #expect(line("Z\"b\"")?.hasPrefix("▌") == true, "\(journey.pane)")
    journey.keys("up up")
    #expect(line("1 {")?.hasPrefix("▌") == true && journey.state.session?.isOnKinds == false)
    journey.keys("up")
    #expect(journey.state.session?.isOnKinds == true)
  }

  @Test("A text that is read follows its line over pages, to its ends and with the wheel")
  func readingPages() {
    var journey = json((1...60).map { "\($0)" }.joined(separator: "\n"))
    func caret() -> Int { journey.editor.texts[.body]?.area.caret.line ?? -1 }
    journey.keys("end")
    #expect(caret() == 59 && journey.pane.hasSuffix("60 60"))
    journey.keys("pageup")
    #expect(caret() < 59 && caret() > 0)
    journey.keys("home")
    #expect(caret() == 0 && journey.pane.contains(" 1 1"))
    let rect = journey.state.layout.panes[.request] ?? Rect(x: 0, y: 0, width: 1, height: 1)
    let place = Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
    journey.apply(.terminal(.mouse(Mouse(.wheelDown, at: place))))
    #expect(caret() == 3 && journey.editor.texts[.body]?.area.top == 3)
    journey.go("enter ‹Z›")
    #expect(journey.draft.text(in: .body)?.hasPrefix("1\n2\n3\nZ4\n") == true)
  }

  @Test("Down from the last line of a query goes to its variables, and up from their first line returns")
  func readingQuery() {
    var journey = Journey.request(Samples.post(.graphql(query: "{\n  a\n}", variables: "{\n}")))
    journey.keys("3 down down")
    #expect(journey.editor.graphSlot == .query && journey.editor.texts[.query]?.area.caret.line == 2)
    journey.keys("down")
    #expect(journey.editor.graphSlot == .graphVariables)
    journey.keys("down up")
    #expect(journey.editor.graphSlot == .graphVariables)
    journey.go("up enter ‹Z›")
    #expect(journey.draft.text(in: .query) == "{\n  a\nZ}")
  }

  @Test("^Z during editing undoes step by step, u afterwards undoes all of it")
  func undo() {
    var journey = json("{}")
    journey.go("enter ‹one two› ctrl-z")
    #expect(journey.draft.body == .text(.json, "one {}"))
    journey.go("esc u")
    #expect(journey.draft.body == .text(.json, "{}"))
    #expect(journey.state.undo.steps.done.isEmpty)
    #expect(journey.pane.contains("1 {}"))
  }

  @Test(
    "The fault under the cursor is reported; a variable counts as a value",
    arguments: [
      ("{\"a\": ,}", "line 1, column 7: expected a value"), ("{\"a\": {{base_url}}}", ""),
      ("[{{a}}{{b}}, -{{n}}.5]", ""), ("{\"a\": \"{{base_url}} \"}", ""), ("", ""),
    ])
  func fault(text: String, said: String) {
    var journey = json(text)
    journey.go("enter")
    if said.isEmpty {
      #expect(!journey.footer.contains("expected"))
    } else {
      #expect(journey.footer.contains(said))
    }
  }

  @Test("Formatting keeps numbers, order and variables as typed")
  func format() {
    var journey = json("{\"b\":1.50e+3,\"a\":[{{x}},\"{{y}}\",-0]}")
    journey.go("alt-f")
    #expect(
      journey.draft.body == .text(.json, "{\n  \"b\": 1.50e+3,\n  \"a\": [\n    {{x}},\n    \"{{y}}\",\n    -0\n  ]\n}")
    )
    journey.go("u")
    #expect(journey.draft.body == .text(.json, "{\"b\":1.50e+3,\"a\":[{{x}},\"{{y}}\",-0]}"))
  }

  @Test("Formatting leaves invalid JSON unchanged and reports the position")
  func formatFault() {
    var journey = json("{oops")
    journey.go("f6")
    #expect(journey.draft.body == .text(.json, "{oops"))
    #expect(journey.footer.contains("line 1, column 2"))
  }

  @Test("^Z undoes formatting during editing")
  func formatWhileTyping() {
    var journey = json("[1,2]")
    journey.go("enter f6")
    #expect(journey.draft.body == .text(.json, "[\n  1,\n  2\n]"))
    journey.go("ctrl-z")
    #expect(journey.draft.body == .text(.json, "[1,2]"))
  }

  @Test("^E opens the text in the editor with the right suffix and reads it back")
  func external() {
    var journey = json("{}")
    journey.forget()
    journey.go("ctrl-e")
    let key = RequestKey.file(Samples.getUserPath)
    #expect(journey.effects.contains(.system(.edit("{}", suffix: ".json", purpose: .body(key)))))
    journey.apply(.request(.edited(.body(key), "[1]\n")))
    #expect(journey.draft.body == .text(.json, "[1]"))
    #expect(journey.pane.contains("1 [1]"))
  }

  @Test("A paste of 5,000 lines is one change and is written to the journal at once")
  func largePaste() {
    var journey = json("")
    let text = (1...5000).map { "line \($0) of something that is pasted" }.joined(separator: "\n")
    journey.go("enter")
    journey.forget()
    journey.paste(text)
    #expect(journey.draft.body == .text(.json, text))
    #expect(journey.effects.count { if case .files(.journal) = $0 { true } else { false } } == 1)
    journey.keys("ctrl-z")
    #expect(journey.editor.texts[.body]?.area.isEmpty == true)
  }

  @Test("The draft follows a large text a tenth of a second later, however long the typing goes on")
  func large() throws {
    var journey = json(String(repeating: "0123456789\n", count: 10_000))
    journey.go("enter")
    journey.forget()
    journey.go("‹xy›")
    #expect(journey.state.session?.isDraft == false)
    let delays = journey.effects.compactMap {
      if case .after(let delay, let action) = $0 { (delay, action) } else { nil }
    }
    #expect(delays.map(\.0) == [.milliseconds(100)])
    journey.apply(try #require(delays.first).1)
    #expect(journey.draft.text(in: .body)?.hasPrefix("xy0123") == true)
    journey.go("‹z› esc")
    #expect(journey.draft.text(in: .body)?.hasPrefix("xyz0123") == true)
  }

  @Test("Sending uses the typed text, and editing continues")
  func sendWhileTyping() {
    var journey = json("")
    journey.go("enter ‹7› ctrl-r")
    let sent = journey.effects.compactMap { effect -> BodyDefinition? in
      if case .transfer(.send(_, _, let definition, _)) = effect { definition.body } else { nil }
    }
    #expect(sent == [.text(.json, "7")])
    #expect(journey.state.isEditingText)
  }

  @Test("Another kind keeps the text, and switching back restores the former body")
  func kinds() {
    var journey = json("[1]")
    journey.apply(.overlay(.picked(.request(.bodyKind), id: "xml")))
    #expect(journey.draft.body == .text(.xml, "[1]"))
    journey.apply(.overlay(.picked(.request(.bodyKind), id: "form-urlencoded")))
    journey.go("a ‹x› enter enter")
    journey.apply(.overlay(.picked(.request(.bodyKind), id: "none")))
    journey.apply(.overlay(.picked(.request(.bodyKind), id: "form-urlencoded")))
    #expect(journey.draft.body == .form([Row("x")]))
    journey.apply(.overlay(.picked(.request(.bodyKind), id: "json")))
    #expect(journey.draft.body == .text(.json, "[1]"))
  }

  private func pick(_ kind: String, in journey: inout Journey) {
    journey.apply(.overlay(.picked(.request(.bodyKind), id: kind)))
  }

  @Test("In a restored draft, the saved body comes back with its kind, as one step of undo")
  func savedBody() {
    var journey = json("[1]")
    journey.state.session?.draft.body = .form([Row("a", "1")])
    pick("json", in: &journey)
    #expect(journey.draft.body == .text(.json, "[1]") && !journey.state.isEditingText)
    journey.keys("u")
    #expect(journey.draft.body == .form([Row("a", "1")]) && journey.state.undo.steps.done.isEmpty)
    pick("json", in: &journey)
    #expect(journey.draft.body == .text(.json, "[1]"))
  }

  @Test("A new text begins empty, even if another one was shown before")
  func newText() {
    var journey = json("[1]")
    journey.state.session?.draft.body = .form([Row("a", "1")])
    pick("xml", in: &journey)
    #expect(journey.state.isEditingText && journey.editor.texts[.body]?.area.isEmpty == true)
    journey.keys("esc")
    #expect(journey.draft.body == .text(.xml, "") && journey.state.undo.steps.done.count == 1)
  }

  @Test("A body emptied by undo does not replace the remembered one")
  func emptied() {
    var journey = json("")
    journey.go("enter ‹7› esc")
    pick("form-urlencoded", in: &journey)
    journey.keys("u u")
    #expect(journey.draft.body == .text(.json, ""))
    pick("form-urlencoded", in: &journey)
    pick("json", in: &journey)
    #expect(journey.draft.body == .text(.json, "7"))
  }

  @Test func `Choosing a text kind for an empty body starts editing; a body with text is unchanged.`() {
    var journey = Journey.request(Samples.post(.none))
    journey.keys("3")
    journey.apply(.overlay(.picked(.request(.bodyKind), id: "json")))
    journey.go("‹[1]› esc")
    #expect(journey.draft.body == .text(.json, "[1]"))
    journey.apply(.overlay(.picked(.request(.bodyKind), id: "xml")))
    #expect(!journey.state.isEditingText)
    journey.apply(.overlay(.picked(.request(.bodyKind), id: "none")))
    #expect(!journey.state.isEditingText)
  }

  @Test("Leaving the pane or the request keeps the typed text")
  func leaving() {
    var journey = json("")
    journey.go("enter ‹5›")
    journey.apply(.files(.requestLoaded(.file("/w/demo/Health.yml"), Samples.getUser, id: "health", collection: nil)))
    #expect(!journey.state.isEditingText)
    journey.apply(.files(.requestLoaded(.scratch(1), RequestDefinition(name: "n"), id: nil, collection: nil)))
    #expect(journey.state.sessions[.file(Samples.getUserPath)]?.draft.body == .text(.json, "5"))
  }
}
