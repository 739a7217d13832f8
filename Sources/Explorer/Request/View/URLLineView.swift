import Terminal
import Workspaces

/// Draws the URL line: method, URL with its variables coloured, the button; and the resolved URL below when asked for.
enum URLLineView {
  static func draw(
    _ session: RequestSession, _ state: AppState, _ layout: RequestLayout, into screen: inout Screen
  ) {
    let theme = state.theme
    let method = session.draft.method
    let arrow = StyledText(state.capabilities.unicode ? " ▾" : " v", theme[.dim])
    let (name, mark) = layout.method.splitRight(2)
    screen.write(method, in: name, style: theme[.method(method)].adding(.bold))
    screen.write([arrow], at: Point(x: mark.x, y: mark.y), clippedTo: layout.method)
    drawURL(session, state, in: layout.url, into: &screen)
    if !layout.send.isEmpty {
      let style = session.isReadOnly || state.isSending ? theme[.dim] : theme[.accent]
      screen.write(RequestLayout.sendLabel, in: layout.send, style: style)
    }
    if !layout.resolved.isEmpty {
      let pieces = ResolvedURL.pieces(of: session.draft, in: session.variables, theme: theme)
      let lead = StyledText(state.capabilities.unicode ? "→ " : "> ", theme[.dim])
      screen.write(
        ([lead] + pieces).truncated(to: layout.resolved.width), at: Point(x: layout.resolved.x, y: layout.resolved.y),
        clippedTo: layout.resolved)
    }
  }

  private static func drawURL(_ session: RequestSession, _ state: AppState, in rect: Rect, into screen: inout Screen) {
    let theme = state.theme
    if case .field(let field) = session.editor.editing, field.target == .url {
      let style = TextFieldStyle(text: theme[.text].adding(.underline), selection: theme[.selection])
      field.field.draw(
        into: &screen, in: rect, style: style, runs: theme.runs(of: field.field.text, in: session.variables),
        isFocused: state.focus == .request && state.overlay == nil)
      if field.field.isEmpty, session.isBlankScratch {
        let hint = Rect(x: rect.x + 1, y: rect.y, width: max(0, rect.width - 1), height: 1)
        screen.write("Type a URL, or paste a curl command", in: hint, style: theme[.dim])
      }
      return
    }
    if session.draft.url.isEmpty {
      screen.write("Enter types the URL", in: rect, style: theme[.dim])
    } else {
      let pieces = theme.pieces(of: session.draft.url, in: session.variables)
      screen.write(pieces.truncated(to: rect.width), at: Point(x: rect.x, y: rect.y), clippedTo: rect)
    }
    if session.editor.isOnURL { PaneFrame.markCursor(rect, isFocused: state.focus == .request, &screen) }
  }
}
