import Interchange
import Terminal
import Testing
@testable import Workspaces

@testable import Explorer

@Suite("Typing ahead of a list means the same as afterwards") struct TypeAheadTests {
  private static let getUser = Effect.files(.loadRequest(.file(Samples.getUserPath)))

  /// A workspace that has not been listed yet.
  private func unlisted() -> Journey {
    var journey = Journey()
    journey.state = AppState(
      size: journey.state.size, workspace: WorkspaceTree(name: "demo", path: Samples.root), formats: .all,
      now: Samples.now)
    journey.apply(.started)
    journey.forget()
    return journey
  }

  private func jump(_ journey: Journey) -> Picker? {
    if case .picker(let picker)? = journey.state.overlay { picker } else { nil }
  }

  @Test("The jump lists requests that arrive while it is open, filtered by the typed text")
  func arriving() {
    var journey = unlisted()
    journey.press(.control("g"))
    journey.type("getus")
    #expect(journey.text.contains("Loading the list…") && !journey.text.contains("Nothing matches."))
    journey.apply(.files(.treeLoaded(Samples.workspace)))
    #expect(jump(journey)?.current?.id == Samples.getUserPath)
    #expect(jump(journey)?.field.text == "getus")
  }

  @Test("Enter in the jump waits for the list, as do the keys after it")
  func jumping() {
    var journey = unlisted()
    journey.press(.control("g"))
    journey.type("getus")
    journey.press(.enter, .control("r"))
    #expect(journey.text.contains("Enter works once it is loaded"))
    #expect(journey.effects.isEmpty)
    journey.apply(.files(.treeLoaded(Samples.workspace)))
    #expect(journey.effects.contains(Self.getUser))
    #expect(journey.state.overlay == nil && journey.state.sessions.awaited?.wish == .pressSend)
    #expect(journey.state.tree.selected?.id == .request(Samples.getUserPath))
  }

  @Test("A run waits until its folder is listed completely")
  func running() throws {
    var part = Samples.workspace
    part.collections[0].items = []
    var journey = unlisted()
    journey.apply(.files(.treeGrew(part)))
    journey.press(.character("R"))
    #expect(journey.state.page == nil && !journey.text.contains("There is no request here"))
    journey.apply(.files(.treeLoaded(Samples.workspace)))
    #expect(journey.state.page == .run && !journey.state.run.target.nodes.isEmpty)
  }

  @Test("Arrow keys and pastes wait in their order")
  func arrows() {
    var (early, late) = (unlisted(), unlisted())
    late.apply(.files(.treeLoaded(Samples.workspace)))
    for step in 0..<2 {
      var journey = step == 0 ? early : late
      journey.press(.control("g"), .down)
      journey.paste("user")
      journey.press(.down)
      if step == 0 { early = journey } else { late = journey }
    }
    #expect(jump(early)?.field.text == "")
    early.apply(.files(.treeLoaded(Samples.workspace)))
    #expect(jump(early) == jump(late) && jump(late)?.cursor.row == 1)
  }

  @Test("Enter on a name without a match leaves the box open with the typed text")
  func nothing() {
    var journey = unlisted()
    journey.press(.control("g"))
    journey.type("zzz")
    journey.press(.enter)
    journey.apply(.files(.treeLoaded(Samples.workspace)))
    #expect(journey.text.contains("Nothing matches"))
    #expect(jump(journey)?.field.text == "zzz")
  }

  @Test("Esc stops waiting and discards the queued keys")
  func giveUp() {
    var journey = unlisted()
    journey.press(.control("g"))
    journey.type("getus")
    journey.press(.enter, .escape)
    #expect(journey.state.overlay == nil)
    journey.apply(.files(.treeLoaded(Samples.workspace)))
    #expect(!journey.effects.contains(Self.getUser))
  }

  @Test("Queued keys never answer a question that opened meanwhile")
  func question() {
    var journey = unlisted()
    journey.press(.control("g"))
    journey.type("getus")
    journey.press(.enter)
    journey.type("y")
    journey.apply(.overlay(.show(.question(.confirm("Quit", "Really?", yes: .end)))))
    journey.apply(.files(.treeLoaded(Samples.workspace)))
    #expect(!journey.state.isEnding && journey.text.contains("Really?"))
    journey.press(.escape)
    #expect(!journey.effects.contains(Self.getUser))
  }

  @Test("An environment can be chosen by name before the environments are read")
  func environment() {
    var journey = unlisted()
    journey.type("e")
    journey.type("sta")
    journey.press(.enter)
    journey.apply(.files(.treeLoaded(Samples.workspace)))
    journey.apply(.environment(.loaded([Environment(name: "local"), Environment(name: "staging")])))
    #expect(journey.lines[0].contains("staging ▾"))
  }

  @Test("Without environments the first one or a collection is requested once known", arguments: [true, false])
  func noEnvironments(hasCollection: Bool) {
    var journey = unlisted()
    journey.type("e")
    #expect(journey.text.contains("Loading the list…"))
    journey.apply(
      .files(.treeLoaded(hasCollection ? Samples.workspace : WorkspaceTree(name: "demo", path: Samples.root))))
    if hasCollection { journey.apply(.environment(.loaded([]))) }
    #expect(journey.text.contains("Name of the new environment") == hasCollection)
    #expect(journey.footer.contains("Environments need a collection") == !hasCollection)
  }

  @Test("Enter in the search through all files waits for the first hit")
  func finding() {
    var journey = Journey()
    journey.press(.function(7))
    journey.type("page")
    journey.press(.enter)
    guard case .find(let page)? = journey.state.overlay else {
      Issue.record("the search closed")
      return
    }
    journey.apply(.find(.rested(serial: page.serial)))
    journey.forget()
    let hit = SearchHit(
      path: Samples.getUserPath, id: "users/get-user", name: "Get user", line: 3, text: "page: 1", match: 0..<4)
    journey.apply(.find(.found(serial: page.serial, [hit])))
    #expect(journey.effects.contains(Self.getUser))
    #expect(journey.state.overlay == nil)
  }

  @Test("The palette runs a command that has become available since it opened")
  func palette() {
    var journey = Journey()
    journey.type(":sends the open request")
    journey.open()
    journey.press(.enter)
    #expect(!journey.footer.contains("No request is open"))
    #expect(journey.state.isSending)
  }

  @Test("Keys of the tree wait for the listing, then act as usual")
  func tree() {
    var (early, late) = (unlisted(), unlisted())
    late.apply(.files(.treeLoaded(Samples.workspace)))
    for step in 0..<2 {
      var journey = step == 0 ? early : late
      journey.press(.down, .down)
      journey.type("j")
      journey.press(.enter)
      if step == 0 { early = journey } else { late = journey }
    }
    #expect(early.effects.isEmpty)
    early.apply(.files(.treeLoaded(Samples.workspace)))
    #expect(early.state.tree.cursor.row > 0)
    #expect(early.state.tree == late.state.tree)
  }

  @Test("A box opened by a key of the tree gets the text typed after it")
  func treePrompt() {
    var (early, late) = (unlisted(), unlisted())
    late.apply(.files(.treeLoaded(Samples.workspace)))
    early.type("nquery")
    late.type("nquery")
    #expect(!early.state.isEnding && early.state.overlay == nil)
    early.apply(.files(.treeLoaded(Samples.workspace)))
    #expect(early.state.overlay != nil && early.state.overlay == late.state.overlay)
  }

  @Test("E waits for the listing and the environments")
  func editEnvironment() {
    var journey = unlisted()
    journey.type("E")
    #expect(journey.state.overlay == nil && !journey.footer.contains("no collection"))
    journey.apply(.files(.treeLoaded(Samples.workspace)))
    #expect(journey.state.overlay == nil)
    journey.apply(.environment(.loaded([Environment(name: "local")])))
    guard case .environmentEditor? = journey.state.overlay else {
      Issue.record("the editor is not open")
      return
    }
  }

  @Test("Quitting does not wait, and Esc discards the queue")
  func treeGivenUp() {
    var journey = unlisted()
    journey.press(.down)
    journey.type("q")
    #expect(journey.state.isEnding)
    journey = unlisted()
    journey.type("n")
    journey.press(.escape)
    journey.apply(.files(.treeLoaded(Samples.workspace)))
    #expect(journey.state.overlay == nil)
  }
}
