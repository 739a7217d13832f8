import Foundation
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Typing a URL while no field is open") struct TypedStartTests {
  /// The keys that lead to each place.
  private static let places = [
    "the tree": "⇧tab", "a folder of the tree": "⇧tab up", "the parameters": "1 j l",
    "the second tab": "2", "the answer": "tab", "the headers of the answer": "tab 2", "the history": "H",
  ]

  private static func journey(_ keys: String) -> Journey {
    var journey = Journey.request()
    journey.state.sessions[.file(Samples.getUserPath)]?.response.phase = .finished(Samples.exchange())
    journey.keys(keys)
    journey.forget()
    return journey
  }

  @Test("The smart line contains all of the text, and the keys had no other effect", arguments: places.keys.sorted())
  func typed(place: String) {
    for text in ["https://h.example/a?b=c", "curl -X PUT https://h.example", "{{base_url}}/users"] {
      // A variable typed on a row edits the row.
      if ["the parameters", "the second tab"].contains(place), text.hasPrefix("{{") { continue }
      var journey = Self.journey(Self.places[place] ?? "")
      let (tree, before) = (journey.state.tree.expanded, journey.state.session)
      journey.type(text)
      let session = journey.state.session
      #expect(session?.draft.url == text && session?.key.scratchNumber != nil, "\(place)")
      #expect(journey.state.isEditingText && journey.state.page == nil)
      let former = journey.state.sessions[.file(Samples.getUserPath)]
      #expect(former?.draft == before?.draft && former?.editor.tab == before?.editor.tab)
      #expect(former?.editor.column == before?.editor.column && former?.editor.isOnURL == before?.editor.isOnURL)
      #expect(
        former?.response.tab == before?.response.tab && former?.response.derivedView == before?.response.derivedView)
      #expect(journey.state.tree.expanded.isSuperset(of: tree))
      #expect(!journey.usesNetwork)
    }
  }

  @Test func `A request without a URL gets the typed one.`() {
    for text in ["https://h.example/a?b=c", "{{base_url}}/users"] {
      var journey = Journey.request(RequestDefinition(name: "New"))
      let key = journey.state.current
      journey.type(text)
      #expect(key?.path != nil && journey.state.current == key && journey.draft.url == text)
      #expect(journey.state.isEditingText)
    }
  }

  @Test func `A method chosen while a URL is typed returns to the URL.`() {
    var journey = Journey()
    journey.keys("ctrl-o")
    journey.type("http://h/a")
    journey.go("ctrl-t ‹PUT› enter enter")
    #expect(journey.draft.method == "PUT" && journey.draft.url == "http://h/a" && journey.sends.count == 1)
  }

  @Test func `A WebSocket is typed like any URL.`() {
    for (place, text) in [
      ("the tree", "ws://h.example/a"), ("a folder of the tree", "wss://h.example"),
      ("the second tab", "wss://h.example"), ("the headers of the answer", "ws://h.example"),
      ("the history", "wss://h.example"),
    ] {
      var journey = Self.journey(Self.places[place] ?? "")
      let before = journey.state.session?.draft
      journey.type(text)
      let session = journey.state.session
      #expect(session?.key.scratchNumber != nil && session?.draft.url == text, "\(place): \(text)")
      #expect(session?.draft.kind == .webSocket, "\(place): \(text)")
      #expect(journey.state.isEditingText && journey.state.overlay == nil && journey.state.page == nil)
      #expect(journey.state.sessions[.file(Samples.getUserPath)]?.draft == before)
    }
  }

  @Test func `In an answer, w and s are keys.`() {
    var journey = Journey()
    journey.open()
    journey.answer(Samples.exchange())
    while journey.state.focus != .response { journey.press(.tab) }
    let current = journey.state.current
    journey.type("ws")
    #expect(journey.state.current == current && journey.text.contains("Save"))
  }

  @Test("A variable typed on a row edits the row")
  func intoRow() {
    var journey = Self.journey("1 j l")
    journey.type("{{token}}")
    #expect(journey.state.isEditingText && journey.state.session?.key.scratchNumber == nil)
    journey.press(.enter)
    #expect(journey.draft.params.contains { $0.row.value.hasSuffix("{{token}}") })
  }

  @Test("The u of curl does not undo")
  func undo() {
    var journey = Journey.request()
    journey.go("a ‹x› tab ‹1› esc esc")
    let changed = journey.draft
    #expect(changed != Samples.getUser)
    journey.type("curl ")
    #expect(journey.state.sessions[.file(Samples.getUserPath)]?.draft == changed)
  }

  @Test("Single keys act at once as usual")
  func single() {
    var journey = Journey.request()
    journey.keys("2 h")
    #expect(journey.editor.tab == .params)
    journey.type("tt")
    #expect(journey.state.overlay == nil && journey.state.current == .file(Samples.getUserPath))
    journey.keys("?")
    #expect(journey.state.overlay != nil)
    journey.keys("esc")
    journey.type("p")
    #expect(journey.state.current == .file(Samples.getUserPath))
  }

  @Test("After a pause, letters are keys again")
  func pause() {
    var journey = Journey.request()
    journey.keys("esc")
    journey.type("htt")
    journey.apply(.clock(Samples.now.addingTimeInterval(5), secondsFromGMT: 0))
    journey.type("p")
    #expect(journey.state.current == .file(Samples.getUserPath))
    journey.type("http")
    #expect(journey.draft.url == "http")
  }

  @Test("A branch that h has closed is open again")
  func branch() {
    var journey = Journey()
    journey.keys("down")
    journey.keys("right")
    let expanded = journey.state.tree.expanded
    journey.type("h")
    #expect(journey.state.tree.expanded != expanded)
    journey.type("ttp")
    #expect(journey.state.tree.expanded == expanded)
  }
}
