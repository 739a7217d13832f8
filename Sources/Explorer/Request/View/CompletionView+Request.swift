import Terminal

extension CompletionView {
  /// Draws the completion list of the edited field or text.
  static func draw(
    _ scene: RequestScene, _ layout: RequestLayout, into screen: inout Screen
  ) {
    let session = scene.session
    let list: Completion?
    switch session.editor.editing {
    case .field(let field): list = field.completion
    case .text(let edit): list = edit.completion
    case nil: list = nil
    }
    guard let list, let caret = screen.cursor, scene.isFocused, !scene.given.isCovered else { return }
    draw(list, at: caret, scene, into: &screen)
  }
}
