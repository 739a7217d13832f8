import Basics
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Pasting into a single-line field") struct PasteLineTests {
  /// The keys that open each field.
  static let fields: [String: String] = [
    "the URL": "ctrl-l", "a parameter's name": "1 a", "a parameter's value": "1 a ‹n› tab", "a header": "2 a ‹n› tab",
    "a variable": "5 a ‹n› tab", "a new request's name": "tab tab n", "a new name": "tab tab down r",
    "the tree's filter": "tab tab /", "the palette": ":", "the jump": "ctrl-g", "the texts of all files": "alt-/",
    "the help": "?", "the environment's editor": "E a",
  ]

  private static let lines = (1...5_000).map { "line \($0): q ^C \u{1B}[31m é日 {{x}}" }.joined(separator: "\r\n")

  private func opened(_ script: String) -> Journey {
    var journey = Journey.request()
    journey.apply(.environment(.loaded([.init(name: "local", variables: [.init(.init("a", "b"))])])))
    journey.go(script)
    return journey
  }

  /// The text of the focused one-line field.
  private func text(_ journey: Journey) -> String? {
    switch journey.state.overlay {
    case .picker(let picker): return picker.field.text
    case .prompt(let prompt): return prompt.field.text
    case .help(let help): return help.field.text
    case .find(let page): return page.field.text
    case .environmentEditor:
      if case .cell(let edit)? = journey.state.environment.editor?.mode { return edit.field.text }
      return nil
    default: break
    }
    if case .field(let edit) = journey.editor.editing { return edit.field.text }
    return nil
  }

  @Test("A paste of 5,000 lines is rejected with a message in the bottom line", arguments: fields.keys.sorted())
  func refused(field: String) throws {
    var journey = opened(Self.fields[field] ?? "")
    let before = try #require(text(journey))
    journey.paste(Self.lines)
    #expect(text(journey) == before)
    #expect(journey.text.contains("Nothing was pasted: \(Quantity.count(5_000)) lines"))
  }

  @Test("Three lines are joined with a message, and one undo removes them", arguments: fields.keys.sorted())
  func folded(field: String) throws {
    var journey = opened(Self.fields[field] ?? "")
    let before = try #require(text(journey))
    journey.paste("one\r\ntwo\nthree\r")
    #expect(text(journey) == before + "one two three")
    #expect(journey.footer.contains("line breaks became spaces"))
    journey.keys("ctrl-z")
    #expect(text(journey) == before)
  }

  @Test("A line with a line end is pasted without a message")
  func oneLine() throws {
    var journey = opened("ctrl-l")
    journey.press(.control("u"))
    journey.paste("http://localhost/\n")
    #expect(text(journey) == "http://localhost/")
    #expect(!journey.footer.contains("paste"))
  }

  @Test("A paste without an open field is refused with a message", arguments: ["4", "E"])
  func nowhere(script: String) {
    var journey = opened(script)
    let draft = journey.draft
    journey.paste(Self.lines)
    #expect(journey.draft == draft)
    #expect(journey.footer.contains("Cannot paste here"))
  }

  @Test("A URL pasted on the URL line replaces the old one, and undo restores it")
  func address() {
    var journey = Journey.request()
    let before = journey.draft.url
    journey.press(.up)
    #expect(journey.editor.isOnURL && !journey.state.isEditingText)
    journey.paste("  https://h/new?x=1\n")
    #expect(journey.draft.url == "https://h/new?x=1" && journey.footer.contains("Esc done"))
    journey.press(.escape, .character("u"))
    #expect(journey.draft.url == before)
    journey.press(.up)
    journey.paste("{{base_url}}/b")
    journey.press(.enter)
    #expect(journey.draft.url == "{{base_url}}/b")
    journey.paste("some words")
    #expect(journey.draft.url == "{{base_url}}/b" && journey.footer.contains("Cannot paste here"))
    let open = journey.state.current
    journey.keys("2")
    journey.paste("https://h/other")
    #expect(journey.draft.url == "https://h/other" && journey.state.current != open)
    #expect(open.flatMap { journey.state.sessions[$0] }?.draft.url == "{{base_url}}/b")
  }

  @Test("A request on one line becomes a new request at any cursor position", arguments: ["⇧tab", "tab", "2", "H"])
  func requestLine(place: String) {
    var journey = Journey.request()
    let open = journey.state.current
    journey.keys(place)
    journey.paste("PUT https://h/users {\"a\": 1}\n")
    #expect(journey.state.current != open && journey.state.page == nil)
    #expect(journey.draft.method == "PUT" && journey.draft.url == "https://h/users")
    #expect(journey.draft.body == .text(.json, "{\"a\": 1}"))
  }

  @Test("A word with a slash goes to the smart line, which resolves it")
  func path() {
    var journey = Journey.request()
    journey.keys("⇧tab")
    journey.paste("users/list")
    #expect(journey.draft.url == "users/list" && journey.state.isEditingText)
    journey = Journey.request()
    journey.keys("1")
    journey.paste("text/plain")
    #expect(journey.draft == Samples.getUser && journey.footer.contains("Cannot paste here"))
  }

  @Test("A file of another tool is refused with a hint to the import key", arguments: ["⇧tab", "2", "tab"])
  func otherFormat(place: String) {
    var journey = Journey.request()
    journey.keys(place)
    let draft = journey.draft
    for text in ["GET http://h/1\n\n###\nPOST http://h/2\n", "{\"info\": {}}"] {
      journey.paste(text)
      #expect(journey.state.message?.text.hasSuffix("I in the tree imports other formats") == true)
      #expect(journey.draft == draft)
    }
  }
}
