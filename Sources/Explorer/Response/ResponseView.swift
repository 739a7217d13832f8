import Terminal

/// Draws the response pane.
enum ResponseView {
  static func draw(_ state: AppState, in rect: Rect, into screen: inout Screen) {
    let isFocused = state.focus == .response
    let inner = PaneFrame.draw("Response", isFocused: isFocused, state, in: rect, into: &screen)
    PaneFrame.hint(["No response yet. ^R sends this request."], state, in: inner, into: &screen)
  }

  static func drawSummary(_ state: AppState, in rect: Rect, into screen: inout Screen) {
    screen.write("Response", in: rect, style: state.theme[.dim])
  }
}
