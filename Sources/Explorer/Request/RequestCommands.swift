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
    refusal: { $0.refusalWithoutURL }, handler: { $0.requestInFocus(.urlRequested) })

  private static let chooseMethod = Command(
    "chooseMethod", "Choose the method", [.control("t")], section: .request, rank: 70,
    footer: .word("method", lead: (20, [.url])), refusal: { $0.refusalWithoutURL },
    handler: { $0.requestInFocus(.methodsRequested) })

  private static let editExternally = Command(
    "editExternally", "Edit in $EDITOR", [.control("e"), .function(4)], in: Context.request, section: .editing,
    rank: 150,
    footer: .word("$EDITOR", lead: (20, [.text])) { $0.context == .text || $0.isEditingText },
    handler: { $0.requestInFocus(.editorRequested) })

  private static let formatBody = Command(
    "formatBody", "Format the body", [.alt("f"), .function(6)], in: Context.request, section: .editing, rank: 160,
    footer: .word("format", lead: (30, [.text]), when: isInBody),
    refusal: { state in
      guard let session = state.session else { return state.refusalWithoutRequest }
      return session.hasJSONBody ? nil : "Only a JSON body can be formatted"
    },
    handler: { $0.requestInFocus(.formatRequested) })

  private static let chooseBodyKind = Command(
    "chooseBodyKind", "Choose the kind of body: JSON, form, file, GraphQL…", [.alt("b")], in: Context.request,
    section: .editing, rank: 170,
    footer: .word("kind") { isInBody($0) && $0.session?.isInCallMessages == false }, refusal: { $0.refusalWithoutURL },
    handler: { $0.requestInFocus(.bodyKindsRequested) })

  private static let chooseAuthentication = Command(
    "chooseAuthentication", "Choose the kind of authentication", in: Context.request, section: .editing, rank: 180,
    refusal: { $0.refusalWithoutReadableRequest }, handler: { $0.requestInFocus(.schemesRequested) })

  private static let isInBody: @Sendable (AppState) -> Bool = { state in
    guard let session = state.session, !session.editor.isOnURL else { return false }
    return session.editor.tab == .body || session.isInCallMessages
  }
}

/// Commands for the row under the cursor: in tables of the request and, where they also apply, in the tree.
enum RowCommands {
  static let all: [Command] = [addRow, toggle, duplicate, delete, moveUp, moveDown, switchKind, renameMessage]

  private static let addRow = Command(
    "addRow", "Add a row", [.character("a")], in: [.url, .rows], section: .editing, rank: 40,
    footer: .word("add", lead: (20, [.rows])) { state in
      guard state.context == .url else { return true }
      if case .table? = state.session?.content { return state.session?.isReadOnly == false }
      return false
    },
    handler: { $0.requestInFocus(.rowAdded) })

  private static let toggle = Command(
    "toggle", "Switch on or off", [.character(" ")], in: [.rows, .fields], section: .editing, rank: 50,
    footer: .word("on/off", lead: (15, [.rows])) { state in
      guard state.context == .fields else { return true }
      return state.session.map { [.options, .proxy, .trust, .cookies, .history].contains($0.editor.tab) } ?? false
    },
    handler: { $0.requestInFocus(.toggled) })

  private static let duplicate = Command(
    "duplicate", "Duplicate", [.character("d")], in: [.tree, .rows], section: .editing, rank: 60,
    footer: .word("duplicate"), refusal: { $0.refusalWithoutFile },
    handler: { $0.requestInFocus(.rowDuplicated) })

  private static let delete = Command(
    "delete", "Delete", [.delete], in: [.tree, .rows], section: .editing, rank: 90,
    footer: .word("delete", lead: (40, [.rows])), refusal: { $0.refusalToDeleteRow },
    handler: { $0.requestInFocus(.rowDeleted) })

  private static let moveUp = Command(
    "moveUp", "Move up", [.character("K")], in: [.tree, .rows], section: .editing, rank: 100,
    refusal: { $0.refusalWithoutFile },
    handler: { $0.requestInFocus(.rowMoved(by: -1)) })

  private static let moveDown = Command(
    "moveDown", "Move down", [.character("J")], in: [.tree, .rows], section: .editing, rank: 102,
    refusal: { $0.refusalWithoutFile },
    handler: { $0.requestInFocus(.rowMoved(by: 1)) })

  private static let switchKind = Command(
    "switchKind",
    "Switch the kind of a part (file, text), a certificate (PEM, PKCS#12) or a message",
    [.character("F")], in: [.rows], section: .editing, rank: 120, handler: { $0.requestInFocus(.kindSwitched) })

  private static let renameMessage = Command(
    "renameMessage", "Rename the call's message", [.character("r")], in: [.rows], section: .editing, rank: 122,
    footer: .word("rename") { $0.session?.isInCallMessages == true },
    refusal: { state in
      state.session?.isInCallMessages == true
        ? nil : "No message is shown; to rename a row, edit its name"
    },
    handler: { $0.requestInFocus(.messageNameRequested) })
}
