import Basics
import Essentials
import HTTPModel
import SessionModel
package import Terminal
package import Workspaces

/// The run of a folder: sends its requests in order, and shows the results as they arrive.
///
/// ```
/// ready ─► running ─► finished
///            │  ▲
///        stopping ─► stopped ─► running
/// ```
package struct Run: Feature {
  var target = RunTarget()
  var phase = Phase.ready
  /// The number of the run; reports of earlier runs are ignored.
  var number = 0
  var data: RunData?
  /// True while a data file is being read; `startsOnceRead` is true if the run starts afterwards.
  var isReadingData = false
  var startsOnceRead = false
  /// Repeats each request until its answer is as expected.
  var until: RetryCondition?
  /// The number of repetitions and the rate.
  var profile = LoadProfile()
  /// True while a form shows the prompts of the requests; `isConfirmed` is true if the user agreed to send to a
  /// protected environment.
  var isAsking = false
  var isConfirmed = false
  var parallel = 1
  /// The results, by the row of the request: all requests of the first iteration, then those of the next.
  var done: [Int: Done] = [:]
  /// True if scripts chose which requests were sent, so that the number of requests is unknown before the end.
  var isReordered = false
  /// The start times of the requests in flight.
  var running: [Int: Date] = [:]
  /// The requests that failed, in the order of the run.
  var failed: [Int] = []
  var totals = RunStatistics()
  /// The number of requests that could not be sent in time for the rate.
  var overdue = 0
  var keptBytes = 0
  /// The duration of the run until it was last stopped, and the time it was continued.
  var spent = Duration.zero
  var since: Date?
  var cursor = ListCursor()
  var showsFailedOnly = false
  /// True if the cursor follows the run, until the user moves it.
  var follows = true
  /// The answer under the cursor.
  var shown = Shown()

  package enum Action: Equatable, Sendable {
    /// The user wants to run the folder under the cursor, or to see the run in progress.
    case requested
    /// Starts, stops or continues the run.
    case toggled
    /// Starts from the first request.
    case restarted
    /// The user agreed to send to a protected environment.
    case confirmed
    /// The answers to the requests' prompts, by label.
    case answered([String: String])
    /// The user closed the form, so nothing is sent.
    case answersLeft
    case failedOnlyToggled
    case parallelChanged(Int)
    case dataRequested
    case dataTyped(String)
    case untilRequested
    case untilTyped(String)
    case profileRequested
    case profileTyped(String)
    case reportRequested
    case reportTyped(String)
    case moved(Motion)
    case entered
    case left
    case clicked(Mouse)
    case ticked(Int)
    // Reports of a run, with its number
    case dataRead(RunData)
    case dataRefused(String)
    /// The prompts of the requests, before anything is sent.
    case asked(run: Int, [PromptQuestion])
    /// The index is the row of the request.
    case started(run: Int, index: Int)
    case finished(run: Int, index: Int, RunFinish)
    /// The intermediate result of a load measurement, in place of single results.
    case measured(run: Int, RunMeasure)
    case ended(run: Int)
  }

  package enum Question: Hashable, Sendable {
    case data, until, profile, report
  }

  enum Phase: Equatable, Sendable {
    /// Nothing has been sent.
    case ready
    case running
    /// No more requests start; those in flight finish.
    case stopping
    case stopped, finished
  }

  /// The last result of a request in an iteration.
  struct Done: Equatable, Sendable {
    var result: RunResult
    /// `nil` if there is none, or if the kept answers reached the size limit.
    var answer: RunAnswer?
    /// The results before the last one, if scripts sent the request again.
    var earlier: [RunResult] = []

    var results: [RunResult] { earlier + [result] }

    /// `×3, 1 failed`; empty if the request was sent once.
    func repetitions(unicode: Bool) -> String {
      guard !earlier.isEmpty else { return "" }
      let failed = earlier.count { !$0.passed } + (result.passed ? 0 : 1)
      return "\(unicode ? "×" : "x")\(earlier.count + 1)" + (failed > 0 ? ", \(failed) failed" : "")
    }
  }

  /// The preview of the answer under the cursor.
  struct Shown: Equatable, Sendable {
    var index: Int?
    var preview = BodyPreview()
  }
}

extension Run {
  /// Longer runs are not listed request by request.
  private static let mostListed = 10_000

  /// The number of iterations of the folder; `nil` if unknown before the end.
  var iterations: Int? {
    guard profile.pace.duration == nil, data?.isStreamed != true else { return nil }
    let (count, overflow) = (data?.rows.count ?? 1).multipliedReportingOverflow(by: profile.passes ?? 1)
    return overflow ? nil : count
  }

  /// The number of requests; `nil` if unknown before the end.
  var count: Int? {
    guard let iterations else { return nil }
    let (count, overflow) = target.nodes.count.multipliedReportingOverflow(by: iterations)
    return overflow ? nil : count
  }

  /// The number of requests that the run sends; `nil` if unknown before the end.
  var expected: Int? { isReordered ? nil : count }

  /// True if the run is a load measurement, which lists only failures.
  var isMeasurement: Bool { profile.isMeasurement || count.map { $0 > Self.mostListed } ?? true }

  var settled: Int { totals.requests + totals.skipped }

  private var listed: Int? { isMeasurement || showsFailedOnly ? nil : count }
  var rowCount: Int { listed ?? failed.count }

  /// The request of a row, by its index in the run; `nil` if there is none.
  func index(at row: Int) -> Int? {
    guard let listed else { return failed.indices.contains(row) ? failed[row] : nil }
    return (0..<listed).contains(row) ? row : nil
  }

  var current: Int? { index(at: cursor.row) }
  func node(_ index: Int) -> RequestNode { target.nodes[index % target.nodes.count] }
  var isInProgress: Bool { phase == .running || phase == .stopping }

  func elapsed(_ now: Date) -> Duration {
    spent + (since.map { .seconds(max(0, now.timeIntervalSince($0))) } ?? .zero)
  }

  var summary: RunSummary {
    let results = done.sorted { $0.key < $1.key }.flatMap(\.value.results)
    var summary = RunSummary(
      title: target.title, results: results, statistics: totals, skipped: (expected ?? settled) - totals.requests,
      duration: spent)
    summary.overdue = overdue
    summary.isReordered = isReordered
    return summary
  }
}

extension Run {
  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    take(action, in: &context)
    settle(in: context)
  }

  private mutating func take(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .requested: open(in: &context)
    case .toggled: toggle(in: &context)
    case .restarted: begin(in: &context)
    case .confirmed: start(in: &context, isConfirmed: true)
    case .asked(let number, let questions): if number == self.number { ask(for: questions, in: &context) }
    case .answered(let answers):
      if isAsking { start(in: &context, isConfirmed: isConfirmed, answers: answers) }
    case .answersLeft: leaveAnswers(in: &context)
    case .failedOnlyToggled:
      showsFailedOnly.toggle()
      cursor = ListCursor()
    case .parallelChanged, .dataRequested, .dataTyped, .untilRequested, .untilTyped, .profileRequested, .profileTyped,
      .reportRequested, .reportTyped:
      choose(action, in: &context)
    case .moved(let motion): move(motion, in: context)
    case .entered: enter(in: &context)
    case .left: leave(in: &context)
    case .clicked(let mouse): click(mouse, in: &context)
    case .ticked(let number): if number == self.number, isInProgress { tick(in: &context) }
    case .dataRead, .dataRefused: read(action, in: &context)
    case .started(let number, _), .finished(let number, _, _), .measured(let number, _), .ended(let number):
      if number == self.number { report(action, in: &context) }
    }
  }

  /// Shows the run in progress, else that of the folder under the cursor.
  private mutating func open(in context: inout FeatureContext) {
    let app = context.app
    let target = app.folderMeant.flatMap { app.workspace.runTarget(at: $0, sendable: app.program.sendableKinds) }
    if isInProgress {
      context.show(.run)
      if let target, target.path != self.target.path {
        context.say("The run is in progress: \(key: "runStop") stops it")
      }
      return
    }
    guard let target, !target.nodes.isEmpty else { return context.say("There is no request here to run") }
    context.show(.run)
    guard target != self.target else { return }
    var fresh = Run()
    (fresh.parallel, fresh.profile, fresh.target) = (parallel, profile, target)
    self = fresh
    let changed = Set(app.sessions.all.values.filter(\.isDraft).compactMap(\.key.path))
    let drafts = target.nodes.count { changed.contains($0.path) }
    guard drafts > 0 else { return }
    let what = drafts == 1 ? "1 request has unsaved changes" : "\(drafts) requests have unsaved changes"
    context.say("\(what): a run sends saved versions", .warning)
  }

  private mutating func toggle(in context: inout FeatureContext) {
    switch phase {
    // The user acted before the file was read.
    case .ready, .finished: if isReadingData { startsOnceRead = true } else { begin(in: &context) }
    case .running:
      phase = .stopping
      context.run(.run(.stop(run: number)))
    case .stopping: context.run(.run(.cancel(run: number)))
    case .stopped:
      phase = .running
      since = context.app.clock.now
      context.run(.run(.goOn(run: number)))
      tick(in: &context)
    }
  }

  /// Starts from the first request; a protected environment asks first.
  mutating func begin(in context: inout FeatureContext) {
    let app = context.app
    // Files may have changed since the page was opened; the shown requests must be those sent.
    if let listed = app.workspace.runTarget(at: target.path, sendable: app.program.sendableKinds), listed != target {
      reset()
      target = listed
    }
    guard count != 0 else { return }
    let collection = app.collection(around: target.path)
    let isOfCurrent = collection == nil || collection == app.environment.collection
    let environment = isOfCurrent ? app.environment.current : nil
    guard target.nodes.contains(where: { environment?.asks(before: $0.method) == true }) else {
      return start(in: &context, isConfirmed: false)
    }
    let requests = count.map { Quantity.amount($0, "request") } ?? "requests"
    let name = app.environmentChosen(in: collection) ?? ""
    let text = "\(name) is protected. Send \(requests), some of which change data?"
    context.perform(.overlay(.show(.question(.confirm("Protected environment", text, yes: .run(.confirmed))))))
  }

  private mutating func start(
    in context: inout FeatureContext, isConfirmed: Bool, answers: [String: String] = [:]
  ) {
    guard !isInProgress, count != 0, !target.nodes.isEmpty else { return }
    reset()
    (number, phase, since) = (context.nextSerial(), .running, context.app.clock.now)
    self.isConfirmed = isConfirmed
    var inputs = context.app.inputs.variables
    inputs.prompts = answers
    let environment = context.app.environmentChosen(in: context.app.collection(around: target.path))
    var order = RunOrder(
      nodes: target.nodes, rows: data?.rows ?? [[]], parallel: profile.inParallel(parallel == 1 ? nil : parallel),
      environment: environment, inputs: inputs, isConfirmed: isConfirmed, retry: until)
    order.profile = profile
    order.streamed = data.flatMap { $0.isStreamed ? $0.name : nil }
    order.isMeasurement = isMeasurement
    context.run(.run(.begin(run: number, order)))
    tick(in: &context)
  }

  private func tick(in context: inout FeatureContext) {
    context.run(.after(.milliseconds(100), .run(.ticked(number))))
  }

  /// Forgets the results.
  mutating func reset() {
    var fresh = Run()
    (fresh.target, fresh.data, fresh.until) = (target, data, until)
    (fresh.profile, fresh.parallel) = (profile, parallel)
    self = fresh
  }
}

/// Reports of the requests in flight.
extension Run {
  /// Answers beyond this number of bytes are not kept; the history has them.
  static let largestKept = 64 << 20

  private mutating func report(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .started(_, let index):
      running[index] = context.app.clock.now
      if follows, !showsFailedOnly { cursor.row = index }
    case .finished(_, let index, let finish): finished(index, finish)
    case .measured(_, let measure):
      (totals, overdue, isReordered) = (measure.statistics, measure.overdue, measure.isReordered)
      for failure in measure.failures { keep(Done(result: failure.result), at: failure.index) }
    case .ended: end(in: &context)
    default: break
    }
  }

  private mutating func finished(_ index: Int, _ finish: RunFinish) {
    running[index] = nil
    isReordered = finish.isReordered
    var done = Done(result: finish.result, answer: finish.answer)
    let bytes = finish.answer?.exchange.body?.count ?? 0
    keptBytes -= self.done[index]?.answer?.exchange.body?.count ?? 0
    if keptBytes + bytes > Self.largestKept { done.answer = nil } else { keptBytes += bytes }
    totals.add(finish.result, at: index)
    keep(done, at: index)
  }

  private mutating func keep(_ new: Done, at index: Int) {
    if let former = done[index]?.result {
      done[index]?.earlier.append(former)
      done[index]?.result = new.result
      done[index]?.answer = new.answer
    } else {
      done[index] = new
    }
    guard !new.result.passed, !failed.contains(index) else { return }
    failed.insert(index, at: failed.firstIndex { $0 > index } ?? failed.count)
  }

  private mutating func end(in context: inout FeatureContext) {
    spent = elapsed(context.app.clock.now)
    since = nil
    running = [:]
    // Only a stop leaves requests to be sent, unless all were sent meanwhile.
    let isDone = phase == .running || !isMeasurement && done.count == count
    phase = isDone ? .finished : .stopped
    // If the cursor followed the run, it moves to the first failure at the end.
    if phase == .finished, follows, !showsFailedOnly { cursor.row = failed.first ?? 0 }
    context.perform(.history(.reloadRequested))
  }

  /// Keeps the cursor on a row of the list, and the preview on the answer under it.
  private mutating func settle(in context: FeatureContext) {
    settleCursor(in: context)
    let index = current
    let exchange = index.flatMap { done[$0]?.answer?.exchange }
    if shown.index != index || shown.preview.isEmpty != (exchange?.body == nil) {
      shown = Shown(index: index, preview: BodyPreview(exchange))
    }
  }
}
