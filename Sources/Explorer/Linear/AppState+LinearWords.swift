import Basics
import HTTPModel
import HTTPTypes
import SessionModel
import Terminal
import Workspaces

/// Announcements of linear mode about more than the line under the cursor.
extension AppState {
  /// The number of lines spoken at a time.
  static let linesOfPortion = 30

  /// `200 OK, 83 ms, 4.1 KB, tests 4 of 4 passed`
  func words(for session: RequestSession) -> String {
    switch session.response.phase {
    case .empty: return ""
    case .sending(let sending):
      let script = sending.script.map { "script \($0.phase) of \($0.file) runs" }
      return SpokenText.joined(["Sending \(sending.method) \(sending.url)", script])
    case .refused(let refusal): return "Not sent: \(refusal.message)"
    case .finished(let exchange):
      let isUnverified = exchange.hops.contains { $0.connection?.tls?.verifiedBy == .nothing }
      let redirects = exchange.hops.count { (300..<400).contains($0.response?.status.code ?? 0) }
      return SpokenText.joined([
        session.response.kept.map { "Last answer, \(clock.moment(of: $0.date))" }, Self.verdict(exchange),
        isUnverified ? "TLS not verified" : nil, Quantity.duration(exchange.transferTime),
        exchange.body.map { Quantity.bytes($0.count) },
        exchange.hops.count > 1 && redirects > 0 ? Quantity.amount(redirects, "redirect") : nil, session.testWords,
      ])
    }
  }

  private static func verdict(_ exchange: Exchange) -> String {
    let status = exchange.words
    guard let failure = exchange.failure else { return status ?? "no answer" }
    if failure.category == .cancelled { return SpokenText.joined(["Cancelled", status]) }
    return SpokenText.joined(["Failed: \(failure.message)", status])
  }

  /// The remedies for a failed send.
  func adviceWords(for session: RequestSession) -> [String] {
    guard session.key == current,
      let page = FailurePage(session.response, for: ResponseSubject(session, session.response, in: self)),
      !page.isQuiet
    else { return [] }
    let hint = focus == .response ? nil : "\(Quantity.amount(page.choices.count, "choice")) in the response"
    return [page.detail, page.advice, hint].compactMap(\.self)
  }

  /// The full description of the current place.
  var placeWords: [String] {
    let list = linearList
    let row = list.cursor.map { "\(list.isText ? "line" : "row") \($0 + 1) of \(list.count): \(list.text)" }
    var lines = [
      "Workspace \(workspace.title), environment \(environmentWords)",
      SpokenText.joined([list.pane, list.title, list.detail, row, list.cell]),
    ]
    if list.cursor == nil { lines += list.lines(0, Self.linesOfPortion).map(\.text) }
    if let edit = linearEdit, !edit.isFilter || !edit.text.isEmpty { lines.append(Self.words(for: edit)) }
    if let session, session.response.phase != .empty, overlay == nil, page == nil {
      lines.append("Last answer: \(words(for: session))")
    }
    if session?.isUnsaved == true, overlay == nil, page == nil { lines.append("Unsaved changes") }
    lines.append("Keys: \(keyWords)")
    return lines
  }

  private static func words(for edit: LinearEdit) -> String {
    let text = edit.isHidden ? "\(edit.text.count) characters, hidden" : edit.text.isEmpty ? "empty" : edit.text
    let place = edit.lineCount > 1 ? ", line \(edit.line + 1) of \(edit.lineCount)" : ""
    let before = String(decoding: edit.text.utf8.prefix(edit.caret), as: UTF8.self).count
    return SpokenText.joined([
      "Typing \(edit.title)\(place): \(text)", "caret after \(before) characters", edit.completion,
    ])
  }

  private var keyWords: String {
    guard let box else {
      return SpokenText.keys(Footer(state: self).items.map { ($0.key, $0.label) })
    }
    if case .question(let question)? = overlay {
      return question.choices.map { "\($0.letter) \($0.label)" }.joined(separator: ", ")
    }
    return SpokenText.keys(box.keys(in: self))
  }

  /// A portion of the lines: all of a short list, else those from the cursor on.
  func listWords(_ portion: Int) -> [String] {
    let list = linearList
    let size = Self.linesOfPortion
    let start = list.count <= size || list.cursor == nil ? 0 : list.cursor ?? 0
    let first = start + portion * size
    guard first < list.count else { return [list.count == 0 ? "Nothing is listed" : "No more lines"] }
    let lines = list.lines(first, size)
    let last = min(list.count, first + size)
    let title = SpokenText.joined([list.pane, list.title])
    let head = "\(title.isEmpty ? "" : "\(title), ")lines \(first + 1) to \(last) of \(list.count):"
    let rest = list.count - last
    let more = rest > 0 ? ["\(Quantity.count(rest)) more; \(spokenKey(of: "sayMore")) reads them"] : []
    return [head] + lines.map { "\($0.number + 1) \($0.text)" } + more
  }
}
