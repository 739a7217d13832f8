import Basics
import HTTPModel
import HTTPTypes
import Terminal
import Workspaces

/// The box: the list to tick, and then the answers as rows.
extension EnvironmentComparisonPage: Box {
  var staysBelow: CoveringBoxes { .questions }

  var keys: [(key: String, label: String)] {
    guard hasSent else { return [("Space", "tick"), ("a", "all"), ("Enter", "send"), ("Esc", "close")] }
    return [("Enter", "open"), ("d", "compare"), ("Space", "mark"), ("e", "environments"), ("Esc", "close")]
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] { app.apply(.pressed(key), to: \.environmentComparison) }
  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] {
    app.apply(.clicked(mouse), to: \.environmentComparison)
  }

  func frame(in app: AppState) -> Rect {
    let height = min(app.size.rows - 3, max(5, rows.count + 2))
    return OverlayView.frame(width: 86, height: height, top: max(1, (app.size.rows - height) / 4), in: app.size)
  }

  func draw(_ app: AppState, into screen: inout Screen) {
    let frame = frame(in: app)
    PaneFrame.box("Send to several environments", facts: facts(app.theme), app, in: frame, into: &screen)
    let list = OverlayView.content(of: frame)
    let names = min(list.width / 3, rows.map { TextWidth.of($0.environment) }.max() ?? 0)
    let statuses = rows.reduce(0) { max($0, TextWidth.of(Self.status(of: $1)?.text ?? "")) }
    let shown = shown
    cursor.draw(count: shown.count, in: list, frame: frame, app, into: &screen) { row, place, screen in
      let pieces = pieces(shown[row], names, statuses, app)
      screen.write(pieces.truncated(to: place.width), at: place.origin, clippedTo: place)
    }
  }

  private func facts(_ theme: Theme) -> [StyledText] {
    let count = rows.count(where: \.isTicked)
    let running = rows.count { $0.sending != nil }
    let words = hasSent ? (running > 0 ? "\(running) running" : "") : "\(count) ticked"
    return words.isEmpty ? [] : [StyledText(words, theme[.dim])]
  }

  private func pieces(_ index: Int, _ names: Int, _ statuses: Int, _ state: some Appearance) -> [StyledText] {
    let (row, theme, isUnicode) = (rows[index], state.theme, state.capabilities.unicode)
    let name = Truncation.end.applied(to: row.environment, columns: names)
    let padded = name + String(repeating: " ", count: max(0, names - TextWidth.of(name)))
    let style = theme[row.isProtected ? .error : .text]
    guard hasSent else {
      let box = row.isTicked ? (isUnicode ? "☑ " : "[x] ") : isUnicode ? "☐ " : "[ ] "
      let note = row.isProtected ? "  protected" : ""
      return [StyledText(box, theme[.accent]), StyledText(padded, style), StyledText(note, theme[.dim])]
    }
    let mark = marked == index ? (isUnicode ? "● " : "* ") : "  "
    return [StyledText(mark, theme[.accent]), StyledText(padded + "  ", style)] + Self.words(of: row, statuses, theme)
  }

  /// The status in words and its colour; `nil` without an answer.
  private static func status(of row: Row) -> (text: String, token: Token)? {
    guard case .answered(let exchange, _) = row.outcome else { return nil }
    guard let words = exchange.shortWords, exchange.failure == nil else { return ("no answer", .error) }
    return (Truncation.end.applied(to: words, columns: 26), .status(exchange.shortStatus))
  }

  /// Status, time and size, or the reason there is no answer.
  private static func words(of row: Row, _ statuses: Int, _ theme: Theme) -> [StyledText] {
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
