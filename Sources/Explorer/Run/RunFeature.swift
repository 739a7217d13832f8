import Basics
import Networking
import Sessions
import Terminal
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The run of a folder: sends its requests in order, and shows the results as they come.
///
/// ```
/// ready ─► running ─► finished
///            │  ▲
///        stopping ─► stopped ─► running
/// ```
///
/// It sends nothing and opens no request: it delegates that through an `Outcome`.
package enum RunFeature {
  /// What it needs to know about the rest of the program.
  struct Surroundings {
    var size: Size
    /// Where the lines of its page are.
    var choice = PageChoice()
    var now: Date
    /// The folder that the user means.
    var target: RunTarget?
    /// The folder of the run as it is listed now; `nil` if it is gone.
    var listed: RunTarget?
    /// The requests with unsaved changes, by path: what is saved is sent.
    var drafts: Set<String> = []
    var environment: Environment?
    var environmentName: String?
    var inputs = VariableInputs()
    /// Earlier answers to what requests ask for, by label.
    var offered: [String: String] = [:]
    /// A new number for a run.
    var number: Int
  }

  /// Answers beyond this number of bytes are not kept; the history has them.
  static let largestKept = 64 << 20

  static func reduce(_ state: inout State, _ action: Action, in given: Surroundings) -> [Outcome] {
    defer { settle(&state, in: given) }
    switch action {
    case .requested: return open(&state, in: given)
    case .toggled: return toggle(&state, in: given)
    case .restarted:
      return state.isInProgress
        ? [.said(.information, "The run is still going: \(key: "runStop") stops it")] : begin(&state, in: given)
    case .confirmed: return start(&state, in: given, isConfirmed: true)
    case .asked(let number, let questions):
      if number == state.number { return ask(for: questions, &state, in: given) }
    case .answered(let answers):
      guard state.isAsking else { break }
      return start(&state, in: given, isConfirmed: state.isConfirmed, answers: answers)
    case .answersLeft: return leaveAnswers(&state)
    case .failedOnlyToggled:
      state.showsFailedOnly.toggle()
      state.cursor = ListCursor()
    case .parallelChanged(let step): return changeParallel(&state, by: step)
    case .dataRequested, .dataTyped, .dataRead, .dataRefused:
      let outcomes = data(&state, action)
      guard state.startsOnceRead, !state.isReadingData else { return outcomes }
      state.startsOnceRead = false
      return outcomes + begin(&state, in: given)
    case .untilRequested, .untilTyped: return until(&state, action)
    case .tempoRequested, .tempoTyped: return tempo(&state, action)
    case .reportRequested, .reportTyped: return report(state, action)
    case .moved(let motion): move(motion, &state, in: given)
    case .entered: return enter(state)
    case .left: return leave(state)
    case .clicked(let mouse): return click(mouse, &state, in: given)
    case .ticked(let number): return number == state.number && state.isInProgress ? [.tick(number)] : []
    case .started(let number, let index):
      guard number == state.number else { break }
      state.running[index] = given.now
      if state.follows, !state.showsFailedOnly { state.cursor.row = index }
    case .finished(let number, let index, let finish):
      if number == state.number { finished(index, finish, &state) }
    case .measured(let number, let measure):
      if number == state.number { measured(measure, &state) }
    case .ended(let number):
      if number == state.number { return end(&state, in: given) }
    }
    return []
  }

  /// Shows the run in progress, else that of the folder under the cursor.
  private static func open(_ state: inout State, in given: Surroundings) -> [Outcome] {
    let target = given.target
    if state.isInProgress {
      let isOther = target != nil && target?.path != state.target.path
      return [.show] + (isOther ? [.said(.information, "The run is still going: \(key: "runStop") stops it")] : [])
    }
    guard let target, !target.nodes.isEmpty else {
      return [.said(.information, "There is no request here to run")]
    }
    guard target != state.target else { return [.show] }
    let (parallel, tempo) = (state.parallel, state.tempo)
    state = State()
    (state.parallel, state.tempo) = (parallel, tempo)
    state.target = target
    let drafts = target.nodes.count { given.drafts.contains($0.path) }
    guard drafts > 0 else { return [.show] }
    let what = drafts == 1 ? "1 request has unsaved changes" : "\(drafts) requests have unsaved changes"
    return [.show, .said(.warning, "\(what): a run sends what is saved")]
  }

  private static func toggle(_ state: inout State, in given: Surroundings) -> [Outcome] {
    switch state.phase {
    case .ready, .finished:
      // The user types faster than files are read.
      guard state.isReadingData else { return begin(&state, in: given) }
      state.startsOnceRead = true
      return []
    case .running:
      state.phase = .stopping
      return [.work(.stop(run: state.number))]
    case .stopping: return [.work(.cancel(run: state.number))]
    case .stopped:
      state.phase = .running
      state.since = given.now
      return [.work(.goOn(run: state.number)), .tick(state.number)]
    }
  }

  /// Starts from the first request; a protected environment asks first.
  private static func begin(_ state: inout State, in given: Surroundings) -> [Outcome] {
    // What is shown is what is sent: files may have changed since the page was opened.
    if let listed = given.listed, listed != state.target {
      reset(&state)
      state.target = listed
    }
    guard state.count != 0 else { return [] }
    let asks = state.target.nodes.contains { given.environment?.asks(before: $0.method) == true }
    guard asks else { return start(&state, in: given, isConfirmed: false) }
    let count = state.count.map { $0 == 1 ? "1 request" : "\(Quantity.count($0)) requests" } ?? "requests"
    return [.askProtected("\(given.environmentName ?? "") is protected. Send \(count), some of which change data?")]
  }

  private static func start(
    _ state: inout State, in given: Surroundings, isConfirmed: Bool, answers: [String: String] = [:]
  ) -> [Outcome] {
    guard !state.isInProgress, state.count != 0, !state.target.nodes.isEmpty else { return [] }
    reset(&state)
    state.number = given.number
    state.phase = .running
    state.since = given.now
    state.isConfirmed = isConfirmed
    var inputs = given.inputs
    inputs.prompts = answers
    var order = RunOrder(
      nodes: state.target.nodes, rows: state.data?.rows ?? [[]],
      parallel: state.tempo.inParallel(state.parallel == 1 ? nil : state.parallel),
      environment: given.environmentName, inputs: inputs, isConfirmed: isConfirmed,
      retry: state.until)
    order.tempo = state.tempo
    order.streamed = state.data.flatMap { $0.isStreamed ? $0.name : nil }
    order.isMeasurement = state.isMeasurement
    return [.work(.begin(run: state.number, order)), .tick(state.number)]
  }

  /// Forgets the results.
  static func reset(_ state: inout State) {
    var fresh = State()
    fresh.target = state.target
    fresh.data = state.data
    fresh.until = state.until
    fresh.tempo = state.tempo
    fresh.parallel = state.parallel
    state = fresh
  }

  private static func finished(_ index: Int, _ finish: RunFinish, _ state: inout State) {
    state.running[index] = nil
    var done = Done(result: finish.result, answer: finish.answer)
    let bytes = finish.answer?.exchange.body?.count ?? 0
    if state.keptBytes + bytes > largestKept { done.answer = nil } else { state.keptBytes += bytes }
    state.done[index] = done
    state.totals.add(finish.result, at: index)
    guard !finish.result.passed else { return }
    let place = state.failed.firstIndex { $0 > index } ?? state.failed.count
    state.failed.insert(index, at: place)
  }

  private static func measured(_ measure: RunMeasure, _ state: inout State) {
    (state.totals, state.overdue) = (measure.statistics, measure.overdue)
    for failure in measure.failures {
      state.done[failure.index] = Done(result: failure.result)
      let place = state.failed.firstIndex { $0 > failure.index } ?? state.failed.count
      state.failed.insert(failure.index, at: place)
    }
  }

  private static func end(_ state: inout State, in given: Surroundings) -> [Outcome] {
    state.spent = state.elapsed(given.now)
    state.since = nil
    state.running = [:]
    let isDone = state.isMeasurement ? state.phase == .running : state.done.count == state.count
    state.phase = isDone ? .finished : .stopped
    // Who watched it wants to see what failed.
    if state.phase == .finished, state.follows, !state.showsFailedOnly { state.cursor.row = state.failed.first ?? 0 }
    return [.recorded]
  }

  /// Keeps the cursor on a row of the list, and the preview on the answer under it.
  private static func settle(_ state: inout State, in given: Surroundings) {
    let height = RunLayout(given.size, given.choice).rows.height
    state.cursor.settle(count: state.rowCount, height: height)
    let index = state.current
    let exchange = index.flatMap { state.done[$0]?.answer?.exchange }
    if state.shown.index != index || state.shown.preview.isEmpty != (exchange?.body == nil) {
      state.shown = Shown(index: index, preview: BodyPreview(exchange))
    }
  }
}
