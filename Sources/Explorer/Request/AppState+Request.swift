import Basics
import HTTPTypes
import Networking
import Terminal
import Workspaces

extension AppState {
  /// True if keys type text.
  var isEditingText: Bool { isEditingOnPage || isComposing || focus == .request && session?.editor.editing != nil }

  /// Applies an action to the open request.
  mutating func request(_ action: RequestPane.Action) -> [Effect] {
    current.map { request(action, of: $0) } ?? []
  }

  /// The last successful response of each open request, by file path.
  var knownAnswers: [String: ByteStore] {
    sessions.all.values.reduce(into: [:]) { known, session in
      guard let path = session.key.path, let exchange = session.response.exchange, let body = exchange.answerBody,
        exchange.response?.status.kind == .successful
      else { return }
      known[path] = body
    }
  }
}

/// Changes to the open request on behalf of other features.
extension AppState {
  /// Changes a draft and records the old one for undo.
  mutating func edit(_ key: RequestKey, _ change: (inout RequestDefinition) -> Void) -> [Effect] {
    guard var draft = sessions[key]?.draft else { return [] }
    change(&draft)
    return request(.changed(draft), of: key)
  }

  /// Changes the draft of the open request.
  mutating func edit(_ change: (inout RequestDefinition) -> Void) -> [Effect] {
    current.map { edit($0, change) } ?? []
  }

  /// Commits the edited text. A field closes as if by Enter; a multi-line text stays in editing mode.
  @discardableResult
  mutating func endEditing() -> [Effect] { request(.committed) }

  /// Commits the edited text and leaves editing mode.
  @discardableResult
  mutating func leaveEditing() -> [Effect] { request(.left) }

  mutating func editURL() -> [Effect] { setFocus(.request) + request(.urlRequested) }

  /// Opens the field that caused a refused send for editing.
  mutating func edit(_ field: Refusal.Field) -> [Effect] {
    switch field {
    case .url: editURL()
    case .method: inRequest { $0.request(.methodsRequested) }
    case .param, .header, .bodyRow: setFocus(.request) + request(.fieldRequested(field))
    case .auth, .body, .other: request(.fieldTargeted(field))
    }
  }

  /// The reason why the open request cannot be changed; `nil` if it can.
  var refusalToEdit: String? {
    guard let session else { return "No request is open" }
    return session.refusalToEdit(isSendable: sends(session.draft))
  }

  /// Adjusts cursor, scrolling and texts of the open request to its current content and the size of the pane.
  mutating func settleRequest() {
    guard let current else { return }
    let rect = layout.panes[.request] ?? Rect(x: 0, y: 0, width: 80, height: 24)
    sessions[current]?.trust = environment.current?.trust
    sessions[current]?.trustedBy = environment.current?.name ?? ""
    sessions[current]?.settle(in: rect, of: size, readsLines: capabilities.isLinear)
  }
}

extension AppState {
  /// The reason why the open request has no URL, method or body; `nil` if it has them.
  var refusalWithoutURL: String? {
    if let refusalWithoutReadableRequest { return refusalWithoutReadableRequest }
    guard let draft = session?.draft, draft.kind.isShared else { return nil }
    return "Only the requests of a \(draft.noun) have a URL, method and body"
  }

  /// Runs a command of the request. Row commands act on the tree while it has the focus.
  mutating func requestInFocus(_ action: RequestPane.Action) -> [Effect] {
    switch (action, focus) {
    case (.rowDuplicated, .tree): return inTree { $0.duplicateFile() }
    case (.rowDeleted, .tree): return inTree { $0.deleteFile() }
    case (.rowMoved(let step), .tree): return inTree { $0.reorderFile(by: step) }
    case (.urlRequested, _): return inRequest { $0.editURL() }
    // These commands commit the typed text themselves.
    case (.editorRequested, _), (.formatRequested, _): return request(action)
    default: return inRequest { $0.request(action) }
    }
  }
}

/// The data for the views and hints of the open request.
extension AppState {
  /// `nil` while no request is open.
  var requestScene: RequestScene? { session.map { RequestScene(app: self, session: $0) } }

  /// The problem at the caret or cursor, such as an invalid row or a JSON error; otherwise information that is not
  /// visible there, such as the value of a variable.
  var requestHint: StyledText? {
    let hint = RequestHint(self)
    if let problem = hint?.problem { return problem }
    let isTyping = session?.editor.editing != nil
    return isTyping ? variableHint ?? hint?.blank : hint?.blank ?? variableHint
  }

  /// The mode of the vim editor, with the command typed so far.
  var vimMode: StyledText? {
    let vim: VimSession? =
      switch session?.editor.editing {
      case .field(let edit): edit.vim
      case .text(let edit): edit.vim
      case nil: nil
      }
    return vim.map { StyledText($0.modeName, theme[.accent]) }
  }

  /// The variables in the field under the cursor, and the one at the caret.
  var variablesUnderCursor: (all: [VariableUse], current: VariableUse?) {
    guard focus == .request, let session else { return ([], nil) }
    return session.variablesUnderCursor
  }

  /// Requests the codings when the headers of a request are first shown.
  mutating func readCodings() -> [Effect] {
    guard program.codings == .unknown, let session, session.editor.tab == .headers, session.surroundings != nil,
      layout.panes[.request] != nil
    else { return [] }
    program.codings = .asked
    return [.transfer(.readCodings)]
  }
}
