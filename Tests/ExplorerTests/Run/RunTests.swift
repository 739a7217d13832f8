import Basics
import Foundation
import Networking
import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// Results of a run, made by hand.
enum RunSamples {
  static let target = RunTarget(
    title: "Users", path: "/w/demo/users",
    nodes: [
      Samples.node("users/list", "/w/demo/users/List users.yml", "List users", "GET"),
      Samples.node("users/get-user", Samples.getUserPath, "Get user", "GET"),
      Samples.node("users/create", "/w/demo/users/Create user.yml", "Create user", "POST"),
    ])

  static func result(
    _ index: Int, status: Int = 200, milliseconds: Int = 30, expected: Int? = nil
  ) -> RunFinish {
    let node = target.nodes[index % target.nodes.count]
    let wanted = expected ?? status
    var result = RunResult(iteration: 1, id: node.id, name: node.name, method: node.method, url: node.url)
    result.status = status
    result.duration = .milliseconds(milliseconds)
    result.assertions = [
      AssertionResult(expression: "res.status eq \(wanted)", passed: status == wanted, actual: "\(status)")
    ]
    let checks = AnswerChecks(assertions: result.assertions)
    return RunFinish(
      result, RunAnswer(exchange: Samples.exchange("{\"error\": \"admins only\"}", status: status), checks: checks))
  }
}

@Suite("The run of a folder") struct RunTests {
  private var journey = Journey(columns: 120, rows: 40)
  private var run: Run { journey.state.run }

  init() {
    journey.apply(.tree(.select(.folder("/w/demo/users"))))
    apply(.requested)
  }

  /// Applies an action and keeps only its effects.
  private mutating func apply(_ action: Run.Action) {
    journey.forget()
    journey.apply(.run(action))
  }

  private mutating func finish(_ index: Int, status: Int = 200, milliseconds: Int = 30, expected: Int? = nil) {
    let result = RunSamples.result(index, status: status, milliseconds: milliseconds, expected: expected)
    apply(.finished(run: run.number, index: index, result))
  }

  private var work: [RunEffect] { journey.effects.compactMap { if case .run(let effect) = $0 { effect } else { nil } } }

  /// The order of the run that has just begun.
  private var order: RunOrder? {
    work.lazy.compactMap { if case .begin(_, let order) = $0 { order } else { nil } }.first
  }

  private mutating func protect() {
    journey.apply(.environment(.loaded([Environment(name: "live", isProtected: true)])))
    journey.apply(.environment(.chosen("live")))
  }

  @Test("Opening a run sends nothing; the first start sends all in order")
  mutating func starts() {
    #expect(journey.state.page == .run && work.isEmpty && run.phase == .ready)
    let order = RunOrder(
      nodes: RunSamples.target.nodes, rows: [[]], parallel: 1, environment: nil, inputs: VariableInputs(),
      isConfirmed: false)
    apply(.toggled)
    #expect(
      journey.effects == [
        .run(.begin(run: run.number, order)), .after(.milliseconds(100), .run(.ticked(run.number))),
      ])
    #expect(run.phase == .running)
  }

  @Test("A protected environment asks once before a run that may change data")
  mutating func protected() {
    protect()
    apply(.toggled)
    #expect(journey.asked.contains("live is protected. Send 3 requests, some of which change data?"))
    #expect(work.isEmpty && run.phase == .ready)
    journey.type("y")
    #expect(order?.isConfirmed == true && order?.environment == "live")
  }

  @Test("The prompts of all requests are asked once, and the run starts with the answers")
  mutating func asks() {
    journey.state.outbox.lastAnswers = ["Region": "eu"]
    apply(.toggled)
    let questions = [PromptQuestion("Region", choices: ["us", "eu"]), PromptQuestion("PIN", isHidden: true)]
    apply(.asked(run: run.number - 1, questions))
    #expect(journey.state.overlay == nil, "a run that is over")
    apply(.asked(run: run.number, questions))
    let form = AnswerForm("Before sending", questions, offered: ["Region": "eu"], by: .run)
    #expect(journey.state.overlay == .answers(form))
    #expect(run.phase == .ready && run.isAsking)
    apply(.answered(["Region": "eu", "PIN": "1"]))
    #expect(order?.inputs.prompts == ["Region": "eu", "PIN": "1"] && run.phase == .running && !run.isAsking)
    apply(.answered([:]))
    #expect(work.isEmpty, "answered before")
  }

  @Test("Without answers nothing is sent, and a confirmation is not repeated")
  mutating func leavesAnswers() {
    protect()
    apply(.toggled)
    journey.type("y")
    apply(.asked(run: run.number, [PromptQuestion("Order")]))
    apply(.answered(["Order": "1"]))
    #expect(order?.isConfirmed == true)
    journey.state.overlay = nil
    apply(.asked(run: run.number, [PromptQuestion("Order")]))
    journey.press(.escape)
    #expect(journey.footer.contains("Nothing was sent: Space asks again"))
    #expect(run.phase == .ready && !run.isAsking)
    apply(.answered(["Order": "1"]))
    #expect(work.isEmpty)
  }

  @Test("A run stops after the requests in flight, or at once on a second key, and can be continued")
  mutating func stops() {
    apply(.toggled)
    let number = run.number
    apply(.started(run: number, index: 0))
    apply(.toggled)
    #expect(work == [.stop(run: number)])
    apply(.toggled)
    #expect(work == [.cancel(run: number)])
    finish(0)
    apply(.ended(run: number))
    #expect(journey.effects.contains(.files(.loadHistory(HistoryRequest()))))
    #expect(run.phase == .stopped && run.running.isEmpty)
    apply(.toggled)
    #expect(journey.effects == [.run(.goOn(run: number)), .after(.milliseconds(100), .run(.ticked(number)))])
    #expect(run.phase == .running && run.done.count == 1)
  }

  @Test("Reports of an earlier run change nothing")
  mutating func stale() {
    apply(.toggled)
    let (before, earlier) = (run, run.number - 1)
    apply(.started(run: earlier, index: 0))
    apply(.finished(run: earlier, index: 0, RunSamples.result(0)))
    apply(.ended(run: earlier))
    #expect(journey.effects.isEmpty && run == before)
  }

  @Test("The totals match the results, and the list can be limited to failures")
  mutating func sums() throws {
    apply(.toggled)
    finish(2, status: 403, milliseconds: 90, expected: 201)
    finish(0, milliseconds: 10)
    finish(1, milliseconds: 30)
    apply(.ended(run: run.number))
    #expect(run.phase == .finished)
    #expect(run.totals.requests == 3 && run.totals.failed == 1)
    #expect(run.totals.assertions == 3 && run.totals.passedAssertions == 2)
    let latency = run.totals.latency
    let median = try #require(latency.percentile(50))
    #expect(abs(median.inMilliseconds - 30) <= 0.03 && latency.percentile(95) == .milliseconds(90))
    #expect(latency.distribution(2) == [2, 1])
    // The cursor is on the failure, which is also what `f` leaves.
    #expect(run.current == 2)
    journey.type("f")
    #expect(run.rowCount == 1 && run.current == 2)
    #expect(run.summary.results.map(\.id) == ["users/list", "users/get-user", "users/create"])
  }

  @Test("A data file gives one iteration per row, and new data clears old results")
  mutating func data() {
    apply(.toggled)
    journey.type("D")
    #expect(journey.footer.contains("Stop the run first: Space") && journey.state.overlay == nil)
    finish(0)
    apply(.ended(run: run.number))
    journey.forget()
    journey.go("D ‹rows.csv› enter")
    #expect(work == [.readData(path: "rows.csv")])
    let rows = [1, 2].map { [VariableInputs.Pair("id", "\($0)")] }
    apply(.dataRead(RunData(name: "rows.csv", rows: rows)))
    #expect(journey.footer.contains("rows.csv: 2 rows, the folder runs for each"))
    #expect(run.count == 6 && run.done.isEmpty && run.phase == .ready)
    apply(.toggled)
    #expect(order?.rows == rows)
    apply(.ended(run: run.number))
    apply(.dataTyped(""))
    #expect(run.count == 3)
  }

  @Test("A retry condition is typed as an assertion, kept for the next run, and removed when empty")
  mutating func until() {
    journey.go("U ‹ready› enter")
    #expect(journey.state.overlay != nil && run.until == nil, "an invalid one stays in its field")
    journey.press(.control("u"))
    journey.type("res.body.state == done")
    journey.press(.enter)
    apply(.toggled)
    #expect(order?.retry == RetryCondition(Assertion("res.body.state", "eq", "done")))
    journey.type("U")
    #expect(journey.footer.contains("Stop the run first: Space") && journey.state.overlay == nil)
    apply(.ended(run: run.number))
    journey.type("U")
    #expect(journey.text.contains("res.body.state eq done"))
    journey.press(.control("u"), .enter)
    #expect(run.until == nil)
  }

  @Test("A start during the reading of a data file waits for it; a rejected file starts nothing")
  mutating func early() {
    apply(.dataTyped("rows.csv"))
    apply(.toggled)
    #expect(work.isEmpty)
    apply(.dataRefused("no rows"))
    #expect(journey.footer.contains("no rows") && run.phase == .ready)
    apply(.dataTyped("rows.csv"))
    apply(.toggled)
    apply(.dataRead(RunData(name: "rows.csv", rows: [[VariableInputs.Pair("id", "1")]])))
    #expect(run.phase == .running && run.data?.rows.count == 1)
  }

  @Test("The cursor follows the run until the user moves it")
  mutating func follows() {
    apply(.toggled)
    apply(.started(run: run.number, index: 1))
    #expect(run.current == 1)
    journey.press(.up)
    apply(.started(run: run.number, index: 2))
    #expect(run.current == 0)
  }

  @Test("Another folder is not run during a run, and unsaved changes are reported")
  mutating func another() {
    let target = run.target
    #expect(target == RunSamples.target)
    apply(.toggled)
    journey.press(.escape)
    journey.apply(.tree(.select(.collection("/w/demo"))))
    apply(.requested)
    #expect(journey.state.page == .run && journey.footer.contains("The run is in progress: Space stops it"))
    #expect(run.target == target)
    apply(.ended(run: run.number))
    journey.press(.escape)
    journey.open()
    journey.apply(.request(.answered(.method, "DELETE")))
    journey.state.focus = .tree
    journey.apply(.tree(.select(.collection("/w/demo"))))
    apply(.requested)
    #expect(journey.footer.contains("1 request has unsaved changes: a run sends saved versions"))
    #expect(run.target.title == "Demo" && run.phase == .ready)
  }

  @Test("Answers beyond the memory limit are left to the history; their results stay")
  mutating func memory() throws {
    apply(.toggled)
    journey.state.run.keptBytes = Run.largestKept
    finish(0)
    let done = try #require(run.done[0])
    #expect(done.answer == nil && done.result.status == 200)
  }

  @Test("A report can be written to a file once there are results")
  mutating func report() {
    journey.type("s")
    #expect(journey.footer.contains("Nothing has been sent yet"))
    apply(.toggled)
    finish(0)
    apply(.ended(run: run.number))
    journey.type("s")
    #expect(journey.text.contains("report.html"))
    journey.forget()
    journey.press(.control("u"))
    journey.type("r.xml")
    journey.press(.enter)
    let reports = work.compactMap { if case .report(let report) = $0 { report } else { nil } }
    #expect(reports.map(\.path) == ["r.xml"])
    #expect(reports.map(\.summary.results.count) == [1] && reports.map(\.summary.skipped) == [2])
  }

  @Test("Repetitions, duration and rate are typed in one line and are part of the order")
  mutating func profile() {
    journey.go("p ‹fast› enter")
    #expect(journey.state.overlay != nil && run.profile == LoadProfile(), "an invalid one stays in its field")
    journey.press(.escape)
    apply(.profileTyped("5x"))
    #expect(journey.effects.isEmpty && run.count == 15 && !run.isMeasurement)
    apply(.profileTyped("30s 50/s"))
    #expect(run.count == nil && run.isMeasurement && run.rowCount == 0)
    apply(.toggled)
    #expect(order?.profile.pace == SendSchedule(rate: 50, duration: .seconds(30)) && order?.profile.passes == nil)
    #expect(order?.parallel == 256 && order?.isMeasurement == true)
    apply(.profileTyped(""))
    #expect(journey.footer.contains("Stop the run first: Space"))
  }

  @Test("A load measurement shows statistics and lists failures, and can be continued")
  mutating func measured() {
    apply(.profileTyped("30s"))
    apply(.toggled)
    let number = run.number
    let failure = RunSamples.result(4, status: 500, expected: 200).result
    var statistics = RunStatistics([RunSamples.result(0).result])
    statistics.add(failure, at: 4)
    apply(
      .measured(
        run: number,
        RunMeasure(statistics: statistics, overdue: 2, failures: [RunMeasure.Failure(index: 4, result: failure)])))
    #expect(run.settled == 2 && run.rowCount == 1 && run.index(at: 0) == 4 && run.overdue == 2)
    // A report of an earlier run is ignored.
    apply(.measured(run: number - 1, RunMeasure(statistics: RunStatistics())))
    #expect(run.settled == 2)
    apply(.toggled)
    apply(.ended(run: number))
    #expect(run.phase == .stopped)
    apply(.toggled)
    #expect(work == [.goOn(run: number)])
    apply(.ended(run: number))
    #expect(run.phase == .finished && run.summary.overdue == 2 && run.summary.skipped == 0)
  }

  @Test("A streamed data file has no row count, and the order names it")
  mutating func streamed() {
    apply(.dataTyped("big.csv"))
    apply(.dataRead(RunData(name: "big.csv", rows: [], isStreamed: true)))
    #expect(run.count == nil && run.isMeasurement)
    apply(.toggled)
    #expect(order?.streamed == "big.csv" && order?.profile.passes == 1)
  }
}
