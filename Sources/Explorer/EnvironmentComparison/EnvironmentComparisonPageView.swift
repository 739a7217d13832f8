import Basics
import HTTPModel
import HTTPTypes
import Terminal
import Workspaces

/// Draws the list to tick, and then the answers as rows.
enum EnvironmentComparisonPageView {
  static func frame(of page: EnvironmentComparisonPage, in size: Size) -> Rect {
    let height = min(size.rows - 3, max(5, page.rows.count + 2))
    return OverlayView.frame(width: 86, height: height, top: max(1, (size.rows - height) / 4), in: size)
  }

  static func draw(_ state: AppState, into screen: inout Screen) {
    guard let page = state.environmentComparison else { return }
    let frame = frame(of: page, in: state.size)
    PaneFrame.box(
      "Send to several environments", facts: facts(of: page, state), state, in: frame, into: &screen)
    let list = OverlayView.content(of: frame)
    let names = min(list.width / 3, page.rows.map { TextWidth.of($0.environment) }.max() ?? 0)
    let statuses = page.rows.reduce(0) { max($0, TextWidth.of(status(of: $1)?.text ?? "")) }
    let shown = page.shown
    page.cursor.draw(count: shown.count, in: list, frame: frame, state, into: &screen) { row, place, screen in
      let pieces = pieces(page, shown[row], names, statuses, state)
      screen.write(pieces.truncated(to: place.width), at: place.origin, clippedTo: place)
    }
  }

  private static func facts(of page: EnvironmentComparisonPage, _ state: some Appearance) -> [StyledText] {
    let count = page.rows.count(where: \.isTicked)
    let running = page.rows.count { $0.sending != nil }
    let words = page.hasSent ? (running > 0 ? "\(running) running" : "") : "\(count) ticked"
    return words.isEmpty ? [] : [StyledText(words, state.theme[.dim])]
  }

  private static func pieces(
    _ page: EnvironmentComparisonPage, _ index: Int, _ names: Int, _ statuses: Int, _ state: some Appearance
  ) -> [StyledText] {
    let (row, theme, isUnicode) = (page.rows[index], state.theme, state.capabilities.unicode)
    let name = Truncation.end.applied(to: row.environment, columns: names)
    let padded = name + String(repeating: " ", count: max(0, names - TextWidth.of(name)))
    let style = theme[row.isProtected ? .error : .text]
    guard page.hasSent else {
      let box = row.isTicked ? (isUnicode ? "☑ " : "[x] ") : isUnicode ? "☐ " : "[ ] "
      let note = row.isProtected ? "  protected" : ""
      return [StyledText(box, theme[.accent]), StyledText(padded, style), StyledText(note, theme[.dim])]
    }
    let mark = page.marked == index ? (isUnicode ? "● " : "* ") : "  "
    return [StyledText(mark, theme[.accent]), StyledText(padded + "  ", style)] + words(of: row, statuses, theme)
  }

  /// The status in words and its colour; `nil` without an answer.
  private static func status(of row: EnvironmentComparisonPage.Row) -> (text: String, token: Token)? {
    guard case .answered(let exchange, _) = row.outcome else { return nil }
    guard let words = exchange.shortWords, exchange.failure == nil else { return ("no answer", .error) }
    return (Truncation.end.applied(to: words, columns: 26), .status(exchange.shortStatus))
  }

  /// Status, time and size, or the reason there is no answer.
  private static func words(of row: EnvironmentComparisonPage.Row, _ statuses: Int, _ theme: Theme) -> [StyledText] {
    switch row.outcome {
    case .idle: return []
    case .sending: return [StyledText("sending…", theme[.dim])]
    case .asked: return [StyledText("needs input", theme[.dim])]
    case .failed(let text): return [StyledText(VisibleText.of(text), theme[.error])]
    case .answered(let exchange, _):
      let status = status(of: row) ?? ("", .dim)
      let time = Quantity.duration(exchange.transferTime).padded(to: 10)
      let rest =
        exchange.failure.map { StyledText(VisibleText.of($0.message), theme[.error]) }
        ?? StyledText(Quantity.bytes(exchange.body?.count ?? 0), theme[.dim])
      return [
        StyledText(status.text.padded(to: statuses + 2), theme[status.token]), StyledText(time + "  ", theme[.text]),
        rest,
      ]
    }
  }
}
