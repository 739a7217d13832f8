import Networking
import Testing
import Workspaces

@testable import Sessions

@Suite("The statistics of a run") struct RunStatisticsTests {
  private static func result(_ status: Int, _ trouble: RunResult.Trouble? = nil, passes: Bool = true) -> RunResult {
    RunResult(
      iteration: 1, id: "a", name: "A", method: "GET", url: "http://h/", status: status, duration: .milliseconds(10),
      assertions: [AssertionResult(expression: "res.status eq 200", passed: passes)], trouble: trouble)
  }

  @Test("Failures are counted by kind, answers by status; only answers have a latency")
  func kinds() {
    let results = [
      Self.result(200), Self.result(500, passes: false), Self.result(0, .transfer("no", .connect), passes: false),
      Self.result(0, .transfer("no", .connect), passes: false), Self.result(0, .file("broken"), passes: false),
      Self.result(0, .request("{{x}}"), passes: false), Self.result(200, .transfer("cut", .truncated)),
    ]
    let figures = RunStatistics(results)
    #expect(figures.requests == 7 && figures.failed == 6)
    #expect(figures.errors == ["assertion": 1, "connect": 2, "file": 1, "request": 1, "truncated": 1])
    #expect(figures.errorsByCount.map(\.kind) == ["connect", "assertion", "file", "request", "truncated"])
    #expect(figures.statuses == ["200": 2, "500": 1] && figures.latency.count == 3)
    #expect(figures.assertions == 7 && figures.passedAssertions == 2)
    #expect(figures.rate(over: .seconds(2)) == 3.5 && figures.rate(over: .zero) == 0)
  }

  @Test("The first request that could not be sent decides, in any order of completion")
  func first() {
    var figures = RunStatistics()
    figures.add(Self.result(0, .transfer("no", .connect)), at: 5)
    figures.add(Self.result(0, .file("broken")), at: 2)
    figures.add(Self.result(0, .request("{{x}}")), at: 3)
    #expect(figures.trouble == .file("broken"))
  }

  @Test("A latency counts from the due time")
  func late() {
    var result = Self.result(200)
    result.lateness = .seconds(1)
    #expect(RunStatistics([result]).latency.longest == .milliseconds(1010))
  }
}
