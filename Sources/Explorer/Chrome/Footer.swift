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
    var items: [Item] = []
    hint = state.requestHint.map { Footer.fitted($0, in: state.size.columns) }
    let end = state.size.columns - (hint.map { $0.columns + 3 } ?? 0)
    var column = 1
    for (command, key, label) in Footer.editingKeys(for: state) {
      let width = TextWidth.of(key) + 1 + TextWidth.of(label)
      guard column + width <= end else { break }
      items.append(Item(command: command, key: key, label: label, columns: column..<column + width))
      column += width + 2
    }
    for record in Footer.records(for: state) {
      guard let label = record.label, let key = record.keys.first else { continue }
      let name = key.name
      let width = TextWidth.of(name) + 1 + TextWidth.of(label)
      guard column + width <= end else { break }
      items.append(Item(command: record.command, key: name, label: label, columns: column..<column + width))
      column += width + 2
    }
    self.items = items
  }

  /// What belongs to this place comes first, what works everywhere after it; palette and help never fall off alone.
  private static func records(for state: AppState) -> [CommandRecord] {
    let context = state.context
    let isTyping = state.isEditingText
    let here = state.commands.records.filter {
      $0.label != nil && $0.contexts.contains(context) && state.refusal(of: $0.command) == nil
        && (!isTyping || $0.keys.first.map { state.commands.commandWhileEditing(for: $0, in: context) != nil } == true)
    }
    let first = here.filter { $0.command == .send || $0.command == .save }
    let own = here.filter { $0.contexts.count < Context.everywhere.count && !first.contains($0) }
    let rest = here.filter { $0.contexts.count >= Context.everywhere.count && !first.contains($0) }
    return first + own + rest
  }

  /// What Enter and Esc mean while one types.
  private static func editingKeys(for state: AppState) -> [(Command, String, String)] {
    guard state.overlay == nil, state.isEditingText else { return [] }
    if case .text? = state.session?.editor.editing { return [(.leave, "Esc", "done")] }
    return [(.enter, "Enter", "keep"), (.leave, "Esc", "restore")]
  }

  private static func fitted(_ hint: StyledText, in columns: Int) -> StyledText {
    StyledText(Truncation.end.applied(to: hint.text, columns: max(0, columns - 2)), hint.style)
  }

  static func draw(_ state: AppState, in rect: Rect, into screen: inout Screen) {
    let theme = state.theme
    if case .question(let question) = state.overlay {
      return draw(question, theme, in: rect, into: &screen)
    }
    if let message = state.message {
      let style = theme[message.kind.token]
      let mark = message.kind.mark
      screen.write(
        mark + message.text, in: Rect(x: rect.x + 1, y: rect.y, width: rect.width - 2, height: 1), style: style)
      return
    }
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

  private static func draw(
    _ keys: [(key: String, label: String)], _ theme: Theme, in rect: Rect, into screen: inout Screen
  ) {
    let pieces = keys.flatMap { [StyledText($0.key, theme[.accent]), StyledText(" \($0.label)  ", theme[.dim])] }
    screen.write(pieces, at: Point(x: rect.x + 1, y: rect.y), clippedTo: rect)
  }

  private static func draw(_ question: Question, _ theme: Theme, in rect: Rect, into screen: inout Screen) {
    var pieces = [StyledText(question.text + "  ", theme[.warn])]
    for choice in question.choices {
      pieces.append(StyledText(String(choice.letter), theme[.accent]))
      pieces.append(StyledText(" \(choice.label)  ", theme[.text]))
    }
    screen.write(pieces, at: Point(x: rect.x + 1, y: rect.y), clippedTo: rect)
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
    case .prompt: [("Enter", "take"), ("Esc", "leave as it was")]
    case .help: [("PgUp PgDn", "scroll"), ("Esc", "close")]
    case .question: []
    case .environmentEditor(let editor): editor.keys
    }
  }
}
