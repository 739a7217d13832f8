import Basics
import Essentials
import HTTPModel
import SessionModel
import Terminal
import Workspaces

extension Run: PageFeature {
  static var keyPath: WritableKeyPath<AppState, Run> { \.run }
  static var context: Context { .run }
  static var title: String { "Run" }
  static var dividers: WritableKeyPath<LayoutChoice, PageChoice>? { \.run }

  static func draw(_ state: AppState, into screen: inout Screen) { RunPage(state: state).draw(into: &screen) }

  func panes(in app: AppState) -> PagePanes {
    let isHigh = app.size.rows >= 30
    return PagePanes(
      app.size, list: 60, upperHeight: isHigh ? 12 : 9, headRows: isHigh ? 2 : 1, app.layoutChoice.run)
  }

  func heading(in app: AppState) -> PageHeading {
    PageHeading(
      title: "Run of \(target.title)", filter: showsFailedOnly ? "failed" : "",
      detail: phase == .ready ? "\(extent), \(key: "runStop") sends them" : "")
  }

  func emptyWords(in app: AppState) -> [String] {
    if !showsFailedOnly, !isMeasurement { return ["No requests."] }
    return [phase == .ready ? "Failures appear here." : "Nothing failed."]
  }

  func words(forRow row: Int, in app: AppState) -> String { index(at: row).map { words(forRequest: $0) } ?? "" }

  var item: PageItem? {
    current.map { PageItem(id: "\(node($0).path) \($0)", kind: "Request", name: node($0).name) }
  }
}

extension Run.Action: PageAction {}

/// The run in words, for linear mode.
extension Run {
  /// The number of requests, or the load of a run whose number is unknown until it ends.
  var extent: String { count.map { Quantity.amount($0, "request") } ?? profile.words }

  func words(forRequest index: Int) -> String {
    let node = node(index)
    let iteration = (iterations ?? 2) > 1 ? "round \(index / max(1, target.nodes.count) + 1)" : nil
    guard let done = done[index] else {
      let state = running[index] == nil ? "not sent" : "being sent"
      return SpokenText.joined(["\(node.method) \(node.name)", iteration, state])
    }
    let result = done.result
    let passed = result.assertions.count(where: \.passed)
    return SpokenText.joined([
      "\(result.method) \(node.name)", iteration, result.passed ? "passed" : "failed",
      result.shortStatus.text ?? "no answer",
      result.duration > .zero ? Quantity.duration(result.duration) : nil,
      result.assertions.isEmpty ? nil : "tests \(passed) of \(result.assertions.count)",
      done.earlier.isEmpty ? nil : "sent \(done.earlier.count + 1) times",
    ])
  }

  var endWords: String {
    SpokenText.joined([
      phase == .finished
        ? "Run finished: \(Quantity.amount(settled, "request"))"
        : "Run stopped at \(settled)\(expected.map { " of \($0)" } ?? "")",
      "\(totals.failed) failed", totals.latency.percentile(50).map { "p50 \(Quantity.duration($0))" },
      Quantity.duration(spent),
    ])
  }
}

/// Draws the run of a folder: the progress, a row for each request, the totals, and the answer under the cursor.
struct RunPage {
  let state: AppState
  private var run: Run { state.run }
  private var theme: Theme { state.theme }
  private var unicode: Bool { state.capabilities.unicode }

  func draw(into screen: inout Screen) {
    let panes = run.panes(in: state)
    PaneFrame.outline(panes.frames, focused: 0, state, into: &screen)
    PaneFrame.head(
      run.heading(in: state).title, facts: facts(hasTotals: panes.upper == nil), isFocused: true, state, in: panes.list,
      into: &screen)
    if panes.hasHead { drawProgress(in: panes.head, into: &screen) }
    drawRows(in: panes, into: &screen)
    if let rect = panes.upper {
      let inner = PaneFrame.head("Totals", isFocused: false, state, in: rect, into: &screen)
      RunTotalsView(state: state).draw(in: inner, into: &screen)
    }
    if let rect = panes.lower { RunAnswerView(state: state).draw(in: rect, into: &screen) }
  }

  /// The settings of the run, and the totals if they have no pane.
  private func facts(hasTotals: Bool) -> [StyledText] {
    var facts: [StyledText] = []
    func add(_ text: String, _ token: Token) {
      if !facts.isEmpty { facts.append(StyledText("  ", theme[.dim])) }
      facts.append(StyledText(text, theme[token]))
    }
    if hasTotals, run.totals.requests > 0 {
      add("\(run.totals.failed) failed", run.totals.failed > 0 ? .error : .dim)
      if let median = run.totals.latency.percentile(50), let high = run.totals.latency.percentile(95) {
        add("p50 \(Quantity.duration(median)) p95 \(Quantity.duration(high))", .dim)
      }
    }
    if let data = run.data {
      let name = data.name.split(separator: "/").last ?? ""
      let rows =
        data.isStreamed ? "row by row" : Quantity.amount(data.rows.count, "row")
      add("\(name), \(rows)", .dim)
    }
    if let assertion = run.until?.assertion { add("until \(assertion.expression) \(assertion.operator)", .dim) }
    if !run.profile.isUsual { add(run.profile.words, .dim) }
    if run.parallel > 1 { add("\(run.parallel) at a time", .dim) }
    return facts
  }

  private func drawProgress(in rect: Rect, into screen: inout Screen) {
    let (done, count) = (run.settled, run.expected)
    let sent =
      count.map { "\(Quantity.count(done)) of \(Quantity.count($0))" } ?? "\(Quantity.count(run.totals.requests)) sent"
    var words =
      switch run.phase {
      case .ready: count.map { Quantity.amount($0, "request") } ?? run.profile.words
      case .stopped: "stopped at \(sent)"
      case .stopping: "stopping"
      case .running, .finished: sent
      }
    if run.phase == .ready, count == nil { words += words.isEmpty ? "row by row" : "" }
    if run.phase == .ready { words += state.keys.filled(": \(key: "runStop") sends them") }
    let isBad = run.totals.failed > 0
    screen.write(words, in: rect, style: theme[run.phase == .ready ? .text : .dim], align: .right)
    let room = rect.width - TextWidth.of(words) - 2
    guard room > 4, run.phase != .ready else { return }
    let filled = min(room, Int(share * Double(room)))
    let stroke = unicode ? "━" : "="
    screen.write(
      String(repeating: stroke, count: filled), at: rect.origin, style: theme[isBad ? .error : .ok], clippedTo: rect)
    screen.write(
      String(repeating: unicode ? "━" : "-", count: room - filled), at: Point(x: rect.x + filled, y: rect.y),
      style: theme[.line], clippedTo: rect)
  }

  /// The completed share of the run, from 0 to 1: of its requests or its time.
  private var share: Double {
    if let count = run.expected { return count == 0 ? 0 : Double(run.settled) / Double(count) }
    if run.phase == .finished { return 1 }
    if let count = run.count, count > 0 { return min(1, Double(run.done.count) / Double(count)) }
    guard let duration = run.profile.pace.duration else { return 0 }
    return min(1, run.elapsed(state.clock.now) / duration)
  }

  private func drawRows(in panes: PagePanes, into screen: inout Screen) {
    run.cursor.draw(
      count: run.rowCount, empty: run.emptyWords(in: state), in: panes.rows, frame: panes.list, state, into: &screen
    ) { row, place, screen in
      if let index = run.index(at: row) { draw(index, in: place, into: &screen) }
    }
  }

  private func draw(_ index: Int, in rect: Rect, into screen: inout Screen) {
    let node = run.node(index)
    let result = run.done[index]?.result
    let (mark, token) = mark(of: index)
    screen.write(mark, at: Point(x: rect.x + 2, y: rect.y), style: theme[token].adding(.bold), clippedTo: rect)
    // The method that was sent, if any.
    let method = result?.method ?? node.shownMethod
    screen.write(
      method.shortMethod, at: Point(x: rect.x + 5, y: rect.y), style: theme[.method(method)], clippedTo: rect)
    let status = VisibleText.of(result?.shortStatus.text ?? "ERR")
    let columns = RunColumns(rect, status: TextWidth.of(status))
    let iteration = run.iterations != 1 ? "#\(index / max(1, run.target.nodes.count) + 1) " : ""
    let isOpen = result != nil || run.running[index] != nil
    let name = StyledText(node.name, theme[isOpen || run.phase == .ready ? .text : .faint])
    let repetitions = run.done[index]?.repetitions(unicode: unicode) ?? ""
    let count = repetitions.isEmpty ? [] : [StyledText("  " + repetitions, theme[.dim])]
    let room = max(4, columns.name.width - TextWidth.of(repetitions) - count.count * 2)
    let title = ([StyledText(iteration, theme[.dim]), name].truncated(to: room) + count)
      .truncated(to: columns.name.width)
    screen.write(title, at: columns.name.origin, clippedTo: columns.name)
    guard let result else {
      if let start = run.running[index] {
        let age = Duration.milliseconds(max(0, Int(state.clock.now.timeIntervalSince(start) * 10)) * 100)
        screen.write(Quantity.duration(age), in: columns.time, style: theme[.dim], align: .right)
      }
      return
    }
    if let why = result.skipped {
      let room = Rect(x: columns.name.x, y: rect.y, width: max(0, columns.tests.maxX - columns.name.x), height: 1)
      let text = title + [StyledText("  skipped: \(why)", theme[.dim])]
      screen.write(text.truncated(to: room.width), at: room.origin, clippedTo: room)
      return
    }
    screen.write(
      Truncation.end.applied(to: status, columns: columns.status.width), in: columns.status,
      style: theme[.status(result.shortStatus)], align: .right)
    if result.duration > .zero {
      screen.write(Quantity.duration(result.duration), in: columns.time, style: theme[.text], align: .right)
    }
    let tests = result.cases
    guard !tests.isEmpty else { return }
    let passed = tests.count(where: \.passed)
    let isGood = passed == tests.count
    screen.write(
      "\(passed)/\(tests.count)", in: columns.tests, style: theme[isGood ? .dim : .error], align: .right)
  }

  private func mark(of index: Int) -> (String, Token) {
    if let done = run.done[index] {
      if done.result.skipped != nil { return (unicode ? "–" : "-", .faint) }
      return done.result.passed ? (unicode ? "✓" : "+", .ok) : (unicode ? "✗" : "x", .error)
    }
    return run.running[index] != nil ? (unicode ? "◌" : "~", .accent) : (unicode ? "·" : ".", .faint)
  }
}

/// The columns of a row of a run, after mark and method: the name takes the remaining width.
private struct RunColumns {
  let name: Rect
  let status: Rect
  let time: Rect
  let tests: Rect

  /// - Parameter status: the columns that the status takes; a word takes some of the name's.
  init(_ rect: Rect, status wanted: Int) {
    var rest = rect.splitLeft(11).1.splitRight(1).0
    (rest, tests) = rest.splitRight(rect.width >= 50 ? 7 : 0)
    (rest, time) = rest.splitRight(rect.width >= 36 ? 10 : 0)
    (rest, status) = rest.splitRight(rect.width >= 26 ? min(max(4, wanted), rect.width - 22) : 0)
    name = rest.splitRight(1).0
  }
}
