import Basics
import HTTPTypes
import HTTPModel
import Terminal
import Workspaces

/// Commands for the open request: its URL, method, body and authentication.
enum RequestCommands {
  static let all: [Command] = [
    editURL, chooseMethod, editExternally, formatBody, chooseBodyKind, chooseAuthentication,
  ]

  private static let editURL = Command(
    "editURL", "Edit the URL", [.control("l")], section: .request, rank: 40,
    footer: .word("URL", lead: (29, [.rows])) { !$0.isEditingText || $0.session?.editor.isOnURL != true },
    refusal: { $0.refusalWithoutURL }, handler: { $0.inRequest { $0.editURL() } })

  private static let chooseMethod = Command(
    "chooseMethod", "Choose the method", [.control("t")], section: .request, rank: 70,
    footer: .word("method", lead: (20, [.url])), refusal: { $0.refusalWithoutURL },
    handler: { $0.inRequest { $0.inRequestPane { $0.showMethods() } } })

  private static let editExternally = Command(
    "editExternally", "Edit in $EDITOR", [.control("e"), .function(4)], in: Context.request, section: .editing,
    rank: 150,
    footer: .word("$EDITOR", lead: (20, [.text])) { $0.context == .text || $0.isEditingText },
    handler: { $0.inRequestPane { $0.editExternally() } })

  private static let formatBody = Command(
    "formatBody", "Format the body", [.alt("f"), .function(6)], in: Context.request, section: .editing, rank: 160,
    footer: .word("format", lead: (30, [.text]), when: isInBody),
    refusal: { state in
      guard let session = state.session else { return state.refusalWithoutRequest }
      return session.hasJSONBody ? nil : "Only a JSON body can be formatted"
    },
    handler: { $0.inRequestPane { $0.formatBody() } })

  private static let chooseBodyKind = Command(
    "chooseBodyKind", "Choose the kind of body: JSON, form, file, GraphQL…", [.alt("b")], in: Context.request,
    section: .editing, rank: 170,
    footer: .word("kind") { isInBody($0) && $0.session?.isInCallMessages == false }, refusal: { $0.refusalWithoutURL },
    handler: { $0.inRequest { $0.inRequestPane { $0.showBodyKinds() } } })

  private static let chooseAuthentication = Command(
    "chooseAuthentication", "Choose the kind of authentication", in: Context.request, section: .editing, rank: 180,
    refusal: { $0.refusalWithoutReadableRequest }, handler: { $0.inRequest { $0.request(.schemesRequested) } })

  private static let isInBody: @Sendable (AppState) -> Bool = { state in
    guard let session = state.session, !session.editor.isOnURL else { return false }
    return session.editor.tab == .body || session.isInCallMessages
  }
}

/// Commands for the row under the cursor: in tables of the request and, where they also apply, in the tree.
enum RowCommands {
  static let all: [Command] = [addRow, toggle, duplicate, delete, moveUp, moveDown, switchKind, renameMessage]

  private static let addRow = Command(
    "addRow", "Add a row", [.character("a")], in: [.rows], section: .editing, rank: 40,
    footer: .word("add", lead: (20, [.rows])),
    handler: { $0.inRequest { $0.request(.rowAdded) } })

  private static let toggle = Command(
    "toggle", "Switch on or off", [.character(" ")], in: [.rows, .fields], section: .editing, rank: 50,
    footer: .word("on/off", lead: (15, [.rows])) { state in
      guard state.context == .fields else { return true }
      return state.session.map { [.options, .proxy, .trust, .cookies, .history].contains($0.editor.tab) } ?? false
    },
    handler: { $0.inRequest { $0.inRequestPane { $0.toggle() } } })

  private static let duplicate = Command(
    "duplicate", "Duplicate", [.character("d")], in: [.tree, .rows], section: .editing, rank: 60,
    footer: .word("duplicate"), refusal: { $0.refusalWithoutFile },
    handler: { $0.inTreeOrRows({ $0.duplicateFile() }, { $0.duplicateRow() }) })

  private static let delete = Command(
    "delete", "Delete", [.delete], in: [.tree, .rows], section: .editing, rank: 90,
    footer: .word("delete", lead: (40, [.rows])), refusal: { $0.refusalToDeleteRow },
    handler: { $0.inTreeOrRows({ $0.deleteFile() }, { $0.deleteRow() }) })

  private static let moveUp = Command(
    "moveUp", "Move up", [.character("K")], in: [.tree, .rows], section: .editing, rank: 100,
    refusal: { $0.refusalWithoutFile },
    handler: { $0.inTreeOrRows({ $0.reorderFile(by: -1) }, { $0.moveRow(by: -1) }) })

  private static let moveDown = Command(
    "moveDown", "Move down", [.character("J")], in: [.tree, .rows], section: .editing, rank: 102,
    refusal: { $0.refusalWithoutFile },
    handler: { $0.inTreeOrRows({ $0.reorderFile(by: 1) }, { $0.moveRow(by: 1) }) })

  private static let switchKind = Command(
    "switchKind",
    "Switch the kind of a part (file, text), a certificate (PEM, PKCS#12) or a message",
    [.character("F")], in: [.rows], section: .editing, rank: 120,
    footer: .init(
      text: { $0.partUnderCursor?.tag == .file ? "text" : "file" }, lead: (18, [.rows]),
      isOfUse: { $0.partUnderCursor != nil }),
    handler: { $0.inRequest { $0.inRequestPane { $0.switchKind() } } })

  private static let renameMessage = Command(
    "renameMessage", "Rename the call's message", [.character("r")], in: [.rows], section: .editing, rank: 122,
    footer: .word("rename") { $0.session?.isInCallMessages == true },
    refusal: { state in
      state.session?.isInCallMessages == true
        ? nil : "No message is shown; to rename a row, edit its name"
    },
    handler: { $0.inRequest { $0.inRequestPane { $0.askForMessageName() } } })
}

extension AppState {
  fileprivate var partUnderCursor: TableRow? {
    guard focus == .request, session?.content == .table(.multipart), case .own(let row)? = session?.tableLine else {
      return nil
    }
    return session?.draft.rows(of: .multipart)[row]
  }
}

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
  /// Commits the edited text. A field closes as if by Enter; a multi-line text stays in editing mode.
  @discardableResult
  mutating func endEditing() -> [Effect] { inRequestPane { $0.endEditing() } }

  /// Commits the edited text and leaves editing mode.
  @discardableResult
  mutating func leaveEditing() -> [Effect] { inRequestPane { $0.leaveEditing() } }

  mutating func editURL() -> [Effect] { setFocus(.request) + inRequestPane { $0.editURL() } }

  /// Opens the field that caused a refused send for editing.
  mutating func edit(_ field: Refusal.Field) -> [Effect] {
    switch field {
    case .url: editURL()
    case .method: inRequest { $0.inRequestPane { $0.showMethods() } }
    case .param, .header, .bodyRow: setFocus(.request) + inRequestPane { $0.edit(field) }
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

  /// Acts on the item under the cursor of the tree if it has the focus, and on the row of the request otherwise.
  fileprivate mutating func inTreeOrRows(
    _ tree: (inout AppState) -> [Effect], _ rows: (inout RequestPane) -> Void
  ) -> [Effect] {
    focus == .tree ? inTree(tree) : inRequest { $0.inRequestPane(rows) }
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
