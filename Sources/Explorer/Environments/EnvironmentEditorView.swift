import Basics
import Terminal
import Workspaces

/// The positions of everything in the environment editor.
struct EnvironmentEditorLayout: Equatable {
  let frame: Rect
  let tabs: Rect
  let facts: Rect
  /// The titles of the columns; empty in a low window.
  let heading: Rect
  let rows: Rect
  let hints: Rect

  init(size: Size) {
    let width = OverlayView.width(104, in: size)
    let height = max(3, size.rows - (size.rows > 16 ? 4 : 2))
    frame =
      OverlayView.lowFrame(in: size)
      ?? Rect(x: max(0, (size.columns - width) / 2), y: 1, width: min(width, size.columns), height: height)
    let inner = frame.inset()
    let line = Rect(x: inner.x + 1, y: inner.y, width: inner.width - 2, height: inner.height)
    var rest: Rect
    (tabs, rest) = line.splitTop(1)
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
      draw(editor.fault, of: name, state, in: layout.rows, into: &screen)
    } else {
      let isNaming = if case .naming = editor.mode { true } else { false }
      let hint = ["No environment yet.", isNaming ? "Type a name for the first, such as local." : "n creates one."]
      PaneFrame.hint(hint, state, in: layout.rows, into: &screen)
    }
    drawBottom(editor, state, layout, into: &screen)
    if case .menu(let menu) = editor.mode {
      Ground.shade(screen.bounds, state.theme, &screen)
      PickerView.draw(menu, waiting: nil, state, into: &screen)
      OverlayView.drawKeys(menu.keys, state, in: PickerView.frame(of: menu, in: state.size), into: &screen)
    }
  }

  /// An unreadable file: what is wrong, where, and what to do.
  private static func draw(
    _ fault: Notice?, of name: String, _ state: some Appearance, in rect: Rect, into screen: inout Screen
  ) {
    let lines = [
      ("The file of \(name) cannot be used.", Token.error), (fault?.location ?? "", .text),
      (fault?.message ?? "", .text), ("", .text),
      ("Nothing is sent with it. Enter opens it in $EDITOR.", .dim),
    ]
    let parts = lines.flatMap { text, token in text.wrapped(to: max(1, rect.width)).map { ($0, token) } }
    for (row, (text, token)) in parts.prefix(rect.height).enumerated() {
      screen.write(
        text, in: Rect(x: rect.x, y: rect.y + row, width: rect.width, height: 1), style: state.theme[token])
    }
  }

  private static func facts(
    of environment: Environment, _ fault: Notice?, _ state: some Appearance
  ) -> [StyledText] {
    let theme = state.theme
    // A request is not sent with an environment that is read in part.
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

  /// Nothing where the system's authorities decide.
  private static func tls(of trust: ServerTrust, _ theme: Theme) -> [StyledText] {
    guard !trust.isEmpty else { return [] }
    let isRisky = trust.verifies == false
    let words = isRisky ? "not verified" : "as t shows"
    return [StyledText("   TLS ", theme[.dim]), StyledText(words, theme[isRisky ? .error : .text])]
  }

  private static func drawRows(
    _ editor: EnvironmentEditor, _ variables: VariableTable?, _ state: some Appearance,
    _ layout: EnvironmentEditorLayout, into screen: inout Screen
  ) {
    if case .comparing(let other, let offset) = editor.mode, let left = editor.current,
      editor.environments.indices.contains(other)
    {
      return EnvironmentComparisonView.draw(
        left, editor.environments[other], offset: offset, state, in: layout.rows, into: &screen)
    }
    if case .trusting(let line, let field) = editor.mode, let environment = editor.current {
      return EnvironmentTrustView.draw(environment.trust, line: line, field, state, in: layout.rows, into: &screen)
    }
    let rows = editor.rows
    guard !rows.isEmpty else {
      return PaneFrame.hint(["No variables.", "a adds one; {{name}} uses it."], state, in: layout.rows, into: &screen)
    }
    var edit: EnvironmentEditor.CellEdit?
    if case .cell(let cell) = editor.mode { edit = cell }
    let columns = TableColumns(
      .variables, rows: edit?.original.rows ?? rows, in: layout.rows, unicode: state.capabilities.unicode,
      cursor: edit?.column ?? editor.column)
    TableHeading.draw(columns, .variables, state, in: layout.heading, into: &screen)
    for line in 0..<layout.rows.height {
      let index = editor.cursor.offset + line
      guard rows.indices.contains(index) else { break }
      let drawer = RowDrawer(state: state, variables: variables, columns: columns.moved(down: line))
      let isMasked = rows[index].tag == .secret && editor.revealed != index
      drawer.draw(rows[index], problem: nil, isRadio: false, mask: isMasked ? 1 : nil, into: &screen)
      if let edit, edit.row == index {
        drawer.draw(edit.field, column: edit.column, into: &screen)
      } else if index == editor.cursor.row, edit == nil {
        let place = Rect(x: layout.rows.x, y: layout.rows.y + line, width: layout.rows.width, height: 1)
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
    case .browsing, .menu: return EnvironmentHints.draw(state, in: layout.hints, into: &screen)
    // The bottom line shows the keys.
    case .cell: lines = []
    case .trusting: lines = EnvironmentTrustView.hint
    case .comparing(let other, _):
      let count = editor.comparison(with: other)?.differences ?? 0
      lines = [count == 0 ? "No differences." : count == 1 ? "1 difference." : "\(count) differences."]
    case .confirmingDelete:
      screen.write(
        "Delete the environment \(editor.current?.name ?? "") with its file?  y yes  n no", in: layout.hints,
        style: theme[.warn])
      return
    case .naming(let naming, let field):
      return draw(field, label: naming.label, theme, in: layout.hints, into: &screen)
    case .color(let field): return draw(field, label: "Colour: ", theme, in: layout.hints, into: &screen)
    }
    for (row, line) in lines.prefix(layout.hints.height).enumerated() {
      let place = Rect(x: layout.hints.x, y: layout.hints.y + row, width: layout.hints.width, height: 1)
      screen.write(line, in: place, style: theme[.dim])
    }
  }

  private static func draw(
    _ field: TextField, label: String, _ theme: Theme, in rect: Rect, into screen: inout Screen
  ) {
    let (left, right) = rect.splitTop(1).0.splitLeft(min(TextWidth.of(label), rect.width / 2))
    screen.write(label, in: left, style: theme[.accent])
    field.draw(
      into: &screen, in: right, style: TextFieldStyle(text: theme[.text], selection: theme[.selected]),
      isFocused: true)
    Ground.lay(right, on: .field, theme, &screen)
  }
}

extension EnvironmentEditor {
  /// The keys that act now, for the bottom line.
  var keys: [(key: String, label: String)] {
    switch mode {
    case .browsing where brokenName != nil:
      [("Enter", "open in $EDITOR"), ("Tab", "next environment"), ("n", "new environment"), ("Esc", "close")]
    case .browsing where environments.isEmpty: [("n", "new environment"), ("Esc", "close")]
    case .browsing:
      [("Enter", "edit"), ("a", "add"), (".", "menu"), ("Tab", "next environment"), ("Esc", "close")]
    case .cell(let edit):
      [("Enter", "next"), ("Tab", "next cell"), ("^T", isSecret(edit.row) ? "not secret" : "secret"), ("Esc", "done")]
    // The menu says its keys itself.
    case .menu: []
    case .naming(.new, _): [("Enter", "create"), ("Esc", "close")]
    case .naming, .color: [("Enter", "keep"), ("Esc", "close")]
    case .trusting(_, nil): [("Enter", "edit"), ("Space", "change"), ("Esc", "back")]
    case .trusting: [("Enter", "keep"), ("Esc", "close")]
    case .confirmingDelete: [("y", "delete"), ("n", "keep")]
    case .comparing: [("Tab", "compare with the next"), ("↑ ↓", "scroll"), ("Esc", "back")]
    }
  }

  private func isSecret(_ row: Int) -> Bool { rows.indices.contains(row) && rows[row].tag == .secret }

  var bar: TabBar<Int> {
    let names = environments.map { ($0.name, false) } + broken.map { ($0, true) }
    return TabBar(
      items: names.enumerated().map { TabBar.Item(tab: $0, title: $1.0, count: nil, isEmpty: $1.1) })
  }
}

extension EnvironmentEditor.Naming {
  fileprivate var label: String {
    switch self {
    case .new: "Name of the new environment: "
    case .duplicate: "Name of the copy: "
    case .rename: "New name: "
    }
  }
}
