import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("A run whose scripts choose the next request") struct ReorderedRunTests {
  private var journey = Journey(columns: 120, rows: 40)
  private var run: Run { journey.state.run }

  init() {
    journey.apply(.tree(.select(.folder("/w/demo/users"))))
    journey.apply(.run(.requested))
    journey.apply(.run(.toggled))
  }

  private mutating func send(_ row: Int, status: Int = 200) {
    journey.apply(.run(.started(run: run.number, index: row)))
    var finish = RunSamples.result(row, status: status, expected: 200)
    finish.isReordered = true
    journey.apply(.run(.finished(run: run.number, index: row, finish)))
  }

  private func line(_ name: String) -> String { journey.lines.first { $0.contains("  \(name)") } ?? "" }

  @Test("A request that was sent again shows its last result and how often it was sent and failed")
  mutating func repeats() {
    send(1, status: 500)
    send(1)
    send(1)
    #expect(run.done.count == 1 && run.totals.requests == 3)
    #expect(line("Get user").contains("✓") && line("Get user").contains("Get user  ×3, 1 failed"), "\(journey.text)")
    #expect(line("List users").contains("·"))
    #expect(run.summary.results.map(\.status) == [500, 200, 200] && run.summary.unlisted == 0)
    journey.type("f")
    #expect(run.rowCount == 1 && run.current == 1)
  }

  @Test("The progress counts the sent requests without a total, and none counts as skipped")
  mutating func counts() {
    for _ in 0..<4 { send(0) }
    #expect(journey.text.contains("4 sent") && !journey.text.contains("of 3"), "\(journey.text)")
    #expect(run.summary.isReordered && run.summary.skipped == 0)
  }

  @Test("A run that a script ended is finished, though requests remain")
  mutating func ends() {
    send(2)
    #expect(line("Create user").contains("✓"))
    journey.apply(.run(.ended(run: run.number)))
    #expect(run.phase == .finished && journey.footer.contains("Space again"))
  }

  @Test("The memory of a replaced answer is free again")
  mutating func memory() throws {
    send(0)
    let bytes = run.keptBytes
    send(0)
    let done = try #require(run.done[0])
    #expect(bytes > 0 && run.keptBytes == bytes && done.answer != nil)
  }
}
