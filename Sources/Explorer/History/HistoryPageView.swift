import Basics
import HTTPModel
import Terminal
import Workspaces

extension HistoryBrowser: PageFeature {
  static var keyPath: WritableKeyPath<AppState, HistoryBrowser> { \.historyPage }
  static var context: Context { .history }
  static var title: String { "History" }
  static var dividers: WritableKeyPath<LayoutChoice, PageChoice>? { \.history }

  static func draw(_ state: AppState, into screen: inout Screen) { HistoryPageView(state: state).draw(into: &screen) }

  /// The request leaves unused lines to the response, and a list that shows all paths leaves columns to both.
  func panes(in app: AppState) -> PagePanes {
    let size = app.size
    let most = max(5, (size.rows - 2) / 4)
    let upper = min(most, max(5, (preview?.requestLines ?? most) + 2))
    let asked = (askedColumns * 100 + size.columns - 1) / max(1, size.columns)
    return PagePanes(
      size, list: min(max(58, asked), 70), upperHeight: upper,
      headRows: size.rows >= 20 ? 2 : 1,
      app.layoutChoice.history)
  }

  var rowCount: Int { rows.count }

  func heading(in app: AppState) -> PageHeading {
    PageHeading(
      title: Self.title, filter: app.history.query.map { "filter \($0)" } ?? "",
      detail: Quantity.amount(app.history.shown.count, "exchange"))
  }

  func emptyWords(in app: AppState) -> [String] {
    if let why = app.history.refusal { return ["Nothing is stored: .apus is not used.", why] }
    if let why = app.history.failure { return ["The history cannot be stored.", why] }
    if app.history.query != nil { return ["Nothing matches."] }
    return [app.history.isLoaded ? "Nothing has been sent yet." : "Loading…"]
  }

  func words(forRow row: Int, in app: AppState) -> String {
    switch rows[row] {
    case .day(let title): title
    case .more: "loading older exchanges"
    case .entry(let entry, _): SpokenText.joined([entry.words(app.clock), marked?.id == entry.id ? "marked" : nil])
    }
  }

  var item: PageItem? {
    current.map { PageItem(id: $0.id, kind: "Exchange", name: "\($0.method) \($0.path)") }
  }
}

extension HistoryBrowser.Action: PageAction {}

/// Draws the history page.
struct HistoryPageView {
  let state: AppState
  private var page: HistoryBrowser { state.historyPage }
  private var history: HistoryList { state.history }
  private var theme: Theme { state.theme }

  func draw(into screen: inout Screen) {
    let panes = page.panes(in: state)
    PaneFrame.outline(panes.frames, focused: 0, state, into: &screen)
    PaneFrame.head("History", isFocused: true, state, in: panes.list, into: &screen)
    if panes.hasHead { drawFilter(panes, into: &screen) }
    drawRows(panes, into: &screen)
    HistoryExchangeView(state: state).draw(request: panes.upper, response: panes.lower, into: &screen)
  }

  private func drawFilter(_ panes: PagePanes, into screen: inout Screen) {
    let loaded = history.entries.count
    let count =
      history.query == nil
      ? (history.next == nil ? Quantity.amount(loaded, "exchange") : "\(Quantity.count(loaded))+ exchanges")
      : Quantity.count(history.found.count) + (history.foundNext == nil ? " found" : "+ found")
    FilterLine(text: history.query, hint: "\(key: "historyFilter") filters: \(HistoryQuery.hint)", count: count)
      .draw(state, in: panes.head, into: &screen)
    let rule = panes.head.y + 1
    if panes.rows.y > rule { OverlayView.drawRule(at: rule, state, in: panes.list, into: &screen) }
  }

  private func drawRows(_ panes: PagePanes, into screen: inout Screen) {
    let rows = panes.rows
    let charts = charts(in: rows)
    let columns = HistoryColumns(
      rows, of: shown(in: rows), charts: charts.values.map(\.count).max() ?? 0, unicode: state.capabilities.unicode)
    page.cursor.draw(
      count: page.rows.count, empty: page.emptyWords(in: state), in: rows, frame: panes.list, state, into: &screen
    ) { row, place, screen in
      switch page.rows[row] {
      case .day(let title):
        screen.write(
          title, at: Point(x: place.x + 1, y: place.y), style: theme[.faint].adding(.bold), clippedTo: place)
      case .more: screen.write("Loading older ones…", at: Point(x: place.x + 2, y: place.y), style: theme[.dim])
      case .entry(let entry, _):
        draw(entry, chart: charts[row], columns, in: place, into: &screen)
      }
    }
  }

  private func draw(
    _ entry: HistorySummary, chart: String?, _ columns: HistoryColumns, in rect: Rect, into screen: inout Screen
  ) {
    let isMarked = page.marked?.id == entry.id
    if isMarked {
      let mark = state.capabilities.unicode ? "◆" : "*"
      screen.write(mark, at: Point(x: rect.x + 1, y: rect.y), style: theme[.accent].adding(.bold), clippedTo: rect)
    }
    func write(_ text: String, in column: Rect, _ style: Style, _ align: Alignment = .left) {
      screen.write(text, in: column.moved(to: rect.y), style: style, align: align)
    }
    write(state.clock.time(of: entry.date), in: columns.time, theme[.dim])
    write(entry.method.shortMethod, in: columns.method, theme[.method(entry.method)])
    drawPlace(of: entry, in: columns.path.moved(to: rect.y), into: &screen)
    let result = entry.result(unicode: state.capabilities.unicode)
    write(result.text, in: columns.status, theme[result.token].adding(.bold), .right)
    write(Quantity.duration(entry.duration), in: columns.duration, theme[.text], .right)
    write(Quantity.bytes(entry.size), in: columns.size, theme[.dim], .right)
    guard let chart, columns.chart.width > 0 else { return }
    write(String(chart.suffix(columns.chart.width - 2)), in: columns.chart, theme[.variableResolved], .right)
  }

  /// Draws host and path. If both do not fit, the host is cut, to a third of the column at least.
  private func drawPlace(of entry: HistorySummary, in place: Rect, into screen: inout Screen) {
    let path = entry.receipt.map { "\(entry.path)  \($0)" } ?? entry.path
    let spare = place.width - TextWidth.of(path)
    let room = spare >= Self.leastHost ? spare : place.width / 3
    let host = place.width < 24 ? "" : Truncation.end.applied(to: entry.host, columns: room)
    let pieces = [StyledText(host, theme[.dim]), StyledText(path, theme[.text])]
    screen.write(pieces.truncated(to: place.width), at: place.origin, clippedTo: place)
  }

  /// The columns of a cut host that still tell servers apart.
  private static let leastHost = 6

  private func shown(in rows: Rect) -> [HistorySummary] {
    page.rows.dropFirst(page.cursor.offset).prefix(rows.height).compactMap { row in
      if case .entry(let entry, _) = row { entry } else { nil }
    }
  }

  private func charts(in rows: Rect) -> [Int: String] {
    guard state.capabilities.unicode else { return [:] }
    var charts: [Int: String] = [:]
    for row in page.cursor.offset..<page.cursor.offset + rows.height where page.rows.indices.contains(row) {
      guard case .entry(let entry, let index) = page.rows[row] else { continue }
      let chart = chart(of: entry, at: index)
      if !chart.isEmpty { charts[row] = chart }
    }
    return charts
  }

  /// The durations of the last sends of the request up to this one, oldest first.
  private func chart(of entry: HistorySummary, at index: Int) -> String {
    guard history.shown.indices.contains(index) else { return "" }
    // Limit the search to the number of entries that fits the time of a frame.
    let before = history.shown[index...].prefix(300)
    let sends = before.answers(8) { $0.isOfSameRequest(as: entry) }
    return sends.count < 2 ? "" : Sparkline.text(sends.map(\.duration).reversed())
  }
}

/// The columns of the history: each as wide as its content, with the remaining width for the path. A narrow list drops
/// the least important columns first.
struct HistoryColumns {
  let time, method, path, status, duration, size, chart: Rect

  /// - Parameters:
  ///   - shown: the visible exchanges.
  ///   - charts: the width of the widest chart.
  ///   - unicode: true if the terminal supports Unicode.
  init(_ rect: Rect, of shown: [HistorySummary], charts: Int, unicode: Bool) {
    let sizes = shown.map { Quantity.bytes($0.size).count }.max() ?? 0
    let durations = shown.map { Quantity.duration($0.duration).count }.max() ?? 0
    var rest = rect.splitTop(1).0.splitLeft(2).1.splitRight(1).0
    (time, rest) = rest.splitLeft(rect.width >= 36 ? 10 : 0)
    (method, rest) = rest.splitLeft(6)
    // The status name of a failed call takes no more width than the path can spare.
    let statuses = Self.status(of: shown, unicode: unicode)
    let word = min(statuses, max(Self.narrowStatus, rect.width - rest.x - Self.leastPath))
    // A chart remains useful with fewer earlier sends.
    let others = 2 + time.width + method.width + word + durations + 2 + sizes + 2 + 2
    let paths = shown.map { TextWidth.of($0.host) + TextWidth.of($0.path) }.max() ?? 0
    let free = rect.width - others - paths
    let marks = min(charts, max(4, free - 2))
    // Hide the chart if it is the reason for cutting a path.
    let isInTheWay = (0..<6).contains(free)
    (rest, chart) = rest.splitRight(charts > 0 && rect.width >= 66 && !isInTheWay ? marks + 2 : 0)
    (rest, size) = rest.splitRight(rect.width >= 56 ? sizes + 2 : 0)
    (rest, duration) = rest.splitRight(rect.width >= 30 ? durations + 2 : 0)
    (rest, status) = rest.splitRight(word)
    path = rest.splitRight(1).0
  }

  /// The width of a status number with the mark of a cancelled send.
  private static let narrowStatus = 4
  private static let leastPath = 24

  private static func status(of entries: some Sequence<HistorySummary>, unicode: Bool) -> Int {
    entries.reduce(narrowStatus) { max($0, TextWidth.of($1.result(unicode: unicode).text)) }
  }

  /// The width that a list with its border needs to show these entries without cutting them.
  static func asked(by entries: some Sequence<HistorySummary>) -> Int {
    var (path, duration, size) = (0, 0, 0)
    for entry in entries {
      path = max(path, TextWidth.of(entry.host) + TextWidth.of(entry.path))
      duration = max(duration, Quantity.duration(entry.duration).count)
      size = max(size, Quantity.bytes(entry.size).count)
    }
    // The widths of cursor, time, method, path, status, duration, size, margin and border.
    return 2 + 10 + 6 + path + 1 + status(of: entries, unicode: true) + duration + 2 + size + 2 + 1 + 2
  }
}

/// Draws the exchange under the cursor of the history: the request as sent, and its response.
struct HistoryExchangeView {
  let state: AppState
  private var page: HistoryBrowser { state.historyPage }
  private var theme: Theme { state.theme }

  /// The loaded exchange, if it is the one under the cursor.
  private var preview: HistoryBrowser.Preview? {
    page.preview.flatMap { $0.id == page.current?.id ? $0 : nil }
  }

  func draw(request: Rect?, response: Rect?, into screen: inout Screen) {
    if let request {
      let inner = PaneFrame.head("Request", isFocused: false, state, in: request, into: &screen)
      drawRequest(in: inset(inner), into: &screen)
    }
    guard let response else { return }
    let inner = PaneFrame.head("Response", facts: badge, isFocused: false, state, in: response, into: &screen)
    drawResponse(in: inset(inner), into: &screen)
  }

  private func inset(_ rect: Rect) -> Rect {
    Rect(x: rect.x + 1, y: rect.y, width: max(0, rect.width - 2), height: rect.height)
  }

  private func drawRequest(in rect: Rect, into screen: inout Screen) {
    guard let preview else { return }
    var lines: [[StyledText]] = [
      [
        StyledText(preview.method + " ", theme[.method(preview.method)].adding(.bold)),
        StyledText(preview.definition.url, theme[.text]),
      ]
    ]
    lines += preview.headers.map { row in
      [StyledText("\(row.name): ", theme[.dim]), StyledText(row.value, theme[.text])]
    }
    screen.write(lines, in: rect)
    preview.requestBody.draw(state, in: rect.splitTop(min(rect.height, lines.count + 1)).1, into: &screen)
  }

  private var badge: [StyledText] {
    guard let entry = page.current else { return [] }
    if entry.status == 0, entry.isCancelled { return [StyledText("cancelled", theme[.dim])] }
    guard entry.status > 0 else { return [StyledText(" no answer ", theme[.errorInk].adding(.bold))] }
    let words = preview?.exchange.shortWords ?? VisibleText.of(entry.shortStatus.text ?? "")
    return [StyledText(" \(words) ", theme[.badge(entry.shortStatus)].adding(.bold))]
  }

  private func drawResponse(in rect: Rect, into screen: inout Screen) {
    guard let preview else { return }
    var rest = rect.height >= 8 ? rect.splitTop(1).1 : rect
    if let failure = preview.exchange.failure {
      let token: Token = failure.category == .cancelled ? .dim : .error
      let lines = theme.lines(of: [(failure.message, token)], width: max(8, rest.width))
      screen.write(lines, in: rest)
      rest = rest.splitTop(min(rest.height, lines.count + 1)).1
    }
    preview.body.draw(state, in: rest, into: &screen)
    if preview.body.isEmpty, preview.exchange.failure == nil {
      screen.write("No body", at: rest.origin, style: theme[.faint], clippedTo: rest)
    }
  }
}
