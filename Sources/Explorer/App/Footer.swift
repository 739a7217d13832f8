import Basics
import Terminal

/// The bottom line: what the keys do here, most useful first, cut at word ends; or a message, or a question.
public struct Footer: Equatable, Sendable {
  public struct Item: Equatable, Sendable {
    public let command: Command
    public let key: String
    public let label: String
    /// The columns it stands in.
    public let columns: Range<Int>
  }

  public let items: [Item]
  /// What is wrong where one types; stands at the right.
  let hint: StyledText?

  public init(state: AppState) {
    hint = state.requestHint.map { Footer.fitted($0, in: state.size.columns) }
    let end = state.size.columns - (hint.map { $0.columns + 3 } ?? 0)
    let commands = Footer.commands(for: state)
    let others =
      Footer.editingKeys(for: state) + commands.filter { $0.footer?.isPinned == false }.compactMap { Entry($0, state) }
    let pinned = commands.filter { $0.footer?.isPinned == true }.compactMap { Entry($0, state) }
    // Whoever is lost looks for help at the end of the line, so it stands there however long the line would be.
    let kept = end >= 36 ? pinned : pinned.filter { $0.command == OverlayCommands.help }
    let reserved = end >= 16 ? kept.reduce(0) { $0 + $1.width + 2 } : 0
    var items: [Item] = []
    var column = 1
    func add(_ entry: Entry, before limit: Int) -> Bool {
      guard column + entry.width <= limit else { return false }
      let columns = column..<column + entry.width
      items.append(Item(command: entry.command, key: entry.key, label: entry.label, columns: columns))
      column += entry.width + 2
      return true
    }
    for entry in others where !add(entry, before: end - reserved) { break }
    for entry in kept where !add(entry, before: end) { break }
    self.items = items
  }

  private struct Entry {
    let command: Command
    let key: String
    let label: String

    init(_ command: Command, key: String, label: String) {
      self.command = command
      self.key = key
      self.label = label
    }

    init?(_ command: Command, _ state: AppState) {
      guard let word = command.footer, let key = command.keys.first else { return nil }
      self.init(command, key: key.name, label: word.text(state))
    }

    var width: Int { TextWidth.of(key) + 1 + TextWidth.of(label) }
  }

  /// What leads here comes first, then what belongs to this place, then what works everywhere.
  private static func commands(for state: AppState) -> [Command] {
    let context = state.context
    let isTyping = state.isEditingText
    func acts(_ command: Command) -> Bool {
      guard isTyping else { return true }
      return command.keys.first.map { state.commands.commandWhileEditing(for: $0, in: context) != nil } == true
    }
    let here = state.commands.records.filter { command in
      guard let word = command.footer, command.contexts.contains(context) else { return false }
      return state.refusal(of: command) == nil && word.isOfUse(state) && acts(command)
    }
    func rank(_ command: Command) -> Int? {
      command.footer?.lead.flatMap { $0.contexts.contains(context) ? $0.rank : nil }
    }
    let leading = here.filter { rank($0) != nil }.sorted { rank($0) ?? 0 < rank($1) ?? 0 }
    let others = here.filter { rank($0) == nil }
    let own = others.filter { $0.contexts.count < Context.everywhere.count }
    let rest = others.filter { $0.contexts.count >= Context.everywhere.count }
    return leading + own + rest
  }

  /// What Enter and Esc mean while one types.
  private static func editingKeys(for state: AppState) -> [Entry] {
    guard state.overlay == nil, state.isEditingText else { return [] }
    let done = Entry(GoingCommands.leave, key: "Esc", label: "done")
    if case .text? = state.session?.editor.editing { return [done] }
    guard case .field(let field)? = state.session?.editor.editing, case .cell = field.target else {
      return [Entry(GoingCommands.enter, key: "Enter", label: "keep"), done]
    }
    return [Entry(GoingCommands.enter, key: "Enter", label: "next"), done]
  }

  private static func fitted(_ hint: StyledText, in columns: Int) -> StyledText {
    StyledText(Truncation.end.applied(to: hint.text, columns: max(0, columns - 2)), hint.style)
  }

  static func draw(_ state: AppState, in rect: Rect, into screen: inout Screen) {
    let theme = state.theme
    if case .question(let question) = state.overlay {
      return BottomLines(question, in: state.size, theme).draw(into: &screen)
    }
    if let message = state.message { return BottomLines(message, in: state.size, theme).draw(into: &screen) }
    if let overlay = state.overlay { return draw(overlay.keys, theme, in: rect, into: &screen) }
    let footer = Footer(state: state)
    if let hint = footer.hint {
      let place = Rect(x: rect.x, y: rect.y, width: max(0, rect.width - 1), height: 1)
      screen.write(hint.text, in: place, style: hint.style, align: .right)
    }
    for item in footer.items {
      let start = Point(x: item.columns.lowerBound, y: rect.y)
      screen.write(
        [StyledText(item.key, theme[.accent]), StyledText(" " + item.label, theme[.dim])], at: start, clippedTo: rect)
    }
  }

  /// The key whose word stands in a column of the bottom line of an overlay.
  static func key(at column: Int, in keys: [(key: String, label: String)]) -> String? {
    var start = 1
    for item in keys {
      let end = start + TextWidth.of(item.key) + 1 + TextWidth.of(item.label)
      if (start..<end).contains(column) { return item.key }
      start = end + 2
    }
    return nil
  }

  private static func draw(
    _ keys: [(key: String, label: String)], _ theme: Theme, in rect: Rect, into screen: inout Screen
  ) {
    var column = 1
    screen.fill(rect)
    for item in keys {
      let pieces = [StyledText(item.key, theme[.accent]), StyledText(" \(item.label)", theme[.dim])]
      guard column + pieces.columns <= rect.width else { break }
      screen.write(pieces, at: Point(x: rect.x + column, y: rect.y), clippedTo: rect)
      column += pieces.columns + 2
    }
  }
}
