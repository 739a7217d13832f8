import Basics
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite struct FeederTests {
  /// "Me" uses two answers, one of a missing request.
  private func journey(_ capabilities: Capabilities = Capabilities(), columns: Int = 120) -> Journey {
    var journey = Journey(columns: columns, rows: 30, capabilities: capabilities)
    var me = Samples.node("me", "/w/demo/Me.yml", "Me", "GET")
    me.usedAnswers = ["log-in | $.token", "gone/away | status", "log-in | $.id"]
    let logIn = Samples.node("log-in", "/w/demo/Log in.yml", "Log in", "POST")
    let collection = CollectionNode(name: "Demo", path: "/w/demo", items: [.request(logIn), .request(me)])
    journey.state.workspace = WorkspaceTree(name: "demo", path: "/w/demo", collections: [collection])
    journey.state.rebuildTree()
    while journey.state.focus != .tree { journey.press(.tab) }
    return journey
  }

  @Test func `The tree lists after a request the ones whose answers it uses, each once.`() throws {
    #expect(try journey().treeRow("GET   Me") == "GET   Me ← Log in, gone/away")
    #expect(try journey().treeRow("POST  Log in") == "POST  Log in")
    #expect(try journey(columns: 60).treeRow("GET   Me").hasPrefix("GET   Me ← "))
  }

  @Test func `The tree is wide enough for the names.`() {
    let journey = journey()
    #expect(journey.state.tree.columns(visible: 30) == 2 + "Me ← Log in, gone/away".count + 10)
  }

  @Test func `A key explains which answers a request uses, and who uses its answer.`() {
    var journey = journey()
    journey.apply(.tree(.select(.request("/w/demo/Me.yml"))))
    journey.keys("i")
    #expect(journey.text.contains("uses {{log-in | $.token}} of Log in"))
    #expect(journey.text.contains("uses {{gone/away | status}} of gone/away"))
    journey.keys("esc")
    journey.apply(.tree(.select(.request("/w/demo/Log in.yml"))))
    journey.keys("i")
    #expect(journey.text.contains("used by Me: {{log-in | $.token}}, {{log-in | $.id}}"))
  }

  @Test func `A request without references says so, and a folder has no answers.`() {
    var journey = Journey(columns: 120, rows: 30)
    journey.keys("down right down i")
    #expect(journey.text.contains("It depends on no other request, and none depends on it."))
    journey.keys("esc up i")
    #expect(journey.state.overlay == nil && journey.state.message?.text == "Choose a request first")
  }
}
