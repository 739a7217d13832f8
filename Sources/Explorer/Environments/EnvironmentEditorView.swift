import Basics
import Terminal
import Workspaces

/// The layout of the environment editor.
struct EnvironmentEditorLayout: Equatable {
  let frame: Rect
  let tabs: Rect
  let facts: Rect
  /// The column titles; empty in a low window.
  let heading: Rect
  let rows: Rect
  let hints: Rect

  init(size: Size) {
    frame = OverlayView.frame(width: 104, height: max(3, size.rows - (size.rows > 16 ? 4 : 2)), in: size)
    var rest: Rect
    (tabs, rest) = OverlayView.content(of: frame).splitTop(1)
    (facts, rest) = rest.splitTop(rest.height >= 3 ? 1 : 0)
    let wanted = EnvironmentHints.lines(width: rest.width).count
    (rest, hints) = rest.splitBottom(min(wanted, max(rest.height / 2, rest.height >= 2 ? 1 : 0)))
    let isAiry = size.rows >= 30
    if isAiry { rest = rest.splitTop(1).1.splitBottom(1).0 }
    (heading, rows) = rest.splitTop(isAiry ? 1 : 0)
  }
}

/// Draws the environment editor.
enum EnvironmentEditorView {
  /// - Parameter variables: the variables in scope of the open request, for colouring values.
  static func draw(
    _ editor: EnvironmentEditor, variables: VariableTable?, _ state: some Appearance, into screen: inout Screen
  ) {
    let layout = EnvironmentEditorLayout(size: state.size)
    PaneFrame.box("Environments", state, in: layout.frame, into: &screen)
    editor.bar.draw(chosen: editor.index, isFocused: true, state, in: layout.tabs, into: &screen)
    if let environment = editor.current {
      screen.write(
        facts(of: environment, editor.fault, state).truncated(to: layout.facts.width),
        at: Point(x: layout.facts.x, y: layout.facts.y), clippedTo: layout.facts)
      drawRows(editor, variables, state, layout, into: &screen)
    } else if let name = editor.brokenName {
      let fault = editor.fault ?? Notice(.error, "", "")
      let lines = fault.paragraphs(
        "The file of \(name) cannot be used.", "Requests cannot use it. Enter opens it in $EDITOR.")
      screen.write(state.theme.lines(of: lines, width: layout.rows.width), in: layout.rows)
    } else {
      PaneFrame.hint(editor.emptyWords, state, in: layout.rows, into: &screen)
    }
    drawBottom(editor, state, layout, into: &screen)
  }

  private static func facts(
    of environment: Environment, _ fault: Notice?, _ state: some Appearance
  ) -> [StyledText] {
    let theme = state.theme
    // Requests are not sent with a partially read environment.
    if let fault {
      let file = fault.path.split(separator: "/").last.map(String.init) ?? environment.name
      return [StyledText("\(file)\(fault.place): \(fault.message)", theme[.error])]
    }
    return [
      StyledText("protected ", theme[.dim]),
      environment.isProtected
        ? StyledText("yes: anything but GET, HEAD, OPTIONS asks first", theme[.error]) : StyledText("no", theme[.text]),
      StyledText("   colour ", theme[.dim]), StyledText(environment.color ?? "none", theme[.text]),
    ] + tls(of: environment.trust, theme)
  }

  /// The trust settings; empty if the system's authorities decide.
  private static func tls(of trust: ServerTrust, _ theme: Theme) -> [StyledText] {
    guard !trust.isEmpty else { return [] }
    let isRisky = trust.verifies == false
    let words = isRisky ? "not verified" : "t shows"
    return [StyledText("   TLS ", theme[.dim]), StyledText(words, theme[isRisky ? .error : .text])]
  }

  private static func drawRows(
    _ editor: EnvironmentEditor, _ variables: VariableTable?, _ state: some Appearance,
    _ layout: EnvironmentEditorLayout, into screen: inout Screen
  ) {
    if case .comparing(let other, let list) = editor.mode, let left = editor.current,
      editor.environments.indices.contains(other)
    {
      return EnvironmentComparisonView.draw(
        left, editor.environments[other], list, state, in: layout.rows, frame: layout.frame, into: &screen)
    }
    if case .trusting(let list) = editor.mode {
      let lines = editor.trustLines
      let width = FieldsView.labelWidth(lines, in: layout.rows)
      return list.draw(count: lines.count, in: layout.rows, frame: layout.frame, state, into: &screen) {
        FieldsView.draw(lines[$0], label: width, variables, state, in: $1, into: &$2)
      }
    }
    let rows = editor.rows
    if rows.isEmpty { return PaneFrame.hint(editor.emptyWords, state, in: layout.rows, into: &screen) }
    var edit: EnvironmentEditor.CellEdit?
    if case .cell(let cell) = editor.mode { edit = cell }
    let columns = TableColumns(
      .variables, rows: edit?.original.rows ?? rows, in: layout.rows, unicode: state.capabilities.unicode,
      cursor: edit?.column ?? editor.column)
    TableHeading.draw(columns, .variables, state, in: layout.heading, into: &screen)
    editor.cursor.draw(
      count: rows.count, in: layout.rows, frame: layout.frame, isFocused: nil, state, into: &screen
    ) { index, place, screen in
      let columns = columns.moved(down: place.y - layout.rows.y)
      let drawer = RowDrawer(state: state, variables: variables, columns: columns)
      let isMasked = editor.isMasked(index)
      drawer.draw(rows[index], problem: nil, isRadio: false, mask: isMasked ? 1 : nil, into: &screen)
      if let edit, edit.row == index {
        drawer.draw(isMasked && edit.column == 1 ? edit.field.masked() : edit.field, column: edit.column, into: &screen)
      } else if index == editor.cursor.row, edit == nil {
        Ground.markCursor(
          Rect(x: place.x - 1, y: place.y, width: place.width + 2, height: 1), isFocused: true, state, &screen)
        drawer.markCell(editor.column, isFocused: true, &screen)
      }
    }
    if let list = edit?.completion, let caret = screen.cursor {
      CompletionView.draw(list, at: caret, state, into: &screen)
    }
  }

  private static func drawBottom(
    _ editor: EnvironmentEditor, _ state: some Appearance, _ layout: EnvironmentEditorLayout, into screen: inout Screen
  ) {
    guard !layout.hints.isEmpty else { return }
    let theme = state.theme
    let lines: [String]
    switch editor.mode {
    case .browsing: return EnvironmentHints.draw(state, in: layout.hints, into: &screen)
    // The bottom line shows the keys.
    case .cell: lines = []
    case .trusting:
      lines = [
        "Paths are relative to the collection's folder. The settings apply to servers that you allow when sending.",
        "Settings of a request or folder override these.",
      ]
    case .comparing(let other, _):
      let count = editor.comparison(with: other)?.differences ?? 0
      lines = [count == 0 ? "No differences." : "\(Quantity.amount(count, "difference"))."]
    }
    screen.write(lines.map { [StyledText($0, theme[.dim])] }, in: layout.hints)
  }
}

extension EnvironmentEditor {
  /// The lines in place of the rows if there are none.
  var emptyWords: [String] {
    current == nil ? ["No environment yet.", "n creates one."] : ["No variables.", "a adds one; {{name}} uses it."]
  }

  /// The keys that act now, for the bottom line.
  var keys: [(key: String, label: String)] {
    switch mode {
    case .browsing where brokenName != nil:
      [("Enter", "open in $EDITOR"), ("Tab", "next environment"), ("n", "new environment"), ("Esc", "close")]
    case .browsing where environments.isEmpty: [("n", "new environment"), ("Esc", "close")]
    case .browsing:
      [("Enter", "edit"), ("a", "add"), (".", "menu"), ("Tab", "next environment"), ("Esc", "close")]
    case .cell(let edit):
      [("Enter", "next"), ("Tab", "next cell"), ("^T", isSecret(edit.row) ? "not secret" : "secret")]
        + (isSecret(edit.row) ? [TextField.revealKey(revealed == edit.row)] : []) + [("Esc", "done")]
    case .trusting: [("Enter", "edit"), ("Space", "change"), ("Esc", "back")]
    case .comparing: [("Tab", "compare with the next"), ("↑ ↓", "scroll"), ("Esc", "back")]
    }
  }

  private func isSecret(_ row: Int) -> Bool { rows.indices.contains(row) && rows[row].tag == .secret }

  /// True if the value of a row is hidden.
  func isMasked(_ row: Int) -> Bool { isSecret(row) && revealed != row }

  var bar: TabBar<Int> {
    let names = environments.map { ($0.name, false) } + broken.map { ($0, true) }
    return TabBar(
      items: names.enumerated().map { TabBar.Item(tab: $0, title: $1.0, isEmpty: $1.1) })
  }
}

/// The keys of the environment editor that the bottom line does not show: those for the variable under the cursor, and
/// those for the environment.
enum EnvironmentHints {
  private static let groups: [(title: String, keys: [(key: String, label: String)])] = [
    (
      "Variable",
      [
        ("Space", "on/off"), ("s", "secret"), ("v", "show secret"), ("d", "duplicate"), ("Del", "delete"),
        ("K J", "move"), ("u", "undo"),
      ]
    ),
    (
      "Environment",
      [
        ("n", "new"), ("D", "duplicate"), ("r", "rename"), ("X", "delete"), ("=", "compare"), ("p", "protected"),
        ("c", "colour"), ("t", "TLS"),
      ]
    ),
  ]

  struct Line: Equatable {
    var title = ""
    var keys: [[String]] = []
  }

  /// The width of the group titles.
  private static let titleColumns = 13

  /// The keys on as many lines as they need, without cutting any.
  static func lines(width: Int) -> [Line] {
    var lines: [Line] = []
    for group in groups {
      var line = Line(title: group.title)
      var column = titleColumns
      for (key, label) in group.keys {
        let length = TextWidth.of(key) + 1 + TextWidth.of(label)
        if column + length > width, !line.keys.isEmpty {
          lines.append(line)
          line = Line()
          column = titleColumns
        }
        line.keys.append([key, label])
        column += length + 2
      }
      lines.append(line)
    }
    return lines
  }

  static func draw(_ state: some Appearance, in rect: Rect, into screen: inout Screen) {
    for (row, line) in lines(width: rect.width).prefix(rect.height).enumerated() {
      let y = rect.y + row
      screen.write(line.title, at: Point(x: rect.x, y: y), style: state.theme[.dim], clippedTo: rect)
      var x = rect.x + titleColumns
      for item in line.keys {
        let pieces = [StyledText(item[0], state.theme[.accent]), StyledText(" \(item[1])", state.theme[.dim])]
        screen.write(pieces, at: Point(x: x, y: y), clippedTo: rect)
        x += pieces.columns + 2
      }
    }
  }
}

extension EnvironmentComparison {
  var differences: Int { lines.count { $0.difference != .same } }
}

extension Environment.Variable {
  /// Secrets are compared but not shown.
  fileprivate var shown: String {
    let value = isSecret ? (row.value.isEmpty ? "(not set)" : VariableSpan.mask) : row.value
    return row.isEnabled ? value : "(off) \(value)"
  }
}

/// Draws two environments side by side in place of the rows of one.
enum EnvironmentComparisonView {
  static func draw(
    _ left: Environment, _ right: Environment, _ list: ListCursor, _ state: some Appearance, in rect: Rect,
    frame: Rect, into screen: inout Screen
  ) {
    let theme = state.theme
    let comparison = EnvironmentComparison(left, right)
    let names = min(rect.width / 4, max(8, comparison.lines.map { TextWidth.of($0.name) }.max() ?? 0))
    let side = max(1, (rect.width - names - 7) / 2)
    func line(
      _ place: Rect, _ cells: (String, String, String, String), _ styles: (Style, Style), into screen: inout Screen
    ) {
      let (mark, rest) = place.splitLeft(3)
      screen.write(cells.0, in: mark, style: theme[.warn])
      let (name, values) = rest.splitLeft(names)
      screen.write(cells.1, in: name, style: styles.0)
      screen.write(cells.2, in: values.splitLeft(2).1.splitLeft(side).0, style: styles.1)
      screen.write(cells.3, in: values.splitLeft(side + 4).1, style: styles.1)
    }
    guard rect.height > 1 else { return }
    let (head, rows) = rect.splitTop(1)
    line(head, ("", "", left.name, right.name), (theme[.dim], theme[.accent]), into: &screen)
    let different = state.capabilities.unicode ? "≠" : "!="
    list.draw(count: comparison.lines.count, in: rows, frame: frame, isFocused: nil, state, into: &screen) {
      index, place, screen in
      let row = comparison.lines[index]
      let isDifferent = row.difference != .same
      let style = theme[isDifferent ? .text : .dim]
      let none = state.capabilities.unicode ? "—" : "-"
      line(
        place, (isDifferent ? different : "", row.name, row.left?.shown ?? none, row.right?.shown ?? none),
        (style, style), into: &screen)
    }
  }
}
