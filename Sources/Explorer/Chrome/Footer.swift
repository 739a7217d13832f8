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
    let entries = Footer.editingKeys(for: state) + Footer.records(for: state).compactMap(Footer.entry)
    let pinned = entries.filter { [.palette, .help].contains($0.command) }
    let others = entries.filter { ![.palette, .help].contains($0.command) }
    // Whoever is lost looks for help at the end of the line, so it stands there however long the line would be.
    let kept = end >= 36 ? pinned : pinned.filter { $0.command == .help }
    let reserved = end >= 16 ? kept.reduce(0) { $0 + Footer.width(of: $1) + 2 } : 0
    var items: [Item] = []
    var column = 1
    func add(_ entry: Entry, before limit: Int) -> Bool {
      let width = Footer.width(of: entry)
      guard column + width <= limit else { return false }
      let columns = column..<column + width
      items.append(Item(command: entry.command, key: entry.key, label: entry.label, columns: columns))
      column += width + 2
      return true
    }
    for entry in others where !add((entry.command, entry.key, Footer.label(of: entry, state)), before: end - reserved) {
      break
    }
    for entry in kept where !add(entry, before: end) { break }
    self.items = items
  }

  private typealias Entry = (command: Command, key: String, label: String)

  private static func entry(_ record: CommandRecord) -> Entry? {
    guard let label = record.label, let key = record.keys.first else { return nil }
    return (record.command, key.name, label)
  }

  /// What each place is for: these come first there, and only what they leave room for after them.
  private static func foremost(in context: Context) -> [Command] {
    switch context {
    case .tree: [.enter, .newRequest, .nextPane, .search]
    case .url: [.enter, .chooseMethod, .nextPane]
    case .rows: [.enter, .addRow, .toggle, .delete, .nextPane]
    case .text: [.enter, .editExternally, .formatBody, .nextPane]
    case .fields: [.enter, .nextPane]
    case .grid: [.ignoreDifference, .showIgnored]
    case .document, .facts, .overlay: []
    }
  }

  /// Whether there is something here that the command could be wanted for; elsewhere the palette still has it.
  private static func isOfUse(_ command: Command, _ state: AppState) -> Bool {
    var isComparing = false
    if case .comparison? = state.session?.response.look { isComparing = true }
    return switch command {
    case .chooseBodyKind, .formatBody: state.session?.editor.tab == .body && state.session?.editor.isOnURL == false
    case .editExternally: state.context == .text || state.isEditingText
    case .explainVariables: state.hasVariableUnderCursor
    case .enter: state.focus != .request || state.session?.fault == nil
    case .addRow where state.context == .url:
      if case .table? = state.session?.content { state.session?.isReadOnly == false } else { false }
    case .toggle where state.context == .fields: state.session?.editor.tab == .options
    case .fold, .filter: !isComparing && (state.session?.response.reading?.document.kind.isJSON ?? true)
    case .showTable: !isComparing && state.session?.response.tab == .body
    case .cycleMode: !isComparing
    default: true
    }
  }

  /// Enter edits what is under the cursor in a request and opens it elsewhere.
  private static func label(of entry: Entry, _ state: AppState) -> String {
    entry.command == .enter && !state.isEditingText && Context.request.contains(state.context) ? "edit" : entry.label
  }

  private static func width(of entry: Entry) -> Int { TextWidth.of(entry.key) + 1 + TextWidth.of(entry.label) }

  /// What belongs to this place comes first, what works everywhere after it; palette and help never fall off alone.
  private static func records(for state: AppState) -> [CommandRecord] {
    let context = state.context
    let isTyping = state.isEditingText
    let here = state.commands.records.filter {
      $0.label != nil && $0.contexts.contains(context) && state.refusal(of: $0.command) == nil
        && isOfUse($0.command, state)
        && (!isTyping || $0.keys.first.map { state.commands.commandWhileEditing(for: $0, in: context) != nil } == true)
    }
    let first = here.filter { $0.command == .send || $0.command == .save }
    let foremost = foremost(in: context).compactMap { command in here.first { $0.command == command } }
    let others = here.filter { !first.contains($0) && !foremost.contains($0) }
    let own = others.filter { $0.contexts.count < Context.everywhere.count }
    let rest = others.filter { $0.contexts.count >= Context.everywhere.count }
    return first + foremost + own + rest
  }

  /// What Enter and Esc mean while one types.
  private static func editingKeys(for state: AppState) -> [Entry] {
    guard state.overlay == nil, state.isEditingText else { return [] }
    if case .text? = state.session?.editor.editing { return [(.leave, "Esc", "done")] }
    guard case .field(let field)? = state.session?.editor.editing, case .cell = field.target else {
      return [(.enter, "Enter", "keep"), (.leave, "Esc", "done")]
    }
    return [(.enter, "Enter", "next"), (.leave, "Esc", "done")]
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

extension Message.Kind {
  var token: Token {
    switch self {
    case .information: .text
    case .warning: .warn
    case .error: .error
    }
  }

  /// So that no kind is told by colour alone.
  var mark: String {
    switch self {
    case .information: ""
    case .warning: "Note: "
    case .error: "Error: "
    }
  }
}

extension Overlay {
  /// What the keys do while it is open.
  var keys: [(key: String, label: String)] {
    switch self {
    case .picker: [("Enter", "take"), ("↑ ↓", "choose"), ("Esc", "close")]
    case .prompt: [("Enter", "take"), ("Esc", "close")]
    case .help: [("PgUp PgDn", "scroll"), ("Esc", "close")]
    case .question: []
    case .environmentEditor(let editor): editor.keys
    case .find: [("Enter", "open"), ("↑ ↓", "choose"), ("Esc", "close")]
    case .conflict: ConflictPage.keys
    }
  }
}
