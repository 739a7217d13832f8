import Foundation
import Interchange
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The start of the demo") struct DemoTourTests {
  /// The demo as listed, with its first request read.
  private func journey(columns: Int = 120, rows: Int = 40, capabilities: Capabilities = Capabilities()) -> Journey {
    var state = AppState(
      size: Size(columns: columns, rows: rows), capabilities: capabilities,
      workspace: WorkspaceTree(name: "demo", path: Samples.root), formats: .all, now: Samples.now)
    state.beginDemo(with: Samples.getUserPath)
    var journey = Journey(state)
    journey.apply(.started)
    journey.apply(.files(.treeLoaded(Samples.workspace)))
    journey.open()
    return journey
  }

  @Test func `The folders are open, and the first request is shown and not sent before the API runs.`() {
    let journey = journey()
    for name in ["List users", "Get user", "Create user", "Health"] { #expect(journey.text.contains(name), "\(name)") }
    #expect(journey.state.current == .file(Samples.getUserPath))
    #expect(journey.sends.isEmpty && !journey.text.contains("sends the request again"))
  }

  @Test func `Once the API runs, the request is sent, and a card names five keys.`() {
    var journey = journey()
    journey.apply(.demo(.served))
    #expect(journey.sends.count == 1 && journey.state.focus == .response)
    for line in ["^R   sends the request again", ".    uses a value", "e    changes", "Tab  goes to", "?    shows"] {
      #expect(journey.text.contains(line), "\(line)\n\(journey.text)")
    }
    journey.apply(.demo(.served))
    #expect(journey.sends.count == 1)
  }

  @Test func `The card leaves with the first key that acts, which acts, too.`() {
    var journey = journey()
    journey.apply(.demo(.served))
    journey.press(.character("Q"))
    #expect(journey.text.contains("sends the request again"))
    journey.press(.tab)
    #expect(!journey.text.contains("sends the request again") && journey.state.focus != .response)
  }

  @Test func `The card leaves with Esc, a click and a paste.`() {
    for step in 0..<3 {
      var journey = journey()
      journey.apply(.demo(.served))
      switch step {
      case 0: journey.press(.escape)
      case 1: journey.click(5, 5)
      default: journey.paste("x")
      }
      #expect(!journey.text.contains("sends the request again"), "\(step)")
    }
  }

  @Test func `Nothing is sent if the user has gone on, or has changed the request.`() {
    var moved = journey()
    moved.press(.down)
    moved.apply(.demo(.served))
    #expect(moved.sends.isEmpty)
    var changed = journey()
    let saved = Samples.getUser
    let draft = Samples.getUser { $0.url = "http://elsewhere.test" }
    changed.state.sessions[.file(Samples.getUserPath)] = RequestSession(
      key: .file(Samples.getUserPath), saved: saved, draft: draft)
    changed.apply(.demo(.served))
    #expect(changed.sends.isEmpty)
  }

  @Test func `A request that the user made a POST is not sent.`() {
    var journey = journey()
    var tree = Samples.workspace
    let node = Samples.node("users/get-user", Samples.getUserPath, "Get user", "POST")
    tree.collections[0].items = [.request(node)]
    journey.apply(.files(.treeRefreshed(tree)))
    journey.apply(.demo(.served))
    #expect(journey.sends.isEmpty)
  }

  @Test func `A small window has no card.`() {
    var journey = journey(columns: 80, rows: 16)
    journey.apply(.demo(.served))
    #expect(journey.sends.count == 1 && !journey.text.contains("sends the request again"))
  }

  @Test func `The folders that the window has no room for stay closed.`() {
    let journey = journey(columns: 120, rows: 9)
    #expect(!journey.state.tree.expanded.contains("/w/demo/orders"))
  }

  @Test func `Another workspace sends nothing when the API runs.`() {
    var journey = Journey()
    journey.open()
    journey.apply(.demo(.served))
    #expect(journey.sends.isEmpty && !journey.text.contains("sends the request again"))
  }
}
