import Basics
import Networking
import Terminal
import Workspaces

/// Draws the exchange under the cursor of the history: the request as it was sent, and what came back.
struct HistoryExchangeView<State: Appearance> {
  private let page: HistoryPageFeature.State
  private let state: State
  private var theme: Theme { state.theme }

  init(_ page: HistoryPageFeature.State, _ state: State) {
    self.page = page
    self.state = state
  }

  /// The exchange, if it is that under the cursor.
  private var preview: HistoryPageFeature.Preview? {
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
    for (row, line) in lines.prefix(rect.height).enumerated() {
      screen.write(line.truncated(to: rect.width), at: Point(x: rect.x, y: rect.y + row), clippedTo: rect)
    }
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
      let style = theme[failure.category == .cancelled ? .dim : .error]
      let lines = failure.message.wrapped(to: max(8, rest.width))
      for (row, line) in lines.prefix(rest.height).enumerated() {
        screen.write(line, at: Point(x: rest.x, y: rest.y + row), style: style, clippedTo: rest)
      }
      rest = rest.splitTop(min(rest.height, lines.count + 1)).1
    }
    preview.body.draw(state, in: rest, into: &screen)
    if preview.body.isEmpty, preview.exchange.failure == nil {
      screen.write("No body", at: rest.origin, style: theme[.faint], clippedTo: rest)
    }
  }
}
