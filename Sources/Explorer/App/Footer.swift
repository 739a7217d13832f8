import Basics
package import Terminal

/// The bottom line: the available keys, most useful first, and a message beside them. A key that does not fit is
/// omitted. A message too long to share the line stands in a box above it.
package struct Footer: Equatable, Sendable {
  package struct Item: Equatable, Sendable {
    /// The effect of a click.
    package enum Meaning: Equatable, Sendable {
      case command(Command)
      /// A key of the schema beside the request; `nil` if a click cannot press it.
      case key(Key?)
    }

    package let meaning: Meaning
    package let key: String
    package let label: String
    package fileprivate(set) var columns = 0..<0

    fileprivate init(_ meaning: Meaning, key: String, label: String) {
      self.meaning = meaning
      self.key = key
      self.label = label
    }

    fileprivate init?(_ command: Command, _ state: AppState) {
      guard let word = command.footer, let key = state.keyHere(of: command) else { return nil }
      self.init(.command(command), key: key.name, label: word.text(state))
    }

    fileprivate var width: Int { OverlayView.width(ofKey: (key, label)) }
  }

  package let items: [Item]
  /// A message, or an error in the text being edited; right-aligned beside the keys.
  let hint: StyledText?
  /// True if the message is too long to share the line with the keys.
  let isMessageAbove: Bool

  package init(state: AppState) {
    let note = state.message.map { StyledText($0.kind.mark + $0.text, state.theme[$0.kind.token]) }
    let columns = state.size.columns
    let entries = Entries(state)
    let free = columns - 3 - (entries.placed(before: columns).last?.columns.upperBound ?? 0)
    // At least the key for help has to fit beside the message.
    isMessageAbove = note.map { $0.columns > max(min(columns / 2, columns - 19), free) } ?? false
    // The hint of the request does not apply while a page covers it.
    let said = state.page == nil ? state.vimMode ?? state.requestHint : nil
    hint =
      (isMessageAbove ? nil : note) ?? said.map { Footer.fitted($0, in: max(columns * 2 / 3, min(columns - 22, 58))) }
    items = entries.placed(before: columns - (hint.map { $0.columns + 3 } ?? 0))
  }

  /// The available keys, before fitting them to the line.
  private struct Entries {
    /// The maximum number of keys; users would not read more.
    private static let most = 12
    let pinned: [Item]
    let others: [Item]

    init(_ state: AppState) {
      if let box = state.box, state.isInSchemaBeside {
        pinned = []
        others = box.keys(in: state).map {
          Item(.key(AppState.key(named: $0.key)), key: $0.key, label: $0.label)
        }
        return
      }
      let commands = Footer.commands(for: state)
      let unpinned = commands.filter { $0.footer?.isPinned == false }
      let own = Footer.editingKeys(for: state) + Footer.kindKeys(for: state)
      let others = own + unpinned.compactMap { Item($0, state) }
      // A second key for the same command, such as Enter and ^R for sending, would displace others.
      self.others = others.enumerated().filter { index, entry in
        !others[..<index].contains { $0.label == entry.label }
      }.map(\.element)
      pinned = commands.filter { $0.footer?.isPinned == true }.compactMap { Item($0, state) }
    }

    /// - Parameter end: the first occupied column.
    func placed(before end: Int) -> [Item] {
      // Users look for help at the end of the line, so its key stays there at any width.
      let kept = end >= 36 ? pinned : pinned.filter { $0.meaning == .command(OverlayCommands.help) }
      let reserved = end >= 16 ? kept.reduce(0) { $0 + $1.width + 2 } : 0
      var items: [Item] = []
      var column = 1
      func add(_ entry: Item, before limit: Int) -> Bool {
        guard column + entry.width <= limit else { return false }
        items.append(entry)
        items[items.count - 1].columns = column..<column + entry.width
        column += entry.width + 2
        return true
      }
      for entry in others.prefix(Self.most - kept.count) where !add(entry, before: end - reserved) { break }
      for entry in kept where !add(entry, before: end) { break }
      return items
    }
  }

  /// Leading commands of this context first, then its other commands, then global ones.
  private static func commands(for state: AppState) -> [Command] {
    let context = state.context
    let isTyping = state.isEditingText
    func acts(_ command: Command) -> Bool {
      guard isTyping else { return true }
      let key = state.keyHere(of: command)
      if state.isComposing, let key, ResponseReducer.keysOfComposer.contains(key) { return false }
      return key.map { state.commands.commandWhileEditing(for: $0, in: context) != nil } == true
    }
    let here = state.commands.records.filter { command in
      guard let word = command.footer, command.contexts.contains(context) else { return false }
      return state.refusal(of: command) == nil && word.isOfUse(state) && acts(command)
    }
    let others = here.filter { $0.lead(in: context) == nil }
    let leading = here.filter { $0.lead(in: context) != nil }.sorted {
      $0.lead(in: context) ?? 0 < $1.lead(in: context) ?? 0
    }
    let own = others.filter { $0.contexts.count < Context.everywhere.count }
    let rest = others.filter { $0.contexts.count >= Context.everywhere.count }
    return leading + own + rest
  }

  /// The meaning of Enter and Esc while text is being edited.
  private static func editingKeys(for state: AppState) -> [Item] {
    guard state.overlay == nil, state.isEditingText else { return [] }
    if state.startLayout != nil { return startKeys(for: state) }
    let done = Item(.command(GoingCommands.leave), key: "Esc", label: "done")
    if state.isComposing { return [Item(.command(GoingCommands.enter), key: "Enter", label: "say"), done] }
    if state.isEditingOnPage { return [Item(.command(GoingCommands.enter), key: "Enter", label: "next"), done] }
    if case .text? = state.session?.editor.editing { return [done] }
    let reveal = revealKey(in: state)
    guard case .field(let field)? = state.session?.editor.editing, case .cell = field.target else {
      let sends = state.enterInURLSends && state.session?.editor.isOnURL == true
      return [Item(.command(GoingCommands.enter), key: "Enter", label: sends ? "send" : "keep")] + reveal + [done]
    }
    let complete = state.session?.isPath(field) == true ? [Item(.key(nil), key: "Tab", label: "complete")] : []
    return [Item(.command(GoingCommands.enter), key: "Enter", label: "next")] + complete + reveal + [done]
  }

  /// The keys of the row of body kinds, which differ from those of the body below it.
  private static func kindKeys(for state: AppState) -> [Item] {
    guard state.overlay == nil, state.page == nil, state.focusedPane == .request, let session = state.session,
      session.isOnKinds
    else { return [] }
    let arrows = ["left", "right"].compactMap { state.keys[$0] }.joined(separator: " ")
    let kind = [Item(.key(nil), key: arrows, label: "kind")]
    guard session.content != .nothing, let down = state.commands.command(named: "down"), let key = state.keys["down"]
    else { return kind }
    let enter = [Item(GoingCommands.enter, state)].compactMap(\.self)
    return kind + enter + [Item(.command(down), key: key, label: "to the body")]
  }

  /// The key that shows or hides the secret being typed.
  private static func revealKey(in state: AppState) -> [Item] {
    guard let session = state.session, session.isEditingSecret, case .field(let edit)? = session.editor.editing else {
      return []
    }
    let item = TextField.revealKey(edit.isRevealed)
    return [Item(.key(nil), key: item.key, label: item.label)]
  }

  /// The start page, which is all a new user sees, names the keys that act while its line is edited.
  private static func startKeys(for state: AppState) -> [Item] {
    let named = ["help", "quit"].compactMap { name -> Item? in
      guard let command = state.commands.command(named: name), let word = command.footer,
        let key = command.keys.first(where: {
          state.commands.commandWhileEditing(for: $0, in: state.context) == command
        })
      else { return nil }
      return Item(.command(command), key: key.name, label: word.text(state))
    }
    return [Item(.command(GoingCommands.enter), key: "Enter", label: "send")] + named
  }

  private static func fitted(_ hint: StyledText, in columns: Int) -> StyledText {
    StyledText(Truncation.end.applied(to: hint.text, columns: max(0, columns - 2)), hint.style)
  }

  static func draw(_ state: AppState, in rect: Rect, into screen: inout Screen) {
    let theme = state.theme
    guard state.overlay == nil || state.isInSchemaBeside else { return }
    let footer = Footer(state: state)
    if let hint = footer.hint {
      let place = Rect(x: rect.x, y: rect.y, width: max(0, rect.width - 1), height: 1)
      screen.write(hint.text, in: place, style: hint.style, align: .right)
    }
    for item in footer.items {
      let start = Point(x: item.columns.lowerBound, y: rect.y)
      screen.write(
        [StyledText(item.key, theme[.accent].adding(.bold)), StyledText(" " + item.label, theme[.dim])], at: start,
        clippedTo: rect)
    }
    if footer.isMessageAbove, let message = state.message {
      BottomLines.drawBox(message, above: rect.y, state, into: &screen)
    }
  }

  /// Draws a message under an open box, which shows its own keys. The message takes as many lines as it needs.
  static func drawWords(_ state: AppState, into screen: inout Screen) {
    guard let message = state.message, let box = state.box else { return }
    let rows = state.size.rows
    let most = box.isReadWhole ? rows - box.frame(in: state).maxY : max(1, rows - 2)
    BottomLines(message, columns: state.size.columns, most: most, state.theme)
      .draw(above: state.size.rows, into: &screen)
  }
}
