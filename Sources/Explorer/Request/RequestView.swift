import Basics
import Terminal
import Workspaces

/// Draws the request pane: the URL line, the tabs and the content of the selected tab.
enum RequestView {
  static func draw(_ state: AppState, in rect: Rect, into screen: inout Screen) {
    let isFocused = state.focus == .request
    guard let session = state.session else {
      let inner = PaneFrame.head("Request", isFocused: isFocused, state, in: rect, into: &screen)
      return PaneFrame.steps(
        "No request is open.",
        [
          ("Enter", "opens the one under the cursor"), ("^G", "finds one by its name"), ("n", "makes a new one"),
          ("?", "shows every key"),
        ], state, in: inner, into: &screen)
    }
    let inner = PaneFrame.head(
      PaneFrame.title(of: .request, state), facts: facts(of: session, state), isFocused: isFocused, state, in: rect,
      into: &screen)
    if let fault = session.fault { return draw(fault, state, in: inner, into: &screen) }
    let layout = RequestLayout(session: session, in: rect)
    URLLineView.draw(session, state, layout, into: &screen)
    RequestTab.bar(of: session.draft).draw(
      chosen: session.editor.tab, isFocused: isFocused, state, in: layout.tabs, into: &screen)
    if !layout.kinds.isEmpty {
      BodyKind.bar(of: session.draft.body).draw(
        chosen: session.draft.body.kind, isFocused: false, state, in: layout.kinds, into: &screen)
    }
    draw(session, state, layout, frame: rect, into: &screen)
    CompletionView.draw(session, state, layout, into: &screen)
  }

  private static func draw(
    _ session: RequestSession, _ state: AppState, _ layout: RequestLayout, frame: Rect, into screen: inout Screen
  ) {
    switch session.content {
    case .table(let kind):
      TableView.draw(
        kind, session, state, in: layout.content, heading: layout.heading, frame: frame, into: &screen)
    case .fields: FieldsView.draw(session, state, in: layout.content, frame: frame, into: &screen)
    case .text(let slot):
      TextPaneView.draw(slot, session, state, in: layout.content, hasCursor: true, into: &screen)
      if let (other, rect) = layout.otherText {
        screen.write(
          "Variables (JSON)", in: layout.divider, style: state.theme[slot == .graphVariables ? .accent : .dim])
        TextPaneView.draw(other, session, state, in: rect, hasCursor: false, into: &screen)
      }
    case .nothing:
      let hint = ["No body.", "⌥b or Enter chooses a kind: JSON, form, file …"]
      PaneFrame.hint(hint, state, in: layout.content, into: &screen)
    }
  }

  private static func facts(of session: RequestSession, _ state: AppState) -> [StyledText] {
    if case .unsupported(let kind) = session.draft.kind {
      let words = state.sends(session.draft) ? "\(kind): shown and sent, not edited" : "\(kind): shown, cannot be sent"
      return [StyledText(words, state.theme[.warn])]
    }
    if state.savedRequest(of: session.key) != nil, !session.isDraft {
      let keys = state.capabilities.unicode ? "^R as it was, ⌥r as it is now" : "^R as it was, M-r as it is now"
      return [StyledText(keys, state.theme[.dim])]
    }
    if session.isOlder { return [StyledText("older format: read only", state.theme[.warn])] }
    if session.isGone { return [StyledText("file removed: ^S makes it again", state.theme[.error])] }
    if session.isConflicted { return [StyledText("changed on disk too: ^S chooses", state.theme[.error])] }
    guard session.isDraft else { return [] }
    let mark = state.capabilities.unicode ? "●" : "*"
    return state.draftsAreKept
      ? [StyledText("\(mark) unsaved", state.theme[.warn])]
      : [StyledText("\(mark) unsaved, lost in a crash: ^S saves", state.theme[.error])]
  }

  /// Draws an unreadable file: what is wrong and what to do.
  private static func draw(_ fault: Notice, _ state: AppState, in rect: Rect, into screen: inout Screen) {
    let lines = [
      ("This file cannot be used.", Token.error), (fault.location, .text), (fault.message, .text), ("", .text),
      ("Apus does not write it. Mend it in an editor and open it again.", .dim),
    ].filter { !($0.0.isEmpty && $0.1 == .error) }
    var y = rect.minY
    for (text, token) in lines {
      for part in text.wrapped(to: max(1, rect.width - 2)) where y < rect.maxY {
        screen.write(
          part, in: Rect(x: rect.x + 1, y: y, width: rect.width - 2, height: 1), style: state.theme[token])
        y += 1
      }
    }
  }
}
