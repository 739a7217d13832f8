import Terminal

/// Commands for the row under the cursor: in tables of the request and, where they also apply, in the tree.
enum RowCommands {
  typealias Command = RequestCommands.Command

  static let all: [Command] = [addRow, toggle, duplicate, delete, moveUp, moveDown, switchKind, renameMessage]

  private static let addRow = Command(
    "addRow", "Add a row", [.character("a")], in: [.url, .rows], section: .editing, rank: 40,
    footer: .word("add", lead: (20, [.rows])) { given in
      guard given.context == .url else { return true }
      if case .table? = given.session?.content { return given.session?.isReadOnly == false }
      return false
    },
    handler: { _ in [.rowAdded] })

  private static let toggle = Command(
    "toggle", "Switch on or off", [.character(" ")], in: [.rows, .fields], section: .editing, rank: 50,
    footer: .word("on/off", lead: (15, [.rows])) { given in
      guard given.context == .fields else { return true }
      return given.session.map { [.options, .proxy, .trust, .cookies, .history].contains($0.editor.tab) } ?? false
    },
    handler: { _ in [.toggled] })

  private static let duplicate = Command(
    "duplicate", "Duplicate", [.character("d")], in: [.tree, .rows], section: .editing, rank: 60,
    footer: .word("duplicate"), refusal: { $0.refusalWithoutFile },
    handler: { _ in [.rowDuplicated] })

  private static let delete = Command(
    "delete", "Delete", [.delete], in: [.tree, .rows], section: .editing, rank: 90,
    footer: .word("delete", lead: (40, [.rows])), refusal: { $0.refusalToDelete },
    handler: { _ in [.rowDeleted] })

  private static let moveUp = Command(
    "moveUp", "Move up", [.character("K")], in: [.tree, .rows], section: .editing, rank: 100,
    refusal: { $0.refusalWithoutFile },
    handler: { _ in [.rowMoved(by: -1)] })

  private static let moveDown = Command(
    "moveDown", "Move down", [.character("J")], in: [.tree, .rows], section: .editing, rank: 102,
    refusal: { $0.refusalWithoutFile },
    handler: { _ in [.rowMoved(by: 1)] })

  private static let switchKind = Command(
    "switchKind",
    "Switch a part of a body between file and text, a certificate between PEM and PKCS#12, a message's kind",
    [.character("F")], in: [.rows], section: .editing, rank: 120, handler: { _ in [.kindSwitched] })

  private static let renameMessage = Command(
    "renameMessage", "Rename the message of the call", [.character("r")], in: [.rows], section: .editing, rank: 122,
    footer: .word("rename") { $0.session?.isInCallMessages == true },
    refusal: { given in
      given.session?.isInCallMessages == true
        ? nil : "No message of a call is shown; a row is renamed where its name stands"
    },
    handler: { _ in [.messageNameRequested] })
}
