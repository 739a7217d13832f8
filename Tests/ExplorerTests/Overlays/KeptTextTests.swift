import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Text typed into a box survives closing") struct KeptTextTests {
  private func typed(_ journey: Journey) -> String? {
    switch journey.state.overlay {
    case .prompt(let prompt): prompt.field.text
    case .picker(let picker): picker.field.text
    case .find(let page): page.field.text
    default: nil
    }
  }

  /// A journey in the tree, with the cursor on a request.
  private func tree() -> Journey {
    var journey = Journey.request()
    _ = journey.state.setFocus(.tree)
    journey.state.tree.reveal(.request(Samples.getUserPath), in: journey.state.workspace)
    journey.state.rebuildTree()
    journey.state.tree.select(.request(Samples.getUserPath))
    return journey
  }

  @Test(
    "After Esc the text is restored, selected, when the box opens again", arguments: ["n", "N", "r", "/"])
  func reopened(key: String) {
    var journey = tree()
    journey.go("\(key) ctrl-u ‹some words› esc")
    #expect(journey.state.overlay == nil)
    journey.go(key)
    #expect(typed(journey) == "some words")
    journey.go("‹x›")
    #expect(typed(journey) == "x")
    journey.go("ctrl-z")
    #expect(typed(journey) == "some words")
  }

  @Test("A search in a list begins empty each time", arguments: [":", "ctrl-p", "ctrl-g", "e"])
  func searches(key: String) {
    var journey = tree()
    journey.apply(.environment(.loaded([Environment(name: "local")])))
    journey.go("\(key) ‹some words› esc \(key)")
    #expect(typed(journey)?.isEmpty == true)
  }

  @Test("An accepted text and an untouched one are not offered again")
  func answered() {
    var journey = tree()
    journey.go("r esc r ctrl-u ‹New name› enter")
    #expect(journey.state.overlay == nil)
    journey.apply(.files(.changed(Samples.workspace, select: nil, undo: nil, said: "Renamed")))
    journey.go("r")
    #expect(typed(journey) != "New name")
  }

  @Test("A name rejected by the disk is restored")
  func refused() {
    var journey = tree()
    journey.go("n ‹a name›  enter")
    journey.apply(.files(.failed("no permission to write")))
    journey.go("n")
    #expect(typed(journey) == "a name")
  }

  @Test("A prompt with an invalid text stays open and shows the reason")
  func noAnswer() {
    var journey = tree()
    journey.go("r ctrl-u enter")
    #expect(typed(journey) == "" && journey.footer.contains("The name is empty"))
    journey.apply(.history(.retentionRequested))
    journey.go("ctrl-u ‹for ever› enter")
    #expect(typed(journey) == "for ever" && journey.footer.contains("Days, entries"))
  }
}
