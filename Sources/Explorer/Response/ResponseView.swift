import Basics
import Documents
import Networking
import Terminal
import Workspaces

/// Draws the response pane in each of its states.
enum ResponseView {
  static func draw(_ state: AppState, in rect: Rect, into screen: inout Screen) {
    let isFocused = state.focus == .response
    let response = state.session?.response ?? ResponsePane()
    let inner = PaneFrame.head(
      PaneFrame.title(of: .response, state), facts: ResponseLine.facts(of: response, state, columns: rect.width),
      isFocused: isFocused, state, in: rect,
      into: &screen)
    let page = state.session.flatMap { FailurePage(response, given: state.responseSurroundings(of: $0)) }
    switch response.phase {
    case .empty, .refused:
      if let page {
        FailureView.draw(page, state, in: rect, into: &screen)
      } else {
        drawEmpty(state, in: inner, into: &screen)
      }
    case .sending(let sending): SendingView.draw(sending, response, state, in: inner, frame: rect, into: &screen)
    case .finished(let exchange):
      let (bar, content) = parts(of: inner)
      tabs(of: response, draft: state.session?.draft).draw(
        chosen: response.tab, isFocused: isFocused, state, in: bar.splitLeft(1).1, into: &screen)
      if let page {
        FailureView.draw(page, state, in: rect, into: &screen)
      } else {
        drawTab(response, exchange, state, in: content, frame: rect, into: &screen)
      }
    }
  }

  static func tabs(of response: ResponsePane, draft: RequestDefinition?) -> TabBar<ResponseTab> {
    let exchange = response.exchange
    let head = exchange?.response
    let cookies = exchange?.hops.reduce(0) { sum, hop in
      sum + (hop.response?.headers.fields.filter { $0.name.lowercased() == "set-cookie" }.count ?? 0)
    }
    return TabBar(
      items: ResponseTab.allCases.map { tab in
        switch tab {
        case .headers:
          .init(tab: tab, title: tab.rawValue, count: head?.headers.count, isEmpty: head == nil)
        case .cookies:
          .init(
            tab: tab, title: tab.rawValue, count: (cookies ?? 0) > 0 ? cookies : nil, isEmpty: (cookies ?? 0) == 0)
        case .tls:
          .init(tab: tab, title: tab.rawValue, count: nil, isEmpty: exchange?.hops.last?.connection?.tls == nil)
        case .body:
          if let messages = response.conversation?.messages {
            .init(tab: tab, title: "Messages", count: messages.count, isEmpty: messages.isEmpty)
          } else {
            .init(tab: tab, title: tab.rawValue, count: nil, isEmpty: response.body == nil)
          }
        case .sent: .init(tab: tab, title: tab.rawValue, count: nil, isEmpty: response.sent == nil)
        case .tests:
          .init(
            tab: tab, title: tab.rawValue, count: RequestTab.tests.count(in: draft),
            isEmpty: response.tests?.share == nil, share: response.tests?.share)
        case .timing: .init(tab: tab, title: tab.rawValue, count: nil, isEmpty: exchange?.hops.isEmpty ?? true)
        }
      })
  }

  private static func drawEmpty(_ state: AppState, in rect: Rect, into screen: inout Screen) {
    guard let session = state.session, session.fault == nil else { return }
    var lines = ["No response yet. ^R sends this request."]
    let tests = session.draft.assertions.count(where: \.isEnabled)
    if tests > 0 {
      let them = tests == 1 ? "its test waits" : "its \(Quantity.count(tests)) tests wait"
      lines.append("Nothing was sent yet: \(them) for the answer.")
    } else if session.response.tab == .tests {
      lines.append("Nothing was sent yet, and the request has no tests.")
    }
    if let last = state.history.entries.first(where: { state.made($0, by: session) }) {
      let when = Quantity.moment(last.date, now: state.now, secondsFromGMT: state.secondsFromGMT)
      let what = last.status == 0 ? "failed" : "\(last.status)"
      let dot = state.capabilities.unicode ? "·" : "-"
      lines.append("H shows the last: \(what) \(dot) \(Quantity.duration(last.duration)) \(dot) \(when)")
    }
    PaneFrame.hint(lines, state, in: rect, into: &screen)
  }

  /// Draws the document of the tab or the layer over it; `false` if there is none.
  static func drawDocument(
    _ response: ResponsePane, _ state: AppState, in rect: Rect, frame: Rect, into screen: inout Screen
  ) -> Bool {
    if let pane = response.shownConversation {
      ConversationView.draw(pane, of: response, state, in: rect, frame: frame, into: &screen)
      return true
    }
    switch response.look {
    case .table(let table): TableLookView.draw(table, state, in: rect, frame: frame, into: &screen)
    case .picture(let picture): PictureView.draw(picture, state, in: rect, frame: frame, into: &screen)
    case .comparison(let look): ComparisonView.draw(look, state, in: rect, frame: frame, into: &screen)
    case .filter, .document, nil:
      guard let reading = response.reading else { return false }
      ReadingView.draw(reading, state, in: rect, frame: frame, into: &screen)
    }
    return true
  }

  private static func drawTab(
    _ response: ResponsePane, _ exchange: Exchange, _ state: AppState, in rect: Rect, frame: Rect,
    into screen: inout Screen
  ) {
    if drawDocument(response, state, in: rect, frame: frame, into: &screen) { return }
    if response.tab == .body {
      let reason = exchange.request?.method == "HEAD" ? "An answer to HEAD has no body." : "The answer has no body."
      return PaneFrame.hint([reason], state, in: rect, into: &screen)
    }
    let lines = ResponseFacts.lines(of: response.tab, in: state, pane: frame)
    let place = response.lists[response.tab] ?? .init()
    for (row, line) in lines.dropFirst(place.offset).prefix(rect.height).enumerated() {
      let at = Rect(x: rect.x, y: rect.y + row, width: rect.width, height: 1)
      screen.write(line.pieces.truncated(to: rect.width - 2), at: Point(x: rect.x + 1, y: at.y), clippedTo: rect)
      if place.offset + row == place.cursor {
        Ground.markCursor(at, isFocused: state.focus == .response, state, &screen)
      }
    }
    PaneFrame.scrollbar(offset: place.offset, total: lines.count, rows: rect, in: frame, state, into: &screen)
  }

  /// The content of a tab: the pane below the tabs.
  static func contentArea(in frame: Rect) -> Rect { parts(of: frame.inset()).content }

  /// The tabs with a row for the underline of the selected one if there is room, and the content below; a single line
  /// belongs to the content.
  static func parts(of inner: Rect) -> (tabs: Rect, content: Rect) {
    inner.splitTop(inner.height >= 8 ? 2 : inner.height > 1 ? 1 : 0)
  }

  /// The text of a document in the pane: below the tabs, right of the gutter.
  static func documentArea(of reading: ResponsePane.Reading, in frame: Rect) -> Rect {
    let content = contentArea(in: frame)
    return content.splitLeft(gutterWidth(of: reading, in: content.width)).1
  }

  /// The width of line numbers and fold marks; 0 if the pane is too narrow, or in a hex view.
  static func gutterWidth(of reading: ResponsePane.Reading, in width: Int) -> Int {
    guard width >= 40, reading.view.mode != .hex else { return 0 }
    let count = reading.document.lineCount(in: reading.view)
    return max(3, String(max(1, count)).count) + 4
  }
}
