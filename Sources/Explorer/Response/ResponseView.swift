import Basics
import Documents
import Essentials
import HTTPModel
import SessionModel
import Terminal
import Workspaces

/// Draws the response pane in each of its states.
enum ResponseView {
  static func draw(_ scene: ResponseScene, title: String, in rect: Rect, into screen: inout Screen) {
    let response = scene.pane
    let inner = PaneFrame.head(
      title, facts: ResponseLine.facts(scene, columns: rect.width), isFocused: scene.isFocused, scene, in: rect,
      into: &screen)
    let page = scene.failure
    switch response.phase {
    case .empty, .refused:
      if let page {
        FailureView.draw(page, scene, in: rect, into: &screen)
      } else {
        drawEmpty(scene, in: inner, into: &screen)
      }
    case .sending(let sending): SendingView.draw(sending, scene, in: inner, frame: rect, into: &screen)
    case .finished:
      let (bar, content) = parts(of: inner)
      tabs(of: response, for: scene.subject).draw(
        chosen: response.tab, isFocused: scene.isFocused, scene, in: bar.splitLeft(1).1, into: &screen)
      if let page {
        FailureView.draw(page, scene, in: rect, into: &screen)
      } else {
        drawTab(scene, in: content, frame: rect, into: &screen)
      }
    }
  }

  static func tabs(of response: ResponsePane, for subject: ResponseSubject) -> TabBar<ResponseTab> {
    let exchange = response.exchange
    let fields = exchange?.hops.flatMap { $0.response?.headers.fields ?? [] } ?? []
    let cookies = fields.count { $0.name.lowercased() == "set-cookie" }
    return TabBar(
      items: response.tabs.map { tab in
        var item = TabBar.Item(tab: tab, title: tab.rawValue)
        switch tab {
        case .headers:
          (item.count, item.isEmpty) = (exchange?.response?.headers.count, exchange?.response == nil)
        case .cookies: (item.count, item.isEmpty) = (cookies > 0 ? cookies : nil, cookies == 0)
        case .tls: item.isEmpty = exchange?.hops.last?.connection?.tls == nil
        case .body where response.messageTab == .body:
          item.title = ResponseTab.messages.rawValue
          (item.count, item.isEmpty) = (response.conversation?.count, response.conversation?.count == 0)
        case .body: item.isEmpty = response.body == nil
        case .messages: item.count = response.conversation?.count
        case .joined: break
        case .sent: item.isEmpty = response.sent == nil
        case .tests:
          item.share = response.tests?.share
          (item.count, item.isEmpty) = (subject.testCount, item.share == nil)
        case .console:
          let lines = response.scripts?.console ?? []
          (item.count, item.isEmpty) = (lines.isEmpty ? nil : lines.count, lines.isEmpty)
        case .timing: item.isEmpty = exchange?.hops.isEmpty ?? true
        }
        return item
      })
  }

  private static func drawEmpty(_ scene: ResponseScene, in rect: Rect, into screen: inout Screen) {
    let subject = scene.subject
    let isStart = subject.session.fault == nil && subject.key.scratchNumber != nil && subject.draft.url.isEmpty
    if isStart { return drawStart(scene, in: rect, into: &screen) }
    PaneFrame.hint(scene.emptyWords, scene, in: rect, into: &screen)
  }

  /// Draws the introduction for a request without a URL, which users of an empty folder see first.
  private static func drawStart(_ scene: ResponseScene, in rect: Rect, into screen: inout Screen) {
    let steps: [(String, String)] = [
      ("\(key: "enter")", "sends a URL or cURL command, imports a file"),
      ("", #"POST URL {"name": "value"} sends JSON"#),
      ("\(key: "save")", "saves the request under a name"),
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
    switch response.derivedView {
    case .table(let table): DerivedTableView.draw(table, scene, in: rect, frame: frame, into: &screen)
    case .picture(let picture): PictureView.draw(picture, scene, in: rect, frame: frame, into: &screen)
    case .comparison(let view): ComparisonView.draw(view, scene, in: rect, frame: frame, into: &screen)
    case .filter, .document, nil:
      guard let reading = response.reading else { return false }
      ReadingView.draw(reading, scene, in: rect, frame: frame, into: &screen)
    }
    return true
  }

  private static func drawTab(_ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen) {
    if drawDocument(scene, in: rect, frame: frame, into: &screen) { return }
    if scene.pane.tab == .body { return PaneFrame.hint(scene.emptyWords, scene, in: rect, into: &screen) }
    drawFacts(scene, in: rect, frame: frame, into: &screen)
  }

  /// Draws the list of a tab.
  static func drawFacts(_ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen) {
    let (lines, cursor) = scene.pane.facts(for: scene.subject, in: frame)
    cursor.draw(
      count: lines.count, in: rect, frame: frame, isFocused: scene.isFocused, scene, into: &screen
    ) { row, place, screen in
      let pieces = lines[row].pieces.truncated(to: rect.width - 2)
      screen.write(pieces, at: Point(x: rect.x + 1, y: place.y), clippedTo: rect)
    }
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

/// The input of the response views: the pane of one request and its surroundings.
struct ResponseScene {
  let pane: ResponsePane
  let subject: ResponseSubject

  var isFocused: Bool { subject.isFocused }
  /// The page shown instead of an answer, if any.
  var failure: FailurePage? { FailurePage(pane, for: subject) }

  /// The lines in place of an answer, or of its body.
  var emptyWords: [String] {
    if let exchange = pane.exchange {
      return [exchange.request?.method == "HEAD" ? "An answer to HEAD has no body." : "The answer has no body."]
    }
    guard subject.session.fault == nil else { return [] }
    if subject.draft.kind.isShared {
      let run = "\(key: "runFolder") runs them: sends each one and checks its answer."
      return ["The requests below inherit these settings.", run]
    }
    var lines = ["No response yet. \(key: "send") sends this request."]
    // The border shows the number of tests.
    if subject.testCount == nil, subject.draft.scripts.isEmpty, pane.tab == .tests {
      lines.append("The request has no tests.")
    }
    if let last = subject.history.first(where: subject.made) {
      let facts = [last.shortStatus.text ?? "failed", Quantity.duration(last.duration)]
      let dot = capabilities.unicode ? " · " : " - "
      let words = (facts + [subject.clock.moment(of: last.date)]).joined(separator: dot)
      lines.append("\(key: "history") shows the last: \(words)")
    }
    return lines
  }
}

extension ResponseScene: AppPart {
  var app: AppState { subject.app }
}

/// Draws a running send: its target, its progress, how to cancel it, and the body as it arrives.
enum SendingView {
  static func draw(
    _ sending: Sending, _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    let elapsed = Duration.seconds(max(0, scene.subject.clock.now.timeIntervalSince(sending.startedAt)))
    guard !scene.pane.hidesTabs else {
      return drawProgress(sending, elapsed, scene, in: rect, frame: frame, into: &screen)
    }
    let (bar, content) = ResponseView.parts(of: rect)
    let isStreaming = scene.pane.conversation?.streamed != nil
    let isOfScripts = scene.pane.showsScripts
    let hasBody = scene.pane.tab == .body && (scene.pane.body != nil || scene.pane.conversation != nil)
    var tabs = bar
    if isStreaming || isOfScripts || hasBody {
      let state = "\(spinner(elapsed, scene)) \(progressText(sending, elapsed))"
      let words = scene.keys.filled("\(state)  \(key: "leave") \(scene.pane.wordOfEnd)s ")
      let rest: Rect
      (tabs, rest) = bar.splitLeft(max(0, bar.width - TextWidth.of(words) - 1))
      let line = Rect(x: rest.x, y: rest.y, width: rest.width, height: min(1, rest.height))
      screen.write(words, in: line, style: scene.theme[.dim], align: .right)
    }
    ResponseView.tabs(of: scene.pane, for: scene.subject).draw(
      chosen: scene.pane.tab, isFocused: scene.isFocused, scene, in: tabs.splitLeft(1).1, into: &screen)
    if isOfScripts {
      ResponseView.drawFacts(scene, in: content, frame: frame, into: &screen)
    } else if !isStreaming, !hasBody {
      drawProgress(sending, elapsed, scene, in: content, frame: frame, into: &screen)
    } else if !ResponseView.drawDocument(scene, in: content, frame: frame, into: &screen) {
      PaneFrame.hint(["Nothing has arrived yet."], scene, in: content, into: &screen)
    }
  }

  /// Draws the target or the running script, the progress, how to cancel the send, and the body as it arrives.
  private static func drawProgress(
    _ sending: Sending, _ elapsed: Duration, _ scene: ResponseScene, in rect: Rect, frame: Rect,
    into screen: inout Screen
  ) {
    let theme = scene.theme
    let (first, rest) = ResponseView.parts(of: rect)
    // The border shows how long it has been open and what has arrived.
    let isConversing = scene.pane.conversation.map { $0.conversation.state != .connecting } ?? false
    let isWide = rect.width >= widthForRate
    let tail = isConversing ? "" : progressText(sending, elapsed, hasRate: isWide) + "  "
    let room = max(0, rect.width - 6 - TextWidth.of(tail) - 14)
    let pieces = [StyledText(" \(spinner(elapsed, scene)) ", theme[.warn])] + target(of: sending, theme, columns: room)
    screen.write(pieces, at: Point(x: first.x, y: first.y), clippedTo: first)
    screen.write(
      scene.keys.filled("\(tail)\(key: "leave") \(scene.pane.wordOfEnd)s "), in: first, style: theme[.dim],
      align: .right)
    if scene.pane.tab == .body, ResponseView.drawDocument(scene, in: rest, frame: frame, into: &screen) { return }
    drawBar(sending, elapsed, scene, in: rest, into: &screen)
  }

  /// The method and the URL or, while a script runs, its phase and file.
  private static func target(of sending: Sending, _ theme: Theme, columns: Int) -> [StyledText] {
    guard let script = sending.script else {
      let url = Truncation.middle.applied(to: sending.url, columns: max(0, columns - sending.method.count))
      return [StyledText("\(sending.method) ", theme[.method(sending.method)]), StyledText(url, theme[.text])]
    }
    let place = VisibleText.of("\(script.phase) of \(script.file)")
    let words = "script \(place) runs"
    let text = TextWidth.of(words) <= columns ? words : Truncation.middle.applied(to: place, columns: columns)
    return [StyledText(text, theme[.text])]
  }

  /// The columns from which on the line of a send has room for its rate and the time that is left.
  private static let widthForRate = 76

  private static func progressText(_ sending: Sending, _ elapsed: Duration, hasRate: Bool = false) -> String {
    let progress = sending.progress
    var parts = [Quantity.duration(elapsed)]
    if progress.sent > 0 { parts.append("\(Quantity.bytes(progress.sent)) up") }
    if progress.received > 0 {
      let of = progress.toReceive.map { " of \(Quantity.bytes($0))" } ?? ""
      parts.append("\(Quantity.bytes(progress.received))\(of)")
    }
    let facts = TransferFacts(progress, elapsed: elapsed)
    if hasRate, facts.share != nil, elapsed > TransferFacts.patience { parts += [facts.rate, facts.time] }
    return parts.joined(separator: "  ")
  }

  private static func spinner(_ elapsed: Duration, _ scene: ResponseScene) -> String {
    guard scene.capabilities.motion else { return scene.capabilities.unicode ? "…" : "." }
    let marks = scene.capabilities.unicode ? Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏") : Array("|/-\\")
    return String(marks[Int(elapsed.inSeconds * 10) % marks.count])
  }

  /// A progress bar if the size is known, else a moving marker.
  private static func drawBar(
    _ sending: Sending, _ elapsed: Duration, _ scene: ResponseScene, in rect: Rect, into screen: inout Screen
  ) {
    guard rect.height > 1, rect.width > 8 else { return }
    let columns = rect.width - 2
    let unicode = scene.capabilities.unicode
    let progress = sending.progress
    let isUploading = progress.received == 0 && progress.sent > 0 && progress.toSend.map { $0 > progress.sent } == true
    let done = isUploading ? progress.sent : progress.received
    let total = isUploading ? progress.toSend : progress.toReceive
    let text: String
    if let total, total > 0 {
      let share = min(1, Double(done) / Double(total))
      text = Waterfall.Bar(start: 0, length: share, columns: columns, unicode: unicode).text
    } else if !scene.capabilities.motion {
      return
    } else {
      let step = Int(elapsed.inSeconds * 10) % max(1, columns * 2)
      let place = step < columns ? step : columns * 2 - 1 - step
      text = String(repeating: " ", count: min(place, columns - 1)) + (unicode ? "━" : "=")
    }
    screen.write(text, at: Point(x: rect.x + 1, y: rect.y + 1), style: scene.theme[.accent], clippedTo: rect)
  }
}
