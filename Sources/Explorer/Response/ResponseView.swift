import Basics
import Documents
import Networking
import Terminal
import Workspaces

/// Draws the response pane in each of its states.
enum ResponseView {
  static func draw(_ scene: ResponseScene, title: String, in rect: Rect, into screen: inout Screen) {
    let response = scene.pane
    let inner = PaneFrame.head(
      title, facts: ResponseLine.facts(scene, columns: rect.width), isFocused: scene.isFocused, scene, in: rect,
      into: &screen)
    let page = FailurePage(response, given: scene.given)
    switch response.phase {
    case .empty, .refused:
      if let page {
        FailureView.draw(page, scene, in: rect, into: &screen)
      } else {
        drawEmpty(scene, in: inner, into: &screen)
      }
    case .sending(let sending): SendingView.draw(sending, scene, in: inner, frame: rect, into: &screen)
    case .finished(let exchange):
      let (bar, content) = parts(of: inner)
      tabs(of: response, testCount: scene.given.testCount).draw(
        chosen: response.tab, isFocused: scene.isFocused, scene, in: bar.splitLeft(1).1, into: &screen)
      if let page {
        FailureView.draw(page, scene, in: rect, into: &screen)
      } else {
        drawTab(exchange, scene, in: content, frame: rect, into: &screen)
      }
    }
  }

  static func tabs(of response: ResponsePane, testCount: Int?) -> TabBar<ResponseTab> {
    let exchange = response.exchange
    let head = exchange?.response
    let cookies = exchange?.hops.reduce(0) { sum, hop in
      sum + (hop.response?.headers.fields.filter { $0.name.lowercased() == "set-cookie" }.count ?? 0)
    }
    return TabBar(
      items: response.tabs.map { tab in
        switch tab {
        case .headers:
          .init(tab: tab, title: tab.rawValue, count: head?.headers.count, isEmpty: head == nil)
        case .cookies:
          .init(
            tab: tab, title: tab.rawValue, count: (cookies ?? 0) > 0 ? cookies : nil, isEmpty: (cookies ?? 0) == 0)
        case .tls:
          .init(tab: tab, title: tab.rawValue, count: nil, isEmpty: exchange?.hops.last?.connection?.tls == nil)
        case .body:
          if response.messageTab == .body, let count = response.conversation?.count {
            .init(tab: tab, title: "Messages", count: count, isEmpty: count == 0)
          } else {
            .init(tab: tab, title: tab.rawValue, count: nil, isEmpty: response.body == nil)
          }
        case .messages:
          .init(tab: tab, title: tab.rawValue, count: response.conversation?.count, isEmpty: false)
        case .joined: .init(tab: tab, title: tab.rawValue, count: nil, isEmpty: false)
        case .sent: .init(tab: tab, title: tab.rawValue, count: nil, isEmpty: response.sent == nil)
        case .tests:
          .init(
            tab: tab, title: tab.rawValue, count: testCount,
            isEmpty: response.tests?.share == nil, share: response.tests?.share)
        case .timing: .init(tab: tab, title: tab.rawValue, count: nil, isEmpty: exchange?.hops.isEmpty ?? true)
        }
      })
  }

  private static func drawEmpty(_ scene: ResponseScene, in rect: Rect, into screen: inout Screen) {
    let given = scene.given
    guard given.fault == nil else { return }
    if given.draft.kind.isShared {
      let run = ["\(key: "runFolder") runs them: sends each one and checks its answer."]
      let lines = ["The requests below inherit these settings."] + run
      return PaneFrame.hint(lines, scene, in: rect, into: &screen)
    }
    if given.key.scratchNumber != nil, given.draft.url.isEmpty { return drawStart(scene, in: rect, into: &screen) }
    var lines = ["No response yet. \(key: "send") sends this request."]
    // How many tests it has stands in the border.
    if given.testCount == nil, scene.pane.tab == .tests { lines.append("The request has no tests.") }
    if let last = given.history.first(where: given.made) {
      let when = Quantity.moment(last.date, now: given.clock.now, secondsFromGMT: given.clock.secondsFromGMT)
      let what = last.shortStatus.text ?? "failed"
      let dot = scene.capabilities.unicode ? "·" : "-"
      lines.append(
        "\(key: "history") shows the last: \(what) \(dot) \(Quantity.duration(last.duration)) \(dot) \(when)")
    }
    PaneFrame.hint(lines, scene, in: rect, into: &screen)
  }

  /// What a request without a URL is for: the first thing that a user of an empty folder sees.
  private static func drawStart(_ scene: ResponseScene, in rect: Rect, into screen: inout Screen) {
    let steps: [(String, String)] = [
      ("\(key: "enter")", "sends a URL or cURL command, imports a file"),
      ("", #"POST URL {"name": "value"} sends JSON"#),
      ("\(key: "save")", "keeps the request under a name"),
      ("\(key: "leave") \(key: "help")", "shows every key"),
    ]
    PaneFrame.steps("No response yet.", steps, scene, in: rect, into: &screen)
  }

  /// Draws the document of the tab or the layer over it; `false` if there is none.
  static func drawDocument(
    _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) -> Bool {
    let response = scene.pane
    if let pane = response.shownConversation {
      ConversationView.draw(pane, scene, in: rect, frame: frame, into: &screen)
      return true
    }
    switch response.look {
    case .table(let table): TableLookView.draw(table, scene, in: rect, frame: frame, into: &screen)
    case .picture(let picture): PictureView.draw(picture, scene, in: rect, frame: frame, into: &screen)
    case .comparison(let look): ComparisonView.draw(look, scene, in: rect, frame: frame, into: &screen)
    case .filter, .document, nil:
      guard let reading = response.reading else { return false }
      ReadingView.draw(reading, scene, in: rect, frame: frame, into: &screen)
    }
    return true
  }

  private static func drawTab(
    _ exchange: Exchange, _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    let response = scene.pane
    if drawDocument(scene, in: rect, frame: frame, into: &screen) { return }
    if response.tab == .body {
      let reason = exchange.request?.method == "HEAD" ? "An answer to HEAD has no body." : "The answer has no body."
      return PaneFrame.hint([reason], scene, in: rect, into: &screen)
    }
    let lines = ResponseFacts.lines(of: response.tab, exchange, scene.given, pane: frame)
    let place = response.place(in: response.tab, of: lines)
    for (row, line) in lines.dropFirst(place.offset).prefix(rect.height).enumerated() {
      let at = Rect(x: rect.x, y: rect.y + row, width: rect.width, height: 1)
      screen.write(line.pieces.truncated(to: rect.width - 2), at: Point(x: rect.x + 1, y: at.y), clippedTo: rect)
      if place.offset + row == place.cursor {
        Ground.markCursor(at, isFocused: scene.isFocused, scene, &screen)
      }
    }
    PaneFrame.scrollbar(offset: place.offset, total: lines.count, rows: rect, in: frame, scene, into: &screen)
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
