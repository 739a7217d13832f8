import Terminal

/// Draws the request pane.
enum RequestView {
  static func draw(_ state: AppState, in rect: Rect, into screen: inout Screen) {
    let isFocused = state.focus == .request
    let inner = PaneFrame.draw("Request", isFocused: isFocused, state, in: rect, into: &screen)
    if state.session == nil {
      PaneFrame.hint(["No request is open.", "Enter on one in the tree opens it."], state, in: inner, into: &screen)
    }
  }

  static func drawSummary(_ state: AppState, in rect: Rect, into screen: inout Screen) {
    screen.write("Request", in: rect, style: state.theme[.dim])
  }
}
