import Terminal

extension CompletionView {
  /// The list of the field or the text that is typed into.
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
