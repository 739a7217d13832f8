import Terminal

/// What the views and hints of the open request are drawn from.
extension AppState {
  /// `nil` while no request is open.
  var requestScene: RequestScene? {
    session.map { session in
      RequestScene(
        session: session, given: requestSurroundings(of: session),
        hasSavedRequest: savedRequest(of: session.key) != nil,
        draftsAreKept: draftsAreKept, now: now,
        contents: session.sharedFolder.flatMap { workspace.contents(of: $0) } ?? "")
    }
  }

  /// The problem at the caret or cursor: an invalid row, a JSON error. Without one, information not visible there: the
  /// value of a variable, a header sent without the usual blank.
  var requestHint: StyledText? {
    let hint = session.flatMap { RequestHint($0, in: requestSurroundings(of: $0)) }
    if let problem = hint?.problem { return problem }
    let isTyping = session?.editor.editing != nil
    return isTyping ? variableHint ?? hint?.blank : hint?.blank ?? variableHint
  }

  /// The mode of a text that is edited with the keys of vim, with what was typed of a command.
  var vimMode: StyledText? {
    let vim: VimSession? =
      switch session?.editor.editing {
      case .field(let edit): edit.vim
      case .text(let edit): edit.vim
      case nil: nil
      }
    return vim.map { StyledText($0.modeName, theme[.accent]) }
  }

  /// The variables in the field with the cursor, and the one at the caret.
  var variablesUnderCursor: (all: [VariableUse], current: VariableUse?) {
    guard focus == .request, let session else { return ([], nil) }
    return session.variablesUnderCursor
  }
}
