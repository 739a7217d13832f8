import Basics
import Documents
import HTTPModel
import Terminal
import Workspaces

/// The content of the response pane, as lines.
extension AppState {
  var linearResponse: LinearList {
    guard let session, let scene = responseScene else { return .text("Response", "", ["no request is open"]) }
    let pane = session.response.phase == .empty ? "Response" : "Response of \(requestTitle(of: session))"
    var list = linearList(of: scene)
    if list.pane == "Response" { list.pane = pane }
    return list
  }

  private func linearList(of scene: ResponseScene) -> LinearList {
    let response = scene.pane
    let tab = response.shownConversation == nil ? response.tab.rawValue : ResponseTab.messages.rawValue
    if let page = FailurePage(response, for: scene.subject) { return linearFailure(page, scene) }
    switch response.phase {
    case .empty, .refused: return .text("Response", "", ["no answer yet; \(spokenKey(of: "send")) sends the request"])
    case .sending where response.conversation?.streamed != nil:
      if let pane = response.shownConversation { return linearMessages(pane) }
      return linearDocument(response, tab)
    case .sending where response.scripts != nil && [.tests, .console].contains(response.tab):
      return linearFacts(nil, scene, tab)
    case .sending(let sending):
      return .text("Response", "", ["waiting; \(spokenKey(of: "leave")) cancels"], id: "\(sending.id)")
    case .finished(let exchange):
      if let pane = response.shownConversation { return linearMessages(pane) }
      switch response.derivedView {
      case .table, .picture, .comparison:
        let rect = layout.panes[.response].map { ResponseView.contentArea(in: $0) } ?? Rect(size)
        var list = drawnList(tab, in: rect)
        list.pane = "Response"
        return list
      case .filter(let filter): return linearDocument(response, "\(tab), \(filter.summary)")
      case .document(_, let title): return linearDocument(response, "\(tab), \(title)")
      case nil: break
      }
      if response.reading != nil { return linearDocument(response, tab) }
      guard tab != ResponseTab.body.rawValue else { return .text("Response", tab, ["the answer has no body"]) }
      return linearFacts(exchange, scene, tab)
    }
  }

  private func linearFacts(_ exchange: Exchange?, _ scene: ResponseScene, _ tab: String) -> LinearList {
    let rect = layout.panes[.response] ?? Rect(size)
    let lines = ResponseFacts.lines(of: scene.pane.tab, exchange, scene.subject, pane: rect)
    let height = ResponseView.contentArea(in: rect).height
    let cursor = scene.pane.cursor(in: scene.pane.tab, of: lines, height: height).row
    return .rows("Response", tab, count: lines.count, cursor: cursor) { index in
      SpokenText.of(drawn: lines[index].pieces.map(\.text).joined())
    }
  }

  private func linearFailure(_ page: FailurePage, _ scene: ResponseScene) -> LinearList {
    let cursor = scene.pane.failureCursor(of: page)
    let pane = "Response"
    return .rows(pane, "What to do", count: page.choices.count, cursor: cursor) { index in
      let choice = page.choices[index]
      return SpokenText.joined([
        "\(SpokenText.key(FailureView.key(of: choice, scene))) \(choice.title)", choice.effect,
      ])
    }
  }

  private func linearMessages(_ pane: ConversationPane) -> LinearList {
    let rect = layout.panes[.response].map { ResponseView.contentArea(in: $0) } ?? Rect(size)
    var list = drawnList("Messages", in: rect, cursor: pane.list.row)
    list.pane = "Response"
    return list
  }

  private func linearDocument(_ response: ResponsePane, _ title: String) -> LinearList {
    guard let reading = response.reading else { return .text("Response", title, []) }
    // Read the first pages immediately; otherwise the place would be announced without its text, then again with it.
    if reading.document.lineCount(in: reading.view) == 0 { _ = reading.document.advance(by: 1 << 16) }
    let total = reading.document.lineCount(in: reading.view)
    var list = LinearList(pane: "Response", title: title)
    list.count = total
    list.cursor = total > 0 ? reading.view.cursorLine : nil
    list.id = "\(reading.view.cursorLine)"
    list.isText = true
    let search = reading.search.map { "search \($0.text), \($0.summary)" }
    let meaning = ValueMeaning(clock: clock).words(for: response)
    list.detail = SpokenText.joined([reading.shownName, Quantity.amount(total, "line"), search, meaning])
    list.lines = { first, most in
      var view = reading.view
      (view.wraps, view.horizontalOffset, view.columns, view.rows) = (false, 0, Self.longestLine, 1)
      reading.document.move(&view, .line(first))
      view.rows = most
      let lines = reading.document.lines(in: view).drop { $0.number < first }
      return lines.prefix { $0.number < first + most }.map { line in
        let marked = reading.marked?.contains(line.number) == true ? "marked: " : ""
        let text = line.text + (line.fault.map { response.isCut ? "  cut off here" : "  \($0)" } ?? "")
        return (line.number, marked + (text.allSatisfy(\.isWhitespace) ? "blank line" : text))
      }
    }
    return list
  }

  /// The number of columns read from a line of a response. A longer line can be opened separately.
  private static let longestLine = 2_000

  func spokenKey(of command: String) -> String {
    commands.command(named: command)?.keys.first.map { SpokenText.key($0.name) } ?? "the palette"
  }
}
