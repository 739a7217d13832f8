import Terminal

/// The one table of keys. Order is the order of help; within a context the footer shows labelled records in this order.
public struct CommandTable: Hashable, Sendable {
  public var records: [CommandRecord]

  public init(_ records: [CommandRecord] = CommandTable.standard) {
    self.records = records
  }

  /// The command that a key asks for in a context, where no text is being edited.
  public func command(for key: Key, in context: Context) -> Command? {
    records.first { $0.contexts.contains(context) && $0.keys.contains(key) }?.command
  }

  /// The command that a key asks for while text is being edited: only Control, Alt and function keys act there.
  public func commandWhileEditing(for key: Key, in context: Context) -> Command? {
    switch key.code {
    case .function: break
    case .character where key.modifiers.contains(.control): break
    default: return nil
    }
    return command(for: key, in: context)
  }

  public func record(of command: Command) -> CommandRecord? {
    records.first { $0.command == command }
  }
}

extension CommandTable {
  public static let standard: [CommandRecord] =
    requestRecords + editingRecords + readingRecords + environmentRecords + goingRecords + windowRecords

  private static let requestRecords: [CommandRecord] = [
    CommandRecord(.send, "Send the request", label: "send", [.control("r"), .function(5)], .request),
    CommandRecord(.cancel, "Cancel the running request", [], .request),
    CommandRecord(.save, "Save the request", label: "save", [.control("s")], .request),
    CommandRecord(.editURL, "Edit the URL", label: "URL", [.control("l")], .request),
    CommandRecord(
      .showResolvedURL, "Show the URL with its variables in place", [.character("U")], in: Context.request, .request),
    CommandRecord(
      .explainVariables, "Why this value? Where the variables under the cursor come from", label: "why",
      [.character("i"), .function(3)], in: Context.request, .request),
    CommandRecord(.chooseMethod, "Choose the method", label: "method", [.control("t")], .request),
    CommandRecord(.copy, "Copy: cURL, URL, body, value, path", label: "copy", [.character("y")], .request),
    CommandRecord(.copyAsCurl, "Copy the request as cURL", [], .request),
    CommandRecord(.history, "Go to the history", label: "history", [.character("H")], .request),
    CommandRecord(
      .filterHistory, "Filter the history by text, status, method, request, date, environment", [], .request),
    CommandRecord(
      .resendToday, "Send the request of an old exchange as it is now, with today's variables", [.alt("r")], .request),
    CommandRecord(.keepHistory, "How much of the history is kept", [], .request),
    CommandRecord(.resolveConflict, "Choose between your draft and what another program wrote", [], .request),
    CommandRecord(.convertCollection, "Convert the older .bru collection into one that can be edited", [], .request),
  ]

  private static let editingRecords: [CommandRecord] = [
    CommandRecord(.newRequest, "New request", label: "new", [.character("n")], in: [.tree], .editing),
    CommandRecord(.newCollection, "New collection", [], in: [.tree], .editing),
    CommandRecord(.newFolder, "New folder", [.character("N")], in: [.tree], .editing),
    CommandRecord(.addRow, "Add a row", label: "add", [.character("a")], in: [.url, .rows], .editing),
    CommandRecord(.toggle, "Switch on or off", label: "on/off", [.character(" ")], in: [.rows, .fields], .editing),
    CommandRecord(
      .duplicate, "Duplicate", label: "duplicate", [.character("d")], in: [.tree, .rows], .editing),
    CommandRecord(.rename, "Rename", label: "rename", [.character("r")], in: [.tree], .editing),
    CommandRecord(.move, "Move to another folder", [.character("m")], in: [.tree], .editing),
    CommandRecord(.delete, "Delete", label: "delete", [.delete], in: [.tree, .rows], .editing),
    CommandRecord(.moveUp, "Move up", [.character("K")], in: [.tree, .rows], .editing),
    CommandRecord(.moveDown, "Move down", [.character("J")], in: [.tree, .rows], .editing),
    CommandRecord(
      .switchKind, "Make a part of a multipart body a file, or text", [.character("F")], in: [.rows], .editing),
    CommandRecord(.undo, "Undo", label: "undo", [.character("u")], .editing),
    CommandRecord(.redo, "Redo", [.control("y")], .editing),
    CommandRecord(
      .editExternally, "Edit in $EDITOR", label: "$EDITOR", [.control("e"), .function(4)], in: Context.request, .editing
    ),
    CommandRecord(
      .formatBody, "Format the body", label: "format", [.alt("f"), .function(6)], in: Context.request, .editing),
    CommandRecord(
      .chooseBodyKind, "Choose the kind of body", label: "kind", [.alt("b")], in: Context.request, .editing),
    CommandRecord(.chooseAuthentication, "Choose the kind of authentication", [], in: Context.request, .editing),
  ]

  private static let environmentRecords: [CommandRecord] = [
    CommandRecord(.chooseEnvironment, "Choose the environment", label: "env", [.character("e")], .environments),
    CommandRecord(.editEnvironment, "Edit the environment", [.character("E")], .environments),
  ]

  private static let goingRecords: [CommandRecord] =
    [
      CommandRecord(.nextPane, "Next pane", label: "next pane", [.tab], .going),
      CommandRecord(.previousPane, "Previous pane", [.backTab], .going),
      CommandRecord(.enter, "Open; edit the field under the cursor", label: "open", [.enter], .going),
      CommandRecord(.leave, "Cancel the running request; leave; close", [.escape], .going),
      CommandRecord(.up, "Up", [.up, .character("k")], .going),
      CommandRecord(.down, "Down", [.down, .character("j")], .going),
      CommandRecord(.left, "Left", [.left, .character("h")], .going),
      CommandRecord(.right, "Right", [.right, .character("l")], .going),
      CommandRecord(.pageUp, "Page up", [.pageUp, .control("b")], .going),
      CommandRecord(.pageDown, "Page down", [.pageDown, .control("f")], .going),
      CommandRecord(.top, "To the top", [.character("g"), .home], .going),
      CommandRecord(.bottom, "To the bottom", [.character("G"), .end], .going),
      CommandRecord(.jump, "Jump to a request by name, URL or file", label: "jump", [.control("g")], .going),
      CommandRecord(.findInFiles, "Find a text in all files", label: "find", [.alt("/"), .function(7)], .going),
    ] + tabRecords

  private static let tabRecords: [CommandRecord] = zip(
    [Command.tab1, .tab2, .tab3, .tab4, .tab5, .tab6, .tab7, .tab8, .tab9], 1...
  ).map { command, number in
    CommandRecord(command, "Tab \(number) of the pane", [.character(Character(String(number)))], .going)
  }

  private static let windowRecords: [CommandRecord] = [
    CommandRecord(.zoom, "Zoom the pane", [.character("f")], .window),
    CommandRecord(.cycleLayout, "Turn the layout", [.character("v")], .window),
    CommandRecord(.grow, "Give the response more room", [.character("]")], .window),
    CommandRecord(.shrink, "Give the response less room", [.character("[")], .window),
    CommandRecord(.chooseTheme, "Choose the theme", [], .window),
    CommandRecord(
      .palette, "Palette: every action by name", label: "palette", [.character(":"), .control("p")], .window),
    CommandRecord(.help, "Help for where you are", label: "help", [.character("?"), .function(1)], .window),
    CommandRecord(.suspend, "Suspend", [.control("z")], .window),
    CommandRecord(.quit, "Quit", label: "quit", [.character("q"), .control("c")], .window),
  ]
}
