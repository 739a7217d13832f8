import Interchange
import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Saving a request without a file asks for name and folder") struct ScratchSavingTests {
  private func typed(_ url: String = "https://h.example/users/7") -> Journey {
    var journey = Journey(columns: 100)
    journey.keys("ctrl-o")
    journey.type(url)
    journey.forget()
    return journey
  }

  private func prompt(_ journey: Journey) -> Prompt? {
    if case .prompt(let prompt)? = journey.state.overlay { prompt } else { nil }
  }

  private func saves(_ journey: Journey) -> [FileEffect] {
    journey.effects.compactMap {
      if case .files(let effect) = $0, case .saveAs = effect { effect } else { nil }
    }
  }

  @Test("A name is suggested before the first send, and the box shows the folder and the key to change it")
  func offered() {
    var journey = typed()
    journey.keys("^S")
    #expect(prompt(journey)?.field.text == "users/7" && prompt(journey)?.place == "Demo")
    #expect(journey.text.contains("in Demo"))
    #expect(journey.footer.contains("Tab choose the folder") || journey.text.contains("Tab choose the folder"))
  }

  @Test("A request without a URL and a name is restored as it was called before")
  func unnamed() throws {
    var journey = Journey(columns: 100)
    journey.go("ctrl-o ctrl-t ‹POST› enter")
    #expect(journey.state.session?.shownName == "New request")
    let kept = journey.effects.compactMap { effect -> RequestDefinition? in
      if case .files(.journal(_, let kept)) = effect { kept } else { nil }
    }
    let last = try #require(kept.last)
    #expect(last.name == "New request" && last.method == "POST")
    var next = Journey()
    next.apply(.scratch(.found(7, last)))
    #expect(next.state.sessions[.scratch(7)]?.draft.name == "" && next.text.contains("New request"))
  }

  @Test("The suggested name follows the URL, even after a send")
  func follows() {
    var journey = typed()
    journey.keys("enter")
    #expect(journey.state.session?.shownName == "users/7" && journey.text.contains("users/7"))
    journey.keys("ctrl-l ctrl-u")
    journey.type("https://h.example/orders")
    #expect(journey.state.session?.shownName == "orders")
  }

  @Test("Tab lists the folders; the choice returns to the name and is used for saving")
  func place() throws {
    var journey = typed()
    journey.go("^S ctrl-u ‹Mine› tab")
    #expect(journey.text.contains("Save in") && journey.text.contains("Demo / Users"))
    journey.go("‹users› enter")
    #expect(prompt(journey)?.field.text == "Mine" && prompt(journey)?.place == "Demo / Users")
    journey.keys("enter")
    var draft = RequestDefinition.scratch(url: "https://h.example/users/7")
    draft.name = "Mine"
    let key = try #require(journey.state.current)
    #expect(saves(journey) == [.saveAs(key, draft, folder: "/w/demo/users")])
  }

  @Test("Esc in the list returns to the name and keeps the folder")
  func back() {
    var journey = typed()
    journey.go("^S ctrl-u ‹Mine› tab down esc")
    #expect(prompt(journey)?.field.text == "Mine" && prompt(journey)?.place == "Demo")
    journey.go("esc")
    #expect(journey.state.overlay == nil)
  }

  /// A journey with a URL typed in a folder without a collection.
  private func typedInEmptyFolder() -> Journey {
    let empty = WorkspaceTree(name: "shop", path: "/w")
    var journey = Journey(AppState(size: Size(columns: 100, rows: 30), workspace: empty, formats: .all))
    journey.apply(.files(.treeLoaded(empty)))
    journey.keys("ctrl-o")
    journey.type("https://h.example/login")
    journey.forget()
    return journey
  }

  private static let made = WorkspaceTree(
    name: "shop", path: "/w", collections: [CollectionNode(name: "shop", path: "/w", items: [])])

  @Test("Without a collection, one named like the folder is offered, and Enter creates both")
  func newCollection() {
    var journey = typedInEmptyFolder()
    journey.keys("^S")
    #expect(prompt(journey)?.field.text == "login" && journey.text.contains("in the new collection shop"))
    journey.keys("enter")
    #expect(journey.effects.contains(.files(.change(.createCollection(name: "shop")))))
    #expect(saves(journey).isEmpty)
    journey.apply(.files(.changed(Self.made, select: .collection("/w"), undo: nil, said: "")))
    guard let key = journey.state.current, case .saveAs(key, let draft, "/w", _)? = saves(journey).first else {
      Issue.record("\(journey.effects)")
      return
    }
    #expect(draft.name == "login" && journey.state.overlay == nil)
    journey.apply(.files(.savedAs(key, path: "/w/login.yml", draft)))
    #expect(journey.state.session?.collection == "/w")
  }

  @Test("Tab edits the collection's name first and keeps the request's name")
  func namedCollection() {
    var journey = typedInEmptyFolder()
    journey.go("^S ctrl-u ‹Log in› tab ‹Till› enter")
    #expect(journey.effects.contains(.files(.change(.createCollection(name: "Till")))))
    journey.apply(.files(.changed(Self.made, select: .collection("/w"), undo: nil, said: "")))
    #expect(prompt(journey)?.field.text == "Log in" && prompt(journey)?.place == "shop")
  }

  @Test("After a cancelled or failed collection, nothing is saved later", arguments: [true, false])
  func givenUp(fails: Bool) {
    var journey = typedInEmptyFolder()
    journey.go(fails ? "^S enter" : "^S tab esc")
    if fails { journey.apply(.files(.failed("no room"))) }
    journey.apply(.files(.changed(Self.made, select: .collection("/w"), undo: nil, said: "")))
    #expect(saves(journey).isEmpty && journey.state.overlay == nil)
  }

  @Test("A name that could not be saved at first is kept, even across a question")
  func kept() throws {
    var journey = typed()
    journey.go("^S ctrl-u ‹Mine› enter")
    let key = try #require(journey.state.current)
    journey.forget()
    journey.apply(.openFile(.consentNeeded(.writingSecrets, "Saving writes a secret", folder: "/w/demo"), of: key))
    journey.type("y")
    guard case .saveAs(_, let draft, _, _)? = saves(journey).first else {
      Issue.record("\(journey.effects)")
      return
    }
    #expect(draft.name == "Mine")
  }

  @Test("A request of an earlier run is also named after its URL unless the user named it")
  func restored() {
    var journey = Journey()
    var draft = RequestDefinition.scratch(url: "https://h.example/users/7")
    for (number, name) in [(1, "users/7"), (2, "Mine")] {
      draft.name = name
      journey.apply(.scratch(.found(number, draft)))
    }
    #expect(journey.state.sessions[.scratch(1)]?.draft.name == "")
    #expect(journey.state.sessions[.scratch(2)]?.shownName == "Mine")
    #expect(journey.footer.contains("Restored Mine"))
  }

  @Test("In a folder without requests, a request of an earlier run opens under the cursor of the tree")
  func underCursor() {
    var journey = Journey(
      AppState(
        size: Size(columns: 100, rows: 30), workspace: WorkspaceTree(name: "w", path: "/w"), formats: .all,
        now: Samples.now))
    journey.apply(.scratch(.found(7, RequestDefinition.scratch(url: "http://h/a"))))
    #expect(journey.state.current == .scratch(7) && journey.state.tree.selected?.id == .scratch(7))
  }
}
