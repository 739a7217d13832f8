import Basics
import Documents
import HTTPModel
import SessionModel
import Terminal
import Workspaces

/// The response pane as lines, for linear mode.
extension ResponseScene {
  var lines: LinearList {
    var list = content
    let title = Pane.response.title
    list.pane = if case .empty = pane.phase { title } else { "\(title) of \(subject.session.spokenTitle)" }
    return list
  }

  private var content: LinearList {
    if let failure { return choices(of: failure) }
    switch pane.phase {
    case .empty, .refused: return .text("", "", emptyWords)
    case .sending(let sending):
      guard pane.conversation?.streamed != nil || pane.showsScripts else {
        return .text("", "", ["waiting; \(key: "leave") cancels"], id: "\(sending.id)")
      }
    case .finished: break
    }
    let frame = app.layout.panes[.response]
    let area = frame.map { ResponseView.contentArea(in: $0) } ?? Rect(size)
    let tab = pane.tab.rawValue
    if let conversation = pane.shownConversation {
      return app.drawnList(ResponseTab.messages.rawValue, in: area, cursor: conversation.list.row)
    }
    if pane.derivedView?.isGrid == true { return app.drawnList(tab, in: area) }
    if let reading = pane.reading { return text(reading, SpokenText.joined([tab, pane.derivedView?.title])) }
    if pane.tab == .body, pane.exchange != nil { return .text("", tab, emptyWords) }
    let (lines, cursor) = pane.facts(for: subject, in: frame ?? Rect(size))
    return .rows("", tab, count: lines.count, cursor: cursor.row) { index in
      SpokenText.of(drawn: lines[index].pieces.map(\.text).joined())
    }
  }

  private func choices(of failure: FailurePage) -> LinearList {
    .rows("", "What to do", count: failure.choices.count, cursor: pane.failureCursor(of: failure)) { index in
      let choice = failure.choices[index]
      let key = SpokenText.key(FailureView.key(of: choice, self))
      return SpokenText.joined(["\(key) \(choice.title)", choice.effect])
    }
  }

  private func text(_ reading: ResponsePane.Reading, _ title: String) -> LinearList {
    // Read the first pages immediately; otherwise the place would be announced without its text, then again with it.
    if reading.document.lineCount(in: reading.view) == 0 { _ = reading.document.advance(by: 1 << 16) }
    let total = reading.document.lineCount(in: reading.view)
    var list = LinearList(pane: "", title: title)
    list.count = total
    list.cursor = total > 0 ? reading.view.cursorLine : nil
    list.id = "\(reading.view.cursorLine)"
    list.isText = true
    let search = reading.search.map { "search \($0.text), \($0.summary)" }
    let meaning = ValueMeaning(clock: subject.clock).words(for: pane)
    list.detail = SpokenText.joined([reading.shownName, Quantity.amount(total, "line"), search, meaning])
    list.lines = { first, most in
      var view = reading.view
      (view.wraps, view.horizontalOffset, view.columns, view.rows) = (false, 0, Self.longestLine, 1)
      reading.document.move(&view, .line(first))
      view.rows = most
      let lines = reading.document.lines(in: view).drop { $0.number < first }
      return lines.prefix { $0.number < first + most }.map { line in
        let marked = reading.marked?.contains(line.number) == true ? "marked: " : ""
        let text = line.text + (line.fault.map { "  \(pane.words(for: $0))" } ?? "")
        return (line.number, marked + (text.allSatisfy(\.isWhitespace) ? "blank line" : text))
      }
    }
    return list
  }

  /// The number of columns read from a line of a response. A longer line can be opened separately.
  private static let longestLine = 2_000

  /// The remedies for a failed send.
  var adviceWords: [String] {
    guard let failure, !failure.isQuiet else { return [] }
    let hint = app.focus == .response ? nil : "\(Quantity.amount(failure.choices.count, "choice")) in the response"
    return [failure.detail, failure.advice, hint].compactMap(\.self)
  }
}

/// The answer of a request in words, for linear mode.
extension RequestSession {
  /// `200 OK, 83 ms, 4.1 KB, tests 4 of 4 passed`
  func answerWords(_ clock: WallClock) -> String {
    switch response.phase {
    case .empty: return ""
    case .sending(let sending):
      let script = sending.script.map { "script \($0.phase) of \($0.file) runs" }
      return SpokenText.joined(["Sending \(sending.method) \(sending.url)", script])
    case .refused(let refusal): return "Not sent: \(refusal.message)"
    case .finished(let exchange):
      return SpokenText.joined([
        response.kept.map { "Last answer, \(clock.moment(of: $0.date))" }, Self.verdict(exchange),
        exchange.isUnverified ? "TLS not verified" : nil, Quantity.duration(exchange.transferTime),
        exchange.body.map { Quantity.bytes($0.count) }, exchange.redirectWords, testWords,
      ])
    }
  }

  private static func verdict(_ exchange: Exchange) -> String {
    let status = exchange.words
    guard let failure = exchange.failure else { return status ?? "no answer" }
    if failure.category == .cancelled { return SpokenText.joined(["Cancelled", status]) }
    return SpokenText.joined(["Failed: \(failure.message)", status])
  }

  /// `tests 4 of 4 passed`; empty until the tests have run.
  var testWords: String {
    guard response.exchange?.isAnswered == true, checks != nil, let report = response.tests else { return "" }
    let count = report.tests.count { !$0.isSkipped }
    return count == 0 ? "" : "tests \(report.passed) of \(count) passed"
  }
}
