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

  @Test("Enter edits, new lines are indented, Esc leaves; the draft has the text as typed")
  func typing() {
    var journey = json("")
    journey.go("enter ‹{› enter ‹\"a\": 1› enter ‹}› esc")
    #expect(journey.draft.body == .text(.json, "{\n  \"a\": 1\n}"))
    #expect(!journey.state.isEditingText)
  }

  @Test("^Z inside goes step by step, u outside takes the whole editing back")
  func undo() {
    var journey = json("{}")
    journey.go("enter ‹one two› ctrl-z")
    #expect(journey.draft.body == .text(.json, "one {}"))
    journey.go("esc u")
    #expect(journey.draft.body == .text(.json, "{}"))
    #expect(journey.state.undo.done.isEmpty)
    #expect(journey.pane.contains("1 {}"))
  }

  @Test(
    "The fault under the cursor is named; a variable is a value",
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

  @Test("What is no JSON is not touched by formatting, and the place is named")
  func formatFault() {
    var journey = json("{oops")
    journey.go("f6")
    #expect(journey.draft.body == .text(.json, "{oops"))
    #expect(journey.footer.contains("line 1, column 2"))
  }

  @Test("Formatting while one types can be taken back with ^Z")
  func formatWhileTyping() {
    var journey = json("[1,2]")
    journey.go("enter f6")
    #expect(journey.draft.body == .text(.json, "[\n  1,\n  2\n]"))
    journey.go("ctrl-z")
    #expect(journey.draft.body == .text(.json, "[1,2]"))
  }

  @Test("^E hands the text to the editor with the right ending, and takes it back")
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

  @Test("A paste of 5,000 lines is one change and is journalled at once")
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

  @Test("A large text is taken over when one pauses, leaves, or has typed for a while")
  func large() {
    var journey = json(String(repeating: "0123456789\n", count: 10_000))
    journey.go("enter")
    journey.forget()
    journey.go("‹x›")
    #expect(journey.state.session?.isDraft == false)
    guard case .after(_, let pause)? = journey.effects.last else {
      return #expect(Bool(false), "no pause was asked for")
    }
    journey.apply(pause)
    #expect(journey.draft.text(in: .body)?.hasPrefix("x0123") == true)
    journey.go("‹yz› esc")
    #expect(journey.draft.text(in: .body)?.hasPrefix("xyz0123") == true)
    journey.forget()
    journey.go("enter ‹1234567890123456789012345678901234567890›")
    #expect(journey.effects.count { if case .files(.journal) = $0 { true } else { false } } == 1)
  }

  @Test("Sending sends what is typed, and the text goes on being edited")
  func sendWhileTyping() {
    var journey = json("")
    journey.go("enter ‹7› ctrl-r")
    let sent = journey.effects.compactMap { effect -> BodyDefinition? in
      if case .transfer(.send(_, _, let definition, _)) = effect { definition.body } else { nil }
    }
    #expect(sent == [.text(.json, "7")])
    #expect(journey.state.isEditingText)
  }

  @Test("Another kind keeps the text, and the way back finds what was there")
  func kinds() {
    var journey = json("[1]")
    journey.apply(.overlay(.picked(.bodyKind, id: "xml")))
    #expect(journey.draft.body == .text(.xml, "[1]"))
    journey.apply(.overlay(.picked(.bodyKind, id: "form-urlencoded")))
    journey.go("a ‹x› enter enter")
    journey.apply(.overlay(.picked(.bodyKind, id: "none")))
    journey.apply(.overlay(.picked(.bodyKind, id: "form-urlencoded")))
    #expect(journey.draft.body == .form([Row("x")]))
    journey.apply(.overlay(.picked(.bodyKind, id: "json")))
    #expect(journey.draft.body == .text(.json, "[1]"))
  }

  @Test func `Who chooses a kind of text for an empty body types it at once, and a full one is left alone.`() {
    var journey = Journey.request(Samples.post(.none))
    journey.keys("3")
    journey.apply(.overlay(.picked(.bodyKind, id: "json")))
    journey.go("‹[1]› esc")
    #expect(journey.draft.body == .text(.json, "[1]"))
    journey.apply(.overlay(.picked(.bodyKind, id: "xml")))
    #expect(!journey.state.isEditingText)
    journey.apply(.overlay(.picked(.bodyKind, id: "none")))
    #expect(!journey.state.isEditingText)
  }

  @Test("Leaving the pane or the request keeps what was typed")
  func leaving() {
    var journey = json("")
    journey.go("enter ‹5›")
    journey.apply(.files(.requestLoaded(.file("/w/demo/Health.yml"), Samples.getUser, id: "health", collection: nil)))
    #expect(!journey.state.isEditingText)
    journey.apply(.files(.requestLoaded(.scratch(1), RequestDefinition(name: "n"), id: nil, collection: nil)))
    #expect(journey.state.sessions[.file(Samples.getUserPath)]?.draft.body == .text(.json, "5"))
  }
}
