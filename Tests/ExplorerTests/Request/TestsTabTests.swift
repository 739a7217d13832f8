import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Captures and scripts in the Tests tab")
struct TestsTabTests {
  private static let code = (1...40).map { "line\($0)();" }.joined(separator: "\n")

  private static func journey(assertions: [Assertion] = []) -> Journey {
    var definition = Samples.getUser
    definition.assertions = assertions
    definition.scripts = [Script(phase: "after-response", code: code)]
    var journey = Journey.request(definition, columns: 100, rows: 30)
    journey.type("6")
    return journey
  }

  @Test("A script is shown in full: moving down or G reaches the last line")
  func scrolls() {
    var journey = Self.journey(assertions: [Assertion("res.status", "eq", "200")])
    #expect(journey.pane.contains("after-response script, 40 lines: kept, not run"))
    #expect(journey.pane.contains("line1();"))
    #expect(!journey.pane.contains("line40();"))
    for _ in 0..<60 { journey.press(.down) }
    #expect(journey.pane.contains("line40();"))
    journey.type("g")
    #expect(journey.pane.contains("res.status"))
    journey.type("G")
    #expect(journey.pane.contains("line40();"))
  }

  @Test("The lines of a script cannot be edited, and a adds an assertion above them")
  func adding() {
    var journey = Self.journey()
    #expect(journey.pane.contains("No assertions."))
    journey.type("G")
    journey.type(" ")
    #expect(journey.draft.scripts.first?.code == Self.code)
    journey.type("a")
    journey.type("res.status")
    #expect(journey.pane.contains("◉  res.status"))
    #expect(journey.draft.assertions.count == 1)
  }
}
