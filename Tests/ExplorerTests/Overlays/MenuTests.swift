import Foundation
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// The menu of the item under the cursor, opened by `.` or a right click.
@Suite struct MenuTests {
  private func rightClick(_ text: String, _ journey: inout Journey) throws {
    let lines = journey.lines
    let y = try #require(lines.firstIndex { $0.contains(text) })
    let start = try #require(lines[y].range(of: text)?.lowerBound)
    let point = Point(x: lines[y][..<start].count, y: y)
    journey.apply(.terminal(.mouse(Mouse(.press, at: point, button: .right))))
    journey.apply(.terminal(.mouse(Mouse(.release, at: point, button: .right))))
  }

  private func open(in journey: Journey) -> Picker? {
    if case .picker(let picker)? = journey.state.overlay { picker } else { nil }
  }

  @Test func `The menu in the tree has the commands for the row and performs the chosen one.`() throws {
    var journey = Journey()
    journey.press(.down, .right, .down)
    journey.type(".")
    let menu = try #require(open(in: journey))
    #expect(menu.title == "Request List users")
    #expect(menu.items.first?.id == "enter")
    #expect(Set(["rename", "move", "duplicate", "delete", "newRequest"]).isSubset(of: menu.items.map(\.id)))
    #expect(!menu.items.contains { ["toggle", "quit", "up", "undo"].contains($0.id) })
    journey.type("rename")
    journey.press(.enter)
    #expect(journey.text.contains("List users") && journey.text.contains("New name"))
  }

  @Test func `The menu of an unnamed request names it once.`() {
    var journey = Journey()
    journey.keys("ctrl-o")
    journey.type("http://h/a")
    journey.keys("esc")
    guard let number = journey.state.current?.scratchNumber else {
      Issue.record("no request")
      return
    }
    journey.apply(.tree(.shown(.scratch(number))))
    journey.state.focus = .tree
    journey.type(".")
    #expect(open(in: journey)?.title == "New request")
  }

  @Test func `The menu of a request deleted by another program does not act on its neighbour.`() {
    var journey = Journey()
    journey.press(.down, .right, .down)
    journey.type(".")
    var tree = Samples.workspace
    guard case .folder(var users) = tree.collections[0].items[0] else {
      Issue.record("the sample has no folder")
      return
    }
    users.items.removeFirst()
    tree.collections[0].items[0] = .folder(users)
    journey.apply(.files(.treeRefreshed(tree)))
    #expect(open(in: journey)?.title == "Request List users" && journey.state.tree.selected?.name == "Get user")
    journey.forget()
    journey.type("delete")
    journey.press(.enter)
    #expect(journey.effects.isEmpty && journey.state.overlay == nil)
    #expect(journey.footer.contains("Nothing was changed: the item no longer exists"))
  }

  @Test func `A right click selects the row under the pointer without opening it.`() throws {
    var journey = Journey()
    journey.press(.down, .right)
    journey.forget()
    try rightClick("Create user", &journey)
    #expect(open(in: journey)?.title == "Request Create user")
    #expect(journey.effects.isEmpty && journey.state.opening == nil && journey.state.current == nil)
    journey.press(.escape)
    try rightClick("Users", &journey)
    #expect(journey.state.tree.rows.contains { $0.name == "Create user" } && open(in: journey)?.title == "Folder Users")
  }

  @Test func `A right click on a row of a request moves the cursor and neither switches nor adds a row.`() throws {
    var journey = Journey.request()
    journey.type("2")
    try rightClick("X-Off", &journey)
    #expect(open(in: journey)?.title == "Header X-Off")
    #expect(journey.state.session?.editor.cursor.row == 1)
    #expect(open(in: journey)?.items.contains { $0.id == "toggle" } == true)
    #expect(journey.state.session?.draft == Samples.getUser.withQueryInStep)
    journey.press(.escape)
    try rightClick("+ ", &journey)
    #expect(journey.state.session?.draft == Samples.getUser.withQueryInStep)
  }

  @Test func `A right click in a response opens the menu of the value under the pointer.`() throws {
    var journey = Journey.answered()
    try rightClick("\"name\"", &journey)
    #expect(open(in: journey)?.purpose == .response(.value) && journey.text.contains("Copy the value"))
    #expect(journey.text.contains("Filter: every name"))
  }

  @Test func `The menu in a list of a response has the commands for the row.`() throws {
    var journey = Journey.answered()
    journey.type("2")
    journey.type(".")
    #expect(open(in: journey)?.purpose == .menu(of: nil))
    #expect(open(in: journey)?.items.map(\.id).contains("copyValue") == true)
  }

  @Test func `A right click on a box without rows, the footer or a border does nothing.`() {
    var journey = Journey()
    journey.type("?")
    let help = journey.state
    for y in 0..<30 {
      journey.apply(.terminal(.mouse(Mouse(.press, at: Point(x: 2, y: y), button: .right))))
    }
    #expect(journey.state == help)
    journey.press(.escape)
    journey.forget()
    journey.apply(.terminal(.mouse(Mouse(.press, at: Point(x: 4, y: 29), button: .right))))
    #expect(journey.state.overlay == nil && journey.effects.isEmpty)
    journey.type("H")
    journey.forget()
    for point in [Point(x: 0, y: 10), Point(x: 4, y: 29), Point(x: 80, y: 10)] {
      journey.apply(.terminal(.mouse(Mouse(.press, at: point, button: .right))))
    }
    #expect(journey.state.overlay == nil && journey.effects.isEmpty)
  }

  @Test func `A right click in a picker moves to the item without choosing it.`() throws {
    var journey = Journey()
    journey.press(.control("g"))
    let list = try #require(open(in: journey))
    journey.forget()
    try rightClick("Get user", &journey)
    let now = try #require(open(in: journey))
    #expect(now.current?.title.contains("Get user") == true && now.current != list.current)
    #expect(journey.effects.isEmpty)
  }

  @Test func `A request in the tree can be sent and copied as cURL from its menu, even while closed.`() throws {
    var journey = Journey()
    journey.press(.down, .right)
    try rightClick("Get user", &journey)
    #expect(Array(open(in: journey)?.items.map(\.id).prefix(3) ?? []) == ["enter", "sendRow", "copyRowAsCurl"])
    journey.forget()
    journey.type("copy this")
    journey.press(.enter)
    #expect(journey.state.current == nil)
    #expect(journey.effects.contains { if case .transfer(.export) = $0 { true } else { false } })
    try rightClick("Get user", &journey)
    journey.forget()
    journey.type("send this")
    journey.press(.enter)
    #expect(journey.effects == [.files(.loadRequest(.file(Samples.getUserPath)))])
    journey.open()
    #expect(journey.state.isSending)
  }

  @Test func `The menu of a folder has neither send nor copy.`() throws {
    var journey = Journey()
    try rightClick("Users", &journey)
    let ids = try #require(open(in: journey)?.items.map(\.id))
    #expect(!ids.contains("sendRow") && !ids.contains("copyRowAsCurl") && ids.contains("runFolder"))
  }

  @Test func `A right click in the history opens the menu of the exchange under the pointer.`() throws {
    var journey = MenuPlace.history.journey
    try rightClick("422", &journey)
    #expect(open(in: journey)?.title == "Exchange POST /users" && journey.state.historyPage.current?.id == "1")
    journey.forget()
    journey.type("delete an")
    journey.press(.enter)
    #expect(journey.effects.contains(.files(.forgetExchange(id: "1"))))
  }

  @Test func `A right click in a run opens the menu of the request under the pointer.`() throws {
    var journey = MenuPlace.run.journey
    try rightClick("Create user", &journey)
    #expect(open(in: journey)?.title == "Request Create user")
    let ids = open(in: journey)?.items.map(\.id) ?? []
    #expect(ids.first == "enter" && ids.contains("runStop"))
  }

  @Test func `A right click on a variable opens its menu, whose keys act as labelled.`() throws {
    var journey = MenuPlace.environments.journey
    try rightClick("token", &journey)
    #expect(journey.text.contains("Make it a secret") && journey.text.contains("Rename the environment"))
    journey.type("switch off")
    journey.press(.enter)
    #expect(journey.text.contains("base_url") && !journey.text.contains("Rename the environment"))
    journey.type(".")
    journey.press(.escape)
    guard journey.state.overlay == .environmentEditor, let editor = journey.state.environment.editor else {
      Issue.record("the menu closed the editor")
      return
    }
    #expect(editor.isBrowsing && editor.rows.map(\.isEnabled) == [true, false])
  }

  @Test("A menu offers only commands with an effect", arguments: MenuPlace.allCases)
  func works(place: MenuPlace) throws {
    let journey = place.journey
    let ids = place.menu(of: journey).map(\.id)
    #expect(ids.count >= 2, "\(place)")
    for id in ids {
      var chosen = journey
      chosen.forget()
      var before = chosen.state
      place.choose(id, &chosen)
      let effects = chosen.effects.filter { if case .after = $0 { false } else { true } }
      let said = chosen.state.message
      var after = chosen.state
      (before.message, after.message) = (nil, nil)
      (before.serial, after.serial) = (0, 0)
      #expect(!effects.isEmpty || before != after, "\(place): \(id) does nothing, \(said?.text ?? "without a word")")
    }
  }
}
