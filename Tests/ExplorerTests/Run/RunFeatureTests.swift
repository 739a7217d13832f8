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

@Suite("The run's reducer, by itself") struct RunFeatureTests {
  private var state = RunFeature.State()
  private var given = RunFeature.Surroundings(
    size: Size(columns: 120, rows: 40), now: Samples.now, target: RunSamples.target, number: 7)

  private mutating func apply(_ action: RunFeature.Action) -> [RunFeature.Outcome] {
    RunFeature.reduce(&state, action, in: given)
  }

  private mutating func begin() {
    _ = apply(.requested)
    _ = apply(.toggled)
  }

  @Test("Asking for a run sends nothing yet; the first start sends all in order")
  mutating func starts() {
    #expect(apply(.requested) == [.show])
    #expect(state.phase == .ready)
    let order = RunOrder(
      nodes: RunSamples.target.nodes, rows: [[]], parallel: 1, environment: nil, inputs: VariableInputs(),
      isConfirmed: false)
    #expect(apply(.toggled) == [.work(.begin(run: 7, order)), .tick(7)])
    #expect(state.phase == .running)
  }

  @Test("A protected environment asks before a run that changes data, and the answer counts for the whole run")
  mutating func protected() {
    given.environment = Environment(name: "live", isProtected: true)
    given.environmentName = "live"
    _ = apply(.requested)
    #expect(
      apply(.toggled) == [.askProtected("live is protected. Send 3 requests, some of which change data?")])
    #expect(state.phase == .ready)
    guard case .work(.begin(_, let order))? = apply(.confirmed).first else {
      Issue.record("nothing was begun")
      return
    }
    #expect(order.isConfirmed && order.environment == "live")
  }

  @Test("What the requests ask for is asked once, and the run starts with the answers")
  mutating func asks() {
    given.offered = ["Region": "eu"]
    begin()
    let questions = [PromptQuestion("Region", choices: ["us", "eu"]), PromptQuestion("PIN", isHidden: true)]
    #expect(apply(.asked(run: 6, questions)).isEmpty, "a run that is over")
    #expect(
      apply(.asked(run: 7, questions)) == [
        .askAnswers(AnswerForm("Before it is sent", questions, offered: ["Region": "eu"]))
      ])
    #expect(state.phase == .ready && state.isAsking)
    given.number = 8
    guard case .work(.begin(8, let order))? = apply(.answered(["Region": "eu", "PIN": "1"])).first else {
      Issue.record("nothing was begun")
      return
    }
    #expect(order.inputs.prompts == ["Region": "eu", "PIN": "1"] && state.phase == .running && !state.isAsking)
    #expect(apply(.answered([:])).isEmpty, "answered before")
  }

  @Test("Who does not answer sends nothing, and a confirmation is not asked for again")
  mutating func leavesAnswers() {
    given.environment = Environment(name: "live", isProtected: true)
    _ = apply(.requested)
    _ = apply(.toggled)
    _ = apply(.confirmed)
    _ = apply(.asked(run: 7, [PromptQuestion("Order")]))
    guard case .work(.begin(_, let order))? = apply(.answered(["Order": "1"])).first else {
      Issue.record("nothing was begun")
      return
    }
    #expect(order.isConfirmed)
    _ = apply(.asked(run: 7, [PromptQuestion("Order")]))
    #expect(apply(.answersLeft) == [.said(.information, "Nothing was sent: \(key: "runStop") asks again")])
    #expect(state.phase == .ready && !state.isAsking && apply(.answered(["Order": "1"])).isEmpty)
  }

  @Test("It is stopped after the requests in flight, by a second key at once, and goes on where it was")
  mutating func stops() {
    begin()
    _ = apply(.started(run: 7, index: 0))
    #expect(apply(.toggled) == [.work(.stop(run: 7))])
    #expect(apply(.toggled) == [.work(.cancel(run: 7))])
    _ = apply(.finished(run: 7, index: 0, RunSamples.result(0)))
    #expect(apply(.ended(run: 7)) == [.recorded])
    #expect(state.phase == .stopped && state.running.isEmpty)
    #expect(apply(.toggled) == [.work(.goOn(run: 7)), .tick(7)])
    #expect(state.phase == .running && state.done.count == 1)
  }

  @Test("What an earlier run reports changes nothing")
  mutating func stale() {
    begin()
    let before = state
    _ = apply(.started(run: 6, index: 0))
    _ = apply(.finished(run: 6, index: 0, RunSamples.result(0)))
    #expect(apply(.ended(run: 6)).isEmpty)
    #expect(state == before)
  }

  @Test("The sums are those of the results, and only failures can be listed")
  mutating func sums() throws {
    begin()
    _ = apply(.finished(run: 7, index: 2, RunSamples.result(2, status: 403, milliseconds: 90, expected: 201)))
    _ = apply(.finished(run: 7, index: 0, RunSamples.result(0, milliseconds: 10)))
    _ = apply(.finished(run: 7, index: 1, RunSamples.result(1, milliseconds: 30)))
    _ = apply(.ended(run: 7))
    #expect(state.phase == .finished)
    #expect(state.totals.requests == 3 && state.totals.failed == 1)
    #expect(state.totals.assertions == 3 && state.totals.passedAssertions == 2)
    let latency = state.totals.latency
    let median = try #require(latency.percentile(50))
    #expect(abs(median.inMilliseconds - 30) <= 0.03 && latency.percentile(95) == .milliseconds(90))
    #expect(latency.distribution(2) == [2, 1])
    // The failure is what the cursor stands on, and what remains with `f`.
    #expect(state.current == 2)
    _ = apply(.failedOnlyToggled)
    #expect(state.rowCount == 1 && state.current == 2)
    #expect(state.summary.results.map(\.id) == ["users/list", "users/get-user", "users/create"])
  }

  @Test("A data file makes an iteration of each row, and new data forgets old results")
  mutating func data() {
    begin()
    #expect(apply(.dataRequested) == [.said(.information, "Stop the run first: \(key: "runStop")")])
    _ = apply(.finished(run: 7, index: 0, RunSamples.result(0)))
    _ = apply(.ended(run: 7))
    #expect(apply(.dataTyped("rows.csv")) == [.work(.readData(path: "rows.csv"))])
    let rows = [1, 2].map { [VariableInputs.Pair("id", "\($0)")] }
    #expect(
      apply(.dataRead(RunData(name: "rows.csv", rows: rows)))
        == [.said(.information, "rows.csv: 2 rows, the folder is run for each")])
    #expect(state.count == 6 && state.done.isEmpty && state.phase == .ready)
    guard case .work(.begin(_, let order))? = apply(.toggled).first else {
      Issue.record("nothing was begun")
      return
    }
    #expect(order.rows == rows)
    _ = apply(.ended(run: 7))
    _ = apply(.dataTyped(""))
    #expect(state.count == 3)
  }

  @Test("A condition for each answer is typed as an assertion, kept for the next run, and taken back when it is empty")
  mutating func until() {
    _ = apply(.requested)
    #expect(apply(.untilRequested) == [.ask(.runUntil(""))])
    #expect(
      apply(.untilTyped("ready")) == [.said(.error, "Write a path, an operator and a value, such as res.status eq 200")]
    )
    #expect(apply(.untilTyped("res.body.state == done")).isEmpty)
    guard case .work(.begin(_, let order))? = apply(.toggled).first else {
      Issue.record("nothing was begun")
      return
    }
    #expect(order.retry == RetryCondition(Assertion("res.body.state", "eq", "done")))
    #expect(apply(.untilRequested) == [.said(.information, "Stop the run first: \(key: "runStop")")])
    _ = apply(.ended(run: 7))
    #expect(apply(.untilRequested) == [.ask(.runUntil("res.body.state eq done"))])
    _ = apply(.untilTyped(""))
    #expect(state.until == nil)
  }

  @Test("A start that was typed while the data file is read waits for it; a file that is refused starts nothing")
  mutating func early() {
    _ = apply(.requested)
    _ = apply(.dataTyped("rows.csv"))
    #expect(apply(.toggled).isEmpty)
    #expect(apply(.dataRefused("no rows")) == [.said(.error, "no rows")])
    #expect(state.phase == .ready)
    _ = apply(.dataTyped("rows.csv"))
    _ = apply(.toggled)
    _ = apply(.dataRead(RunData(name: "rows.csv", rows: [[VariableInputs.Pair("id", "1")]])))
    #expect(state.phase == .running && state.data?.rows.count == 1)
  }

  @Test("Who moves the cursor keeps it where it is; who does not sees the run go by")
  mutating func follows() {
    begin()
    _ = apply(.started(run: 7, index: 1))
    #expect(state.current == 1)
    _ = apply(.moved(.up))
    _ = apply(.started(run: 7, index: 2))
    #expect(state.current == 0)
  }

  @Test("Another folder is not run while a run goes on, and unsaved changes are told")
  mutating func another() {
    begin()
    given.target = RunTarget(title: "Demo", path: "/w/demo", nodes: RunSamples.target.nodes)
    #expect(apply(.requested) == [.show, .said(.information, "The run is still going: \(key: "runStop") stops it")])
    #expect(state.target == RunSamples.target)
    _ = apply(.ended(run: 7))
    given.drafts = [Samples.getUserPath]
    #expect(
      apply(.requested) == [.show, .said(.warning, "1 request has unsaved changes: a run sends what is saved")])
    #expect(state.target.title == "Demo" && state.phase == .ready)
  }

  @Test("Answers beyond the limit of memory are left to the history; their results stay")
  mutating func memory() throws {
    begin()
    state.keptBytes = RunFeature.largestKept
    _ = apply(.finished(run: 7, index: 0, RunSamples.result(0)))
    let done = try #require(state.done[0])
    #expect(done.answer == nil && done.result.status == 200)
  }

  @Test("A report is asked for by its file, once there is something to report")
  mutating func report() {
    _ = apply(.requested)
    #expect(apply(.reportRequested) == [.said(.information, "Nothing has been sent yet")])
    _ = apply(.toggled)
    _ = apply(.finished(run: 7, index: 0, RunSamples.result(0)))
    _ = apply(.ended(run: 7))
    #expect(apply(.reportRequested) == [.ask(.runReport)])
    guard case .work(.report(let report))? = apply(.reportTyped("r.xml")).first else {
      Issue.record("no report")
      return
    }
    #expect(report.path == "r.xml" && report.summary.results.count == 1 && report.summary.skipped == 2)
  }

  @Test("How often, for how long and how fast is typed in one line, and is part of the order")
  mutating func tempo() throws {
    _ = apply(.requested)
    #expect(apply(.tempoRequested) == [.ask(.runTempo(""))])
    #expect(apply(.tempoTyped("fast")).first.map { if case .said(.error, _) = $0 { true } else { false } } == true)
    #expect(apply(.tempoTyped("5x")) == [] && state.count == 15 && !state.isMeasurement)
    _ = apply(.tempoTyped("30s 50/s"))
    #expect(state.count == nil && state.isMeasurement && state.rowCount == 0)
    guard case .work(.begin(_, let order))? = apply(.toggled).first else {
      Issue.record("nothing was begun")
      return
    }
    #expect(order.tempo.pace == RunPace(rate: 50, duration: .seconds(30)) && order.tempo.passes == nil)
    #expect(order.parallel == 256 && order.isMeasurement)
    #expect(apply(.tempoTyped("")) == [.said(.information, "Stop the run first: \(key: "runStop")")])
  }

  @Test("A measurement tells its figures and lists what failed; stopped, it goes on")
  mutating func measured() {
    _ = apply(.requested)
    _ = apply(.tempoTyped("30s"))
    _ = apply(.toggled)
    let failure = RunSamples.result(4, status: 500, expected: 200).result
    var statistics = RunStatistics([RunSamples.result(0).result])
    statistics.add(failure, at: 4)
    _ = apply(
      .measured(
        run: 7,
        RunMeasure(statistics: statistics, overdue: 2, failures: [RunMeasure.Failure(index: 4, result: failure)])))
    #expect(state.settled == 2 && state.rowCount == 1 && state.index(at: 0) == 4 && state.overdue == 2)
    // An earlier run has nothing to say.
    _ = apply(.measured(run: 6, RunMeasure(statistics: RunStatistics())))
    #expect(state.settled == 2)
    _ = apply(.toggled)
    #expect(apply(.ended(run: 7)) == [.recorded] && state.phase == .stopped)
    #expect(apply(.toggled) == [.work(.goOn(run: 7)), .tick(7)])
    _ = apply(.ended(run: 7))
    #expect(state.phase == .finished && state.summary.overdue == 2 && state.summary.skipped == 0)
  }

  @Test("A data file that is read row by row has no number of rows, and is named in the order")
  mutating func streamed() {
    _ = apply(.requested)
    _ = apply(.dataTyped("big.csv"))
    _ = apply(.dataRead(RunData(name: "big.csv", rows: [], isStreamed: true)))
    #expect(state.count == nil && state.isMeasurement)
    guard case .work(.begin(_, let order))? = apply(.toggled).first else {
      Issue.record("nothing was begun")
      return
    }
    #expect(order.streamed == "big.csv" && order.tempo.passes == 1)
  }
}
