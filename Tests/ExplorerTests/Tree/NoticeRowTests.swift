import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Unreadable items in the tree")
struct NoticeRowTests {
  private static func journey() -> Journey {
    var tree = Samples.workspace
    tree.notices = [
      Notice(.warning, "/w/demo/orders", "cannot be listed: permission denied"),
      Notice(.warning, "/w/demo/users/loop", "this link points to a folder above it; not followed"),
      Notice(.error, "/w/demo/opencollection.yml:3:1", "expected a name"),
    ]
    var journey = Journey(columns: 160, rows: 30)
    journey.state.workspace = tree
    journey.state.tree.expanded = ["/w/demo"]
    journey.state.rebuildTree()
    return journey
  }

  @Test("A closed folder with unreadable content is marked")
  func closed() {
    let lines = Self.journey().lines
    #expect(lines.contains { $0.contains("Orders") && $0.contains("!") })
    #expect(lines.contains { $0.contains("Users") && $0.contains("!") })
  }

  @Test("An open folder lists unreadable items, and Enter shows the full message")
  func open() {
    var journey = Self.journey()
    journey.state.tree.expanded = ["/w/demo", "/w/demo/orders", "/w/demo/users"]
    journey.state.rebuildTree()
    #expect(journey.text.contains("!!!   orders cannot"))
    #expect(journey.text.contains("!!!   loop this"))
    journey.state.tree.select(.notice("/w/demo/orders: cannot be listed: permission denied"))
    journey.press(.enter)
    #expect(journey.footer.contains("/w/demo/orders: cannot be listed: permission denied"))
  }

  @Test("A notice about a file is listed in the file's folder")
  func file() {
    #expect(Self.journey().text.contains("!!!   opencollection.yml:3:1"))
  }

  @Test("A notice about the workspace is listed beside its collections")
  func workspace() {
    var tree = Samples.workspace
    tree.path = "/w"
    tree.notices = [Notice(.warning, "/w/workspace.yml", "the collection \"../x\" lies outside")]
    var journey = Journey(columns: 160, rows: 30)
    journey.state.workspace = tree
    journey.state.rebuildTree()
    #expect(journey.text.contains("!!!   workspace.yml"))
  }

  @Test("A path with a colon and digits loses only its line and column")
  func paths() {
    #expect(Notice(.error, "/a/b:c.yml:12:3", "x").path == "/a/b:c.yml")
    #expect(Notice(.error, "/a/b.yml", "x").path == "/a/b.yml")
  }
}
