import Basics
import Terminal
import Workspaces

/// Draws the history over the whole window.
struct HistoryPageView<State: Appearance> {
  let page: HistoryPageFeature.State
  let history: HistoryFeature.State
  let clock: WallClock
  let choice: PageChoice
  let state: State
  private var theme: Theme { state.theme }

  init(
    _ page: HistoryPageFeature.State, of history: HistoryFeature.State, at clock: WallClock, _ choice: PageChoice,
    _ state: State
  ) {
    self.page = page
    self.history = history
    self.clock = clock
    self.choice = choice
    self.state = state
  }

  func draw(into screen: inout Screen) {
    let layout = HistoryPageLayout(state.size, choice, requestLines: page.preview?.requestLines)
    PaneFrame.outline(layout.panes.frames, focused: 0, state, into: &screen)
    PaneFrame.head("History", isFocused: true, state, in: layout.list, into: &screen)
    if layout.rows.y > layout.filter.y { drawFilter(layout, into: &screen) }
    drawRows(layout, into: &screen)
    HistoryExchangeView(page, state).draw(request: layout.request, response: layout.response, into: &screen)
  }

  private func drawFilter(_ layout: HistoryPageLayout, into screen: inout Screen) {
    let rect = layout.filter
    let mark = state.capabilities.unicode ? "›" : ">"
    var pieces = [StyledText(mark + " ", theme[.accent].adding(.bold))]
    if let query = history.query {
      pieces.append(StyledText(query, theme[.text]))
    } else {
      pieces.append(
        StyledText(state.keys.filled("\(key: "historyFilter") filters: \(HistoryQuery.hint)"), theme[.faint]))
    }
    let loaded = history.entries.count
    let all = Quantity.count(loaded) + (history.next == nil ? "" : "+")
    let count =
      history.query == nil
      ? (loaded == 1 && history.next == nil ? "1 exchange" : "\(all) exchanges")
      : Quantity.count(history.found.count) + (history.foundNext == nil ? " found" : "+ found")
    let room = rect.width - TextWidth.of(count) - 2
    screen.write(pieces.truncated(to: max(0, room)), at: rect.origin, clippedTo: rect)
    screen.write(count, in: rect, style: theme[.faint], align: .right)
    guard let rule = layout.rule else { return }
    let line = String(repeating: state.capabilities.unicode ? "─" : "-", count: max(0, layout.list.width - 2))
    screen.write(line, at: Point(x: layout.list.x + 1, y: rule), style: theme[.line])
  }

  private func drawRows(_ layout: HistoryPageLayout, into screen: inout Screen) {
    let rows = layout.rows
    if page.rows.isEmpty {
      PaneFrame.hint(emptyWords, state, in: rows, into: &screen)
    }
    let charts = charts(in: rows)
    let columns = HistoryColumns(
      rows, of: shown(in: rows), charts: charts.values.map(\.count).max() ?? 0, unicode: state.capabilities.unicode)
    for line in 0..<rows.height {
      let row = page.cursor.offset + line
      guard page.rows.indices.contains(row) else { break }
      let place = Rect(x: rows.x, y: rows.y + line, width: rows.width, height: 1)
      switch page.rows[row] {
      case .day(let title):
        screen.write(
          title, at: Point(x: place.x + 1, y: place.y), style: theme[.faint].adding(.bold), clippedTo: place)
      case .more: screen.write("Loading older ones…", at: Point(x: place.x + 2, y: place.y), style: theme[.dim])
      case .entry(let entry, _):
        draw(entry, chart: charts[row], columns.moved(to: place.y), in: place, into: &screen)
      }
      if row == page.cursor.row { Ground.markCursor(place, isFocused: true, state, &screen) }
    }
    PaneFrame.scrollbar(
      offset: page.cursor.offset, total: page.rows.count, rows: rows, in: layout.list, state, into: &screen)
  }

  private var emptyWords: [String] {
    if let why = history.refusal { return ["Nothing is stored: .apus is not used.", why] }
    if history.query != nil { return ["Nothing matches."] }
    return [history.isLoaded ? "Nothing has been sent yet." : "Loading…"]
  }

  private func draw(
    _ entry: HistorySummary, chart: String?, _ columns: HistoryColumns, in rect: Rect, into screen: inout Screen
  ) {
    let isMarked = page.marked?.id == entry.id
    if isMarked {
      let mark = state.capabilities.unicode ? "◆" : "*"
      screen.write(mark, at: Point(x: rect.x + 1, y: rect.y), style: theme[.accent].adding(.bold), clippedTo: rect)
    }
    screen.write(clock.time(of: entry.date), in: columns.time, style: theme[.dim])
    screen.write(entry.method.shortMethod, in: columns.method, style: theme[.method(entry.method)])
    screen.write(
      Truncation.end.applied(to: entry.path, columns: columns.path.width), in: columns.path, style: theme[.text])
    let result = entry.result(unicode: state.capabilities.unicode)
    let status = Truncation.end.applied(to: result.text, columns: columns.status.width)
    screen.write(status, in: columns.status, style: theme[result.token].adding(.bold), align: .right)
    screen.write(Quantity.duration(entry.duration), in: columns.duration, style: theme[.text], align: .right)
    screen.write(Quantity.bytes(entry.size), in: columns.size, style: theme[.dim], align: .right)
    guard let chart, columns.chart.width > 0 else { return }
    screen.write(
      String(chart.suffix(columns.chart.width - 2)), in: columns.chart, style: theme[.variableResolved], align: .right)
  }

  private func shown(in rows: Rect) -> [HistorySummary] {
    page.rows.dropFirst(page.cursor.offset).prefix(rows.height).compactMap { row in
      if case .entry(let entry, _) = row { entry } else { nil }
    }
  }

  /// The charts of the visible rows that have one, by row.
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
    // Looks no further back than a frame has time for.
    let before = history.shown[index...].prefix(300)
    let sends = before.answers(8) { $0.isOfSameRequest(as: entry) }
    return sends.count < 2 ? "" : Sparkline.text(sends.map(\.duration).reversed())
  }
}
