import Foundation
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// `.` and a right click: the menu of what is under the cursor.
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

  @Test func `In the tree it has the commands for the row, and does what is chosen.`() throws {
    var journey = Journey()
    journey.press(.down, .right, .down)
    journey.type(".")
    let menu = try #require(open(in: journey))
    #expect(menu.title == "List users")
    #expect(menu.items.first?.id == "enter")
    #expect(Set(["rename", "move", "duplicate", "delete", "newRequest"]).isSubset(of: menu.items.map(\.id)))
    #expect(!menu.items.contains { ["toggle", "quit", "up", "undo"].contains($0.id) })
    journey.type("rename")
    journey.press(.enter)
    #expect(journey.text.contains("List users") && journey.text.contains("New name"))
  }

  @Test func `The menu of a request that another program deletes does nothing to the one that takes its place.`() {
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
    #expect(open(in: journey)?.title == "List users" && journey.state.tree.selected?.name == "Get user")
    journey.forget()
    journey.type("delete")
    journey.press(.enter)
    #expect(journey.effects.isEmpty && journey.state.overlay == nil)
    #expect(journey.footer.contains("Nothing was done: what the menu was about is gone"))
  }

  @Test func `A right click chooses the row under it without opening it.`() throws {
    var journey = Journey()
    journey.press(.down, .right)
    journey.forget()
    try rightClick("Create user", &journey)
    #expect(open(in: journey)?.title == "Create user")
    #expect(journey.effects.isEmpty && journey.state.opening == nil && journey.state.current == nil)
    journey.press(.escape)
    try rightClick("Users", &journey)
    #expect(journey.state.tree.rows.contains { $0.name == "Create user" } && open(in: journey)?.title == "Users")
  }

  @Test func `In the rows of a request it puts the cursor there, and neither switches nor adds.`() throws {
    var journey = Journey.request()
    journey.type("2")
    try rightClick("X-Off", &journey)
    #expect(open(in: journey)?.title == "Request")
    #expect(journey.state.session?.editor.cursor.row == 1)
    #expect(open(in: journey)?.items.contains { $0.id == "toggle" } == true)
    #expect(journey.state.session?.draft == Samples.getUser.withQueryInStep)
    journey.press(.escape)
    try rightClick("+ ", &journey)
    #expect(journey.state.session?.draft == Samples.getUser.withQueryInStep)
  }

  @Test func `In an answer it is the menu of the value under it.`() throws {
    var journey = Journey.answered()
    try rightClick("\"name\"", &journey)
    #expect(open(in: journey)?.purpose == .value && journey.text.contains("Copy the value"))
    #expect(journey.text.contains("Filter: every name"))
  }

  @Test func `In a list of an answer it has what can be done with the row.`() throws {
    var journey = Journey.answered()
    journey.type("2")
    journey.type(".")
    #expect(open(in: journey)?.purpose == .menu(of: nil))
    #expect(open(in: journey)?.items.map(\.id).contains("copyValue") == true)
  }

  @Test func `A right click on a box, a page, the footer or a border does nothing.`() {
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
  }
}
