import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Captures in the Tests tab")
struct TestsTabTests {
  private static let captures = (1...40).map { Capture(variable: "value\($0)", expression: "res.body.v\($0)") }

  private static func journey(assertions: [Assertion] = []) -> Journey {
    var definition = Samples.getUser
    definition.assertions = assertions
    definition.captures = captures
    definition.scripts = ScriptSamples.scripts
    var journey = Journey.request(definition, columns: 100, rows: 30)
    journey.type("6")
    return journey
  }

  @Test("Moving down or G reaches the last capture, and scripts are in their own tab")
  func scrolls() {
    var journey = Self.journey(assertions: [Assertion("res.status", "eq", "200")])
    #expect(journey.pane.contains("sets value1 from res.body.v1"))
    #expect(!journey.pane.contains("value40"))
    for _ in 0..<60 { journey.press(.down) }
    #expect(journey.pane.contains("value40") && !journey.pane.contains("pm.test"))
    journey.type("g")
    #expect(journey.pane.contains("res.status"))
    journey.type("G")
    #expect(journey.pane.contains("value40"))
  }

  @Test("The lines of captures cannot be edited, and a adds an assertion above them")
  func adding() {
    var journey = Self.journey()
    #expect(journey.pane.contains("No assertions."))
    journey.type("G")
    journey.type(" ")
    #expect(journey.draft.captures == Self.captures)
    journey.type("a")
    journey.type("res.status")
    #expect(journey.pane.contains("◉  res.status"))
    #expect(journey.draft.assertions.count == 1)
  }
}
