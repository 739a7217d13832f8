import Basics
import Essentials
import HTTPModel
import SessionModel
import Terminal
import Workspaces

/// Draws the totals of a run and the distribution of the durations.
struct RunTotalsView {
  let state: AppState
  private var run: Run { state.run }
  private var theme: Theme { state.theme }
  private static let labels = 15

  func draw(in rect: Rect, into screen: inout Screen) {
    let totals = run.totals
    let top = rect.height >= 9 ? rect.y + 1 : rect.y
    let lines = lines(totals, room: max(0, rect.width - 3 - Self.labels))
    for (row, (label, value, token)) in lines.enumerated() where top + row < rect.maxY {
      let place = Rect(x: rect.x + 2, y: top + row, width: max(0, rect.width - 3), height: 1)
      screen.write(label, in: place, style: theme[.dim])
      let (_, values) = place.splitLeft(Self.labels)
      screen.write(value, in: values, style: theme[token].adding(.bold))
    }
    // A blank line precedes it if there is room.
    let below = top + lines.count
    drawDistribution(totals.latency, in: rect, from: below + 2 < rect.maxY ? below + 1 : below, into: &screen)
  }

  /// - Parameter room: the columns of the values; the kinds of failures that are wider continue on further lines.
  private func lines(_ totals: RunStatistics, room: Int) -> [(String, String, Token)] {
    let elapsed = run.elapsed(state.clock.now)
    let unicode = state.capabilities.unicode
    let none = unicode ? "–" : "-"
    let dot = unicode ? "·" : "/"
    let separator = " \(dot) "
    var lines: [(String, String, Token)] = [
      ("requests", Quantity.count(totals.requests), .text),
      ("failed", Quantity.count(totals.failed), totals.failed > 0 ? .error : .text),
    ]
    if totals.skipped > 0 { lines[0].1 += separator + "\(Quantity.count(totals.skipped)) skipped" }
    if totals.retried > 0 { lines[0].1 += separator + "\(Quantity.count(totals.retried)) retried" }
    if run.overdue > 0 { lines[0].1 += separator + "\(Quantity.count(run.overdue)) overdue" }
    if totals.failed > 0 {
      let kinds = totals.errorsByCount.map { (Quantity.count($0.count), Self.words($0.kind)) }
      let text = kinds.count == 1 ? kinds[0].1 : kinds.map { "\($0) \($1)" }.joined(separator: separator)
      // A line breaks between kinds, not within one.
      let unbroken = "(\(text))".replacing(" ", with: "\u{A0}").replacing("\(dot)\u{A0}", with: "\(dot) ")
      let failed = "\(lines[1].1) \(unbroken)".wrapped(to: max(1, room)).map { $0.replacing("\u{A0}", with: " ") }
      lines.replaceSubrange(1...1, with: failed.enumerated().map { ($0 == 0 ? "failed" : "", $1, .error) })
    }
    lines.append(
      (
        "tests", "\(Quantity.count(totals.passedAssertions)) of \(Quantity.count(totals.assertions))",
        totals.failedAssertions > 0 ? .error : .text
      ))
    if totals.requests > 0, elapsed > .zero {
      let rate = totals.rate(over: max(.milliseconds(1), elapsed))
      lines.append(("took", "\(Quantity.duration(elapsed)), \(Quantity.fixed(rate, rate < 10 ? 1 : 0))/s", .text))
    } else {
      lines.append(("took", none, .text))
    }
    func marks(_ percents: [Double]) -> String {
      let times = percents.compactMap { totals.latency.percentile($0) }.map { Quantity.duration($0) }
      return times.isEmpty ? none : times.joined(separator: separator)
    }
    lines.append(("p50 p90 p95", marks([50, 90, 95]), .text))
    lines.append(("p99 max", marks([99, 100]), .text))
    return lines
  }

  /// The words for a kind of error, whose name in reports is an identifier: `connectTimeout` is `connect timeout`.
  private static func words(_ kind: String) -> String {
    switch kind {
    case "assertion": "test"
    case "connect": "no connection"
    case "resolve": "host not found"
    case "request": "not sent"
    case "totalTimeout": "timeout"
    case "truncated": "cut off"
    case "tls": "TLS"
    default: kind.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
    }
  }

  /// Fewer answers are drawn individually, because bars would suggest a distribution.
  private static let fewest = 20

  /// Draws a bar for each step from the shortest to the longest duration, or a dot per answer if there are few. Both
  /// durations are shown below.
  private func drawDistribution(
    _ latency: LatencyHistogram, in rect: Rect, from y: Int, into screen: inout Screen
  ) {
    guard state.capabilities.unicode, y + 1 < rect.maxY, latency.count > 2 else { return }
    guard let first = latency.shortest, let last = latency.longest, first < last else { return }
    let width = min(36, rect.width - 4)
    let bars = Array("▁▂▃▄▅▆▇█")
    let counts = latency.distribution(width)
    let most = max(1, counts.max() ?? 1)
    let isFew = latency.count < Self.fewest
    let text = String(
      counts.map { count in
        if isFew { return count == 0 ? "·" : count == 1 ? "•" : "●" }
        return count == 0 ? " " : bars[min(7, (count * 8 - 1) / most)]
      })
    screen.write(text, at: Point(x: rect.x + 2, y: y), style: theme[.variableResolved], clippedTo: rect)
    let scale = Rect(x: rect.x + 2, y: y + 1, width: width, height: 1)
    screen.write(Quantity.duration(first), in: scale, style: theme[.faint])
    screen.write(Quantity.duration(last), in: scale, style: theme[.faint], align: .right)
  }
}

/// Draws the result under the cursor: the reason for a failure, its tests with failures first, and the start of the
/// body.
struct RunAnswerView {
  let state: AppState
  private var run: Run { state.run }
  private var theme: Theme { state.theme }

  func draw(in rect: Rect, into screen: inout Screen) {
    guard let index = run.current else {
      PaneFrame.head("Answer", isFocused: false, state, in: rect, into: &screen)
      return
    }
    let done = run.done[index]
    let inner = PaneFrame.head(
      run.node(index).name, facts: badge(of: done), isFocused: false, state, in: rect, into: &screen)
    var place = Rect(x: inner.x + 2, y: inner.y, width: max(0, inner.width - 3), height: inner.height)
    if inner.height >= 10 { place = place.splitTop(1).1 }
    guard let done else {
      let words = run.running[index] == nil ? run.node(index).url : "Waiting for the answer…"
      screen.write(words, in: place.splitTop(1).0, style: theme[.dim])
      return
    }
    let lines = lines(of: done.result, width: place.width)
    screen.write(lines, in: place)
    let used = lines.isEmpty ? 0 : lines.count + (inner.height >= 10 ? 1 : 0)
    let body = place.splitTop(min(place.height, used)).1
    if done.answer == nil, done.result.status > 0 {
      screen.write(
        "Not kept in memory: the history has this answer.", in: body.splitTop(1).0,
        style: theme[.dim])
    }
    run.shown.preview.draw(state, in: body, into: &screen)
  }

  private func badge(of done: Run.Done?) -> [StyledText] {
    guard let result = done?.result else { return [] }
    if result.skipped != nil { return [StyledText("skipped", theme[.dim])] }
    guard result.status > 0 else { return [StyledText(" no answer ", theme[.errorInk].adding(.bold))] }
    let words = done?.answer?.exchange.shortWords ?? result.shortStatus.text ?? ""
    return [StyledText(" \(words) ", theme[.badge(result.shortStatus)].adding(.bold))]
  }

  private func lines(of result: RunResult, width: Int) -> [[StyledText]] {
    var lines: [[StyledText]] = []
    if let why = result.skipped { lines += why.wrapped(to: max(8, width)).map { [StyledText($0, theme[.dim])] } }
    if result.tries > 1 { lines.append([StyledText("\(result.tries) tries", theme[.dim])]) }
    if let message = result.message {
      lines += message.wrapped(to: max(8, width)).map { [StyledText($0, theme[.error])] }
    }
    lines += RunVerdicts(result.assertions, result.verdicts, width: width, state).lines
    return lines
  }
}

/// The tests of an answer of a run, failures first: the expression, the expected value and the actual value.
struct RunVerdicts {
  private let tests: [Verdict]
  private let width: Int
  let state: AppState

  init(_ assertions: [AssertionResult], _ scripts: [ScriptVerdict] = [], width: Int, _ state: AppState) {
    let tests = assertions.map { Verdict($0) } + scripts.map { Verdict($0) }
    self.tests = tests.filter { !$0.passed } + tests.filter(\.passed)
    self.width = width
    self.state = state
  }

  /// The lines. Each column is as wide as its texts, limited by the pane.
  var lines: [[StyledText]] {
    func longest(_ text: (Verdict) -> String) -> Int { tests.map { TextWidth.of(text($0)) }.max() ?? 0 }
    let room = max(4, width - 2)
    let subject = max(4, min(longest(\.subject), room * 2 / 5))
    let expected = max(4, min(longest(\.expected), room * 7 / 20))
    return tests.map { test in
      let marks = state.capabilities.unicode ? ("✓ ", "✗ ") : ("+ ", "x ")
      let style = state.theme[test.isSkipped ? .dim : test.passed ? .ok : .error]
      func cell(_ text: String, _ columns: Int) -> String {
        Truncation.end.applied(to: text, columns: columns).padded(to: columns + 2)
      }
      // A message of a script takes both columns.
      let words = test.isScript ? [] : [StyledText(cell(test.expected, expected), state.theme[.dim])]
      var line =
        [StyledText(test.passed ? marks.0 : marks.1, style), StyledText(cell(test.subject, subject), style)] + words
      if !test.actual.isEmpty {
        line.append(
          StyledText(
            test.isScript ? test.actual : "was \(test.actual)", test.passed ? state.theme[.dim] : style.adding(.bold)))
      }
      return line.truncated(to: width)
    }
  }
}

/// One test in words.
private struct Verdict {
  var subject: String
  var expected = ""
  let actual: String
  let passed: Bool
  var isScript = false
  var isSkipped = false

  /// The test of a script, which has a name and a message.
  init(_ test: ScriptVerdict) {
    subject = VisibleText.of(test.name)
    actual = VisibleText.of(test.isSkipped ? "skipped" : test.words)
    passed = test.passed || test.isSkipped
    (isScript, isSkipped) = (true, test.isSkipped)
  }

  /// Splits the text of path, operator and value; a path has no blanks around an operator's name.
  init(_ test: AssertionResult) {
    passed = test.passed
    actual = VisibleText.of(test.actual)
    subject = VisibleText.of(test.expression)
    let words = subject.split(separator: " ", omittingEmptySubsequences: false)
    guard let place = words.indices.dropFirst().first(where: { CheckOperator(written: String(words[$0])) != nil })
    else { return }
    subject = words[..<place].joined(separator: " ")
    let asked = CheckOperator.words(of: words[place...].joined(separator: " "))
    let isBare = CheckOperator(written: String(words[place])).map { $0 == .eq || !$0.takesOperand } ?? false
    expected = isBare ? "expected \(asked)" : asked
  }
}
