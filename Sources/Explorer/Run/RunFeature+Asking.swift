import Sessions
import Terminal
import Workspaces

/// What the user chooses before and after a run: data, how many at a time, the report.
extension RunFeature {
  /// How many requests can be sent at a time.
  static let parallelChoices = [1, 2, 4, 8, 16, 32, 64, 128, 256]

  static func changeParallel(_ state: inout State, by step: Int) -> [Outcome] {
    guard !state.isInProgress else { return [.said(.information, "Stop the run first: \(key: "runStop")")] }
    let choices = parallelChoices
    let index = (choices.firstIndex(of: state.parallel) ?? 0) + step
    guard choices.indices.contains(index) else { return [] }
    let parallel = choices[index]
    state.parallel = parallel
    // Going on with another number would mix two runs.
    if state.phase == .stopped { reset(&state) }
    return []
  }

  static func data(_ state: inout State, _ action: Action) -> [Outcome] {
    guard !state.isInProgress else { return [.said(.information, "Stop the run first: \(key: "runStop")")] }
    switch action {
    case .dataRequested: return [.ask(.runData(state.data?.name ?? ""))]
    case .dataTyped(let path) where path.isEmpty:
      state.data = nil
      reset(&state)
      return []
    case .dataTyped(let path):
      state.isReadingData = true
      return [.work(.readData(path: path))]
    case .dataRefused(let text):
      (state.isReadingData, state.startsOnceRead) = (false, false)
      return [.said(.error, text)]
    case .dataRead(let data):
      // The user has gone on to another folder meanwhile.
      guard state.isReadingData else { return [] }
      let starts = state.startsOnceRead
      state.data = data
      reset(&state)
      state.startsOnceRead = starts
      if data.isStreamed { return [.said(.information, "\(data.name) is read row by row, the folder is run for each")] }
      let rows = data.rows.count == 1 ? "1 row" : "\(data.rows.count) rows"
      return [.said(.information, "\(data.name): \(rows), the folder is run for each")]
    default: return []
    }
  }

  /// One form for all that the requests ask for, before the first is sent.
  static func ask(
    for questions: [PromptQuestion], _ state: inout State, in given: Surroundings
  ) -> [Outcome] {
    let isConfirmed = state.isConfirmed
    reset(&state)
    (state.isAsking, state.isConfirmed) = (true, isConfirmed)
    return [.askAnswers(AnswerForm("Before it is sent", questions, offered: given.offered))]
  }

  static func leaveAnswers(_ state: inout State) -> [Outcome] {
    guard state.isAsking else { return [] }
    state.isAsking = false
    return [.said(.information, "Nothing was sent: \(key: "runStop") asks again")]
  }

  /// What the answer to each request has to be before the next is sent.
  static func until(_ state: inout State, _ action: Action) -> [Outcome] {
    guard !state.isInProgress else { return [.said(.information, "Stop the run first: \(key: "runStop")")] }
    guard case .untilTyped(let text) = action else {
      let known = state.until?.assertion
      let words = known.map { [$0.expression, $0.operator, $0.value].filter { !$0.isEmpty }.joined(separator: " ") }
      return [.ask(.runUntil(words ?? ""))]
    }
    let assertion = Assertion(words: text)
    if assertion == nil, !text.isEmpty {
      return [.said(.error, "Write a path, an operator and a value, such as res.status eq 200")]
    }
    state.until = assertion.map { RetryCondition($0) }
    reset(&state)
    return []
  }

  /// How often and how fast the requests are sent.
  static func tempo(_ state: inout State, _ action: Action) -> [Outcome] {
    guard !state.isInProgress else { return [.said(.information, "Stop the run first: \(key: "runStop")")] }
    guard case .tempoTyped(let text) = action else { return [.ask(.runTempo(state.tempo.words))] }
    do throws(RunTempo.Fault) { state.tempo = try RunTempo(words: text) } catch {
      return [.said(.error, error.description)]
    }
    reset(&state)
    return []
  }

  static func report(_ state: State, _ action: Action) -> [Outcome] {
    guard !state.isInProgress, state.settled > 0 else {
      return [
        .said(.information, state.isInProgress ? "Stop the run first: \(key: "runStop")" : "Nothing has been sent yet")
      ]
    }
    guard case .reportTyped(let path) = action else { return [.ask(.runReport)] }
    return [.work(.report(RunReport(path: path, summary: state.summary)))]
  }

  /// Opens the request under the cursor, with its answer.
  static func enter(_ state: State) -> [Outcome] {
    guard let index = state.current else { return [] }
    return [.open(state.node(index), state.done[index].map { RunFinish($0.result, $0.answer) })]
  }

  static func leave(_ state: State) -> [Outcome] {
    [.close] + (state.isInProgress ? [.said(.information, "The run continues: \(key: "runFolder") shows it")] : [])
  }

  static func move(_ motion: Motion, _ state: inout State, in given: Surroundings) {
    let height = max(1, RunLayout(given.size, given.choice).rows.height)
    state.follows = false
    state.cursor.comeBack()
    switch motion {
    case .up: state.cursor.row -= 1
    case .down: state.cursor.row += 1
    case .pageUp: state.cursor.row -= height
    case .pageDown: state.cursor.row += height
    case .top: state.cursor.row = 0
    case .bottom: state.cursor.row = state.rowCount - 1
    case .left, .right: break
    }
  }

  static func click(_ mouse: Mouse, _ state: inout State, in given: Surroundings) -> [Outcome] {
    let rows = RunLayout(given.size, given.choice).rows
    switch mouse.kind {
    case .wheelUp, .wheelDown:
      state.follows = false
      state.cursor.scroll(by: mouse.kind == .wheelUp ? -3 : 3, count: state.rowCount, height: rows.height)
    case .press:
      guard rows.contains(mouse.point) else { return [] }
      let row = state.cursor.offset + mouse.point.y - rows.y
      guard state.index(at: row) != nil else { return [] }
      state.follows = false
      state.cursor.row = row
      return mouse.clicks > 1 ? enter(state) : []
    case .release, .drag: break
    }
    return []
  }
}

extension Prompt {
  static func runData(_ path: String) -> Prompt {
    Prompt("Data file, CSV or JSON: the folder is run for each row", .runData, text: path)
  }

  static func runUntil(_ words: String) -> Prompt {
    Prompt("Send each request again, every second for a minute, until: res.status eq 200", .runUntil, text: words)
  }

  static func runTempo(_ words: String) -> Prompt {
    Prompt("How often, for how long, how fast, such as 100x, 30s, 50/s; empty: once", .runTempo, text: words)
  }

  static let runReport = Prompt("Report as .html, .xml (JUnit), .json or .tap", .runReport, text: "report.html")
}
