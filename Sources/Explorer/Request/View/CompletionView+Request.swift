import Terminal

extension CompletionView {
  /// Draws the completion list of the edited field or text.
  static func draw(
    _ session: RequestSession, _ state: AppState, _ layout: RequestLayout, into screen: inout Screen
  ) {
    let list: Completion?
    switch session.editor.editing {
    case .field(let field): list = field.completion
    case .text(let edit): list = edit.completion
    case nil: list = nil
    }
    guard let list, let caret = screen.cursor, state.focus == .request, state.overlay == nil else { return }
    draw(list, at: caret, state, into: &screen)
  }
}
