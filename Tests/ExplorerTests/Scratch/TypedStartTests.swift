import Foundation
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("What is typed as a URL where nothing takes text") struct TypedStartTests {
  /// The keys that lead to each place.
  private static let places = [
    "the tree": "⇧tab", "a folder of the tree": "⇧tab up", "the URL line": "esc", "the parameters": "1 j l",
    "the second tab": "2 esc", "the answer": "tab", "the headers of the answer": "tab 2", "the history": "H",
  ]

  private static func journey(_ keys: String) -> Journey {
    var journey = Journey.request()
    journey.state.sessions[.file(Samples.getUserPath)]?.response.phase = .finished(Samples.exchange())
    journey.keys(keys)
    journey.forget()
    return journey
  }

  @Test("It stands whole in the smart line, and nothing else was done", arguments: places.keys.sorted())
  func typed(place: String) {
    for text in ["https://h.example/a?b=c", "curl -X PUT https://h.example", "{{base_url}}/users"] {
      if place == "the parameters", text.hasPrefix("{{") { continue }
      var journey = Self.journey(Self.places[place] ?? "")
      let (tree, before) = (journey.state.tree.expanded, journey.state.session)
      journey.type(text)
      let session = journey.state.session
      #expect(session?.draft.url == text && session?.key.scratchNumber != nil, "\(place)")
      #expect(journey.state.isEditingText && journey.state.page == nil)
      let former = journey.state.sessions[.file(Samples.getUserPath)]
      #expect(former?.draft == before?.draft && former?.editor.tab == before?.editor.tab)
      #expect(former?.editor.column == before?.editor.column && former?.editor.isOnURL == before?.editor.isOnURL)
      #expect(former?.response.tab == before?.response.tab && former?.response.look == before?.response.look)
      #expect(journey.state.tree.expanded.isSuperset(of: tree))
      #expect(!journey.effects.contains { if case .transfer = $0 { true } else { false } })
    }
  }

  @Test("A variable typed on a row goes into the row")
  func intoRow() {
    var journey = Self.journey("1 j l")
    journey.type("{{token}}")
    #expect(journey.state.isEditingText && journey.state.session?.key.scratchNumber == nil)
    journey.press(.enter)
    #expect(journey.draft.params.contains { $0.row.value.hasSuffix("{{token}}") })
  }

  @Test("The u of curl takes nothing back")
  func undo() {
    var journey = Journey.request()
    journey.go("a ‹x› tab ‹1› esc esc ⇧tab")
    let changed = journey.draft
    #expect(changed != Samples.getUser)
    journey.type("curl ")
    #expect(journey.state.sessions[.file(Samples.getUserPath)]?.draft == changed)
  }

  @Test("Single keys stay what they are, at once")
  func single() {
    var journey = Journey.request()
    journey.keys("2 esc h")
    #expect(journey.editor.tab == .params)
    journey.type("tt")
    #expect(journey.state.overlay == nil && journey.state.current == .file(Samples.getUserPath))
    journey.keys("?")
    #expect(journey.state.overlay != nil)
    journey.keys("esc")
    journey.type("p")
    #expect(journey.state.current == .file(Samples.getUserPath))
  }

  @Test("After a pause the letters are keys again")
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
