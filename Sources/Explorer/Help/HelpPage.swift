import Basics
package import Terminal

/// The help: where the user is, what can be done there now, then all keys. It is searchable.
package struct HelpPage: Equatable, Sendable {
  /// The place whose keys are listed first.
  package enum Place: Equatable, Sendable {
    case context(Context)
    /// A pane that handles its own keys, with its name.
    case pane(String, [PaneKey])
  }

  package let place: Place
  /// A paragraph on where the user is.
  let about: String
  /// The reasons of the commands that are refused now, by their names.
  let refusals: [String: String]
  package var field = TextField()
  /// The first visible line; in linear mode, the line that is read.
  var cursor = ListCursor()

  /// A row of the paragraph, a heading, or a key with its description; a long description wraps.
  struct Line: Equatable {
    enum Kind { case text, heading, key }

    var keys = ""
    let title: String
    var kind = Kind.key

    static let blank = Line(title: "")
  }

  /// The width of the key column: that of the longest keys and the blanks after them, at most a third of the line.
  static func keyColumns(of records: [Command], width: Int) -> Int {
    let longest = records.filter { !$0.keys.isEmpty && $0.isListed }.map { TextWidth.of(pair(of: $0).keys) }.max() ?? 0
    return min(longest + 3, max(8, width / 3))
  }

  /// - Parameter width: the columns of a line.
  func lines(of records: [Command], width: Int) -> [Line] {
    let shown = records.filter { !$0.keys.isEmpty && $0.isListed }
    var own: [Command] = []
    var entries: [Entry]
    switch place {
    case .context(let context):
      // What the footer names first comes first here, too.
      let leading = shown.filter { $0.contexts.contains(context) && $0.lead(in: context) != nil }
        .sorted { $0.lead(in: context) ?? 0 < $1.lead(in: context) ?? 0 }
      own =
        leading
        + shown.filter { command in
          command.contexts.contains(context) && command.contexts.count < Context.everywhere.count
            && !leading.contains(command)
        }
      let (later, now) = (own.filter { refusals[$0.name] != nil }, own.filter { refusals[$0.name] == nil })
      entries = [
        Entry(heading: "What you can do now, \(context.place)", pairs: now.map { Self.pair(of: $0) }),
        Entry(heading: "Not possible now", pairs: later.map { Self.pair(of: $0, refusal: refusals[$0.name]) }),
      ]
    case .pane(let words, let keys):
      entries = [Entry(heading: "What you can do now, \(words)", pairs: keys.map { ($0.key, $0.title) })]
    }
    for section in CommandSection.allCases {
      let others = shown.filter { $0.section == section && !own.contains($0) }
      let everywhere = others.filter { $0.contexts.count >= Context.everywhere.count }
      let elsewhere = others.filter { $0.contexts.count < Context.everywhere.count }
      var pairs = everywhere.map { Self.pair(of: $0) }
      if section == .going { pairs.append(("1 … 9 0", "Tab 1 … 10 of the pane")) }
      entries.append(Entry(heading: "Everywhere: \(section.rawValue.lowercased())", pairs: pairs))
      entries.append(
        Entry(heading: "Elsewhere: \(section.rawValue.lowercased())", pairs: elsewhere.map { Self.pair(of: $0) }))
    }
    entries.append(Entry(heading: "Marks in the tree", pairs: TreeMark.allCases.map { ($0.sign, $0.words) }))
    let columns = Self.keyColumns(of: records, width: width)
    let paragraph = field.text.isEmpty ? about.wrapped(to: max(1, width)).map { Line(title: $0, kind: .text) } : []
    return Array((paragraph + entries.flatMap { lines(of: $0, room: max(8, width - columns)) }).drop { $0 == .blank })
  }

  private typealias Pair = (keys: String, title: String)

  /// A heading and its lines.
  private struct Entry {
    let heading: String
    let pairs: [Pair]
  }

  /// - Parameter refusal: the reason, which is empty for a key that is ignored.
  private static func pair(of command: Command, refusal: String? = nil) -> Pair {
    let reason = refusal.flatMap { $0.isEmpty ? nil : " (\($0))" } ?? ""
    return (command.keys.map(\.name).joined(separator: " "), command.title + reason)
  }

  private func lines(of entry: Entry, room: Int) -> [Line] {
    let found = entry.pairs.filter { matches("\($0.keys) \($0.title)") }
    guard !found.isEmpty else { return [] }
    let rows = found.flatMap { pair -> [Line] in
      pair.title.wrapped(to: room).enumerated().map { Line(keys: $0 == 0 ? pair.keys : "", title: $1) }
    }
    return [.blank, Line(title: entry.heading, kind: .heading)] + rows
  }

  private func matches(_ text: String) -> Bool {
    if field.text.isEmpty { return true }
    // No description is this long, and a pasted file must not be searched for a hundred times.
    return field.text.utf8.count < 200 && text.lowercased().contains(field.text.lowercased())
  }
}

extension Context {
  /// The name of the context in the help.
  var place: String {
    switch self {
    case .tree: "in the tree"
    case .url: "on the URL line"
    case .rows: "in a table of rows"
    case .text: "in a text"
    case .fields: "in the fields of a tab"
    case .document: "in a text of the response"
    case .facts: "in a list of the response"
    case .grid: "in a table, a comparison or a picture"
    case .run: "in the run of a folder"
    case .history: "in the history"
    case .cookies: "in the cookies"
    case .overlay: "in a box above the panes"
    }
  }
}

/// The box: the field, and the keys with what they do.
extension HelpPage: Box {
  var staysBelow: CoveringBoxes { .questions }

  var keys: [(key: String, label: String)] { [("PgUp PgDn", "scroll"), ("Esc", "close")] }

  func frame(in app: AppState) -> Rect {
    let size = app.size
    return OverlayView.frame(width: size.columns < 112 ? 84 : 100, height: size.rows - 2, in: size)
  }

  /// The lines below the field. In a window of few lines, the field appears once the user types.
  private func list(in app: AppState) -> Rect {
    let inner = frame(in: app).inset()
    return inner.splitTop(inner.height > 3 ? 2 : hasField(in: inner) ? 1 : 0).1
  }

  private func hasField(in inner: Rect) -> Bool { inner.height > 2 || !field.text.isEmpty }

  func draw(_ app: AppState, into screen: inout Screen) {
    let (frame, theme) = (frame(in: app), app.theme)
    let inner = PaneFrame.box(
      "Help", facts: [StyledText("type to search", theme[.dim])], app, in: frame, into: &screen)
    if hasField(in: inner) {
      OverlayView.drawField(field, app, in: OverlayView.content(of: frame).splitTop(1).0, into: &screen)
    }
    if inner.height > 3 { OverlayView.drawRule(at: inner.y + 1, app, in: frame, into: &screen) }
    let records = app.commands.records
    let lines = lines(of: records, width: frame.width - 4)
    let columns = Self.keyColumns(of: records, width: frame.width - 4)
    cursor.draw(
      count: lines.count, empty: ["No matching keys."], in: list(in: app), frame: frame, isFocused: nil, app,
      into: &screen
    ) { row, line, screen in
      let place = Rect(x: line.x + 1, y: line.y, width: line.width - 2, height: 1)
      let line = lines[row]
      switch line.kind {
      case .text: screen.write(line.title, in: place, style: theme[.text])
      case .heading: screen.write(line.title, in: place, style: theme[.accent].adding(.bold))
      case .key:
        let (keys, title) = place.splitLeft(columns)
        screen.write(line.keys, in: keys, style: theme[.accent].adding(.bold))
        screen.write(line.title, in: title, style: theme[.text])
      }
    }
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] {
    if [.escape, .control("c"), .function(1)].contains(key) {
      app.overlay = nil
      return []
    }
    var help = self
    let (count, height) = (lines(in: app).count, list(in: app).height)
    if let motion = Motion(key, isTyping: true) {
      // In linear mode, the cursor can be on every line.
      if app.capabilities.isLinear {
        help.cursor.move(motion, count: count, height: height)
      } else {
        help.cursor.scroll(motion, count: count, height: height)
      }
    } else {
      _ = help.field.handle(key)
      help.cursor = ListCursor()
    }
    app.overlay = .help(help)
    return []
  }

  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] {
    var help = self
    let frame = frame(in: app)
    if mouse.kind == .press, mouse.button == .left, !frame.contains(mouse.point) { return press(.escape, in: &app) }
    _ = help.cursor.click(mouse, count: lines(in: app).count, on: list(in: app), in: frame)
    app.overlay = .help(help)
    return []
  }

  func paste(_ line: String, in app: inout AppState) -> [Effect] {
    var help = self
    help.field.paste(line)
    app.overlay = .help(help)
    return []
  }

  private func lines(in app: AppState) -> [Line] {
    lines(of: app.commands.records, width: app.capabilities.isLinear ? app.size.columns : frame(in: app).width - 4)
  }

  func linearList(in app: AppState) -> LinearList {
    let lines = lines(in: app)
    var list = LinearList.rows("Help", "", count: lines.count, cursor: cursor.row) { index in
      let line = lines[index]
      if line == .blank { return "blank line" }
      return line.kind != .key ? line.title : SpokenText.joined([SpokenText.key(line.keys), line.title])
    }
    list.isText = true
    list.detail = "type to search; \(key: "sayList") reads the lines"
    return list
  }

  func linearEdit(in app: AppState) -> LinearEdit? { LinearEdit("Help", field, isFilter: true) }
}
