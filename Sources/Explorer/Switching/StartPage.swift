import Basics
import Essentials
import Terminal
import Workspaces

/// The page of a workspace without requests, shown below the smart line.
package struct StartPage: Equatable, Sendable {
  /// An action, chosen with the arrows and Enter, or by a click.
  struct Choice: Equatable, Sendable {
    enum Action: Equatable, Sendable {
      case open(paths: [String])
      /// Performs the command of that name.
      case command(String)
    }

    var title: String
    var detail = ""
    var action: Action
  }

  /// The maximum number of recent folders listed.
  package static let mostRecent = 5

  let choices = [
    Choice(
      title: "Open the demo", detail: "requests against a small API on this computer", action: .command("openDemo")),
    Choice(
      title: "Import …", detail: "Postman, OpenAPI, Insomnia, Bruno, HAR, .http, Hurl", action: .command("import")),
    Choice(title: "Open another folder", action: .command("openWorkspace")),
    Choice(title: "All keys", action: .command("help")),
  ]
  /// The recent folders, which follow the choices.
  var recent: [RecentWorkspace]
  /// The choice under the cursor; `nil` while the smart line has the focus.
  var cursor: Int?

  func action(at row: Int) -> Choice.Action? {
    if choices.indices.contains(row) { return choices[row].action }
    let row = row - choices.count
    return recent.indices.contains(row) ? .open(paths: recent[row].paths) : nil
  }

  /// Returns true for a key that acts on the choices; others belong to the smart line.
  fileprivate func takes(_ key: Key, isLineEmpty: Bool) -> Bool {
    switch key {
    case .down: isLineEmpty
    case .up, .enter, .escape: cursor != nil
    default: false
    }
  }
}

/// The start page, shown for a workspace without requests until the smart line becomes a request.
extension AppState {
  var startLayout: StartLayout? {
    guard let start = switching.start, page == nil, focus == .request,
      layoutChoice.zoomed == nil, sessions.all.count == 1, let session, session.isBareSmartLine,
      session.editor.isOnURL, isWithoutRequests
    else { return nil }
    return StartLayout(start, in: size)
  }

  /// True if there is nothing to open: no collection, or only empty ones.
  var isWithoutRequests: Bool { workspace.collections.allSatisfy(\.requests.isEmpty) }

  /// Gives the start page a key; `nil` if the smart line takes it, too.
  mutating func pressOnStart(_ key: Key) -> [Effect]? {
    guard overlay == nil, startLayout != nil, let start = switching.start else { return nil }
    guard start.takes(key, isLineEmpty: isSmartLineEmpty) else {
      switching.start?.cursor = nil
      return nil
    }
    return apply(.pressed(key), to: \.switching)
  }

  func startRow(at mouse: Mouse) -> Int? {
    guard mouse.kind == .press, mouse.button == .left else { return nil }
    return startLayout?.rows.firstIndex { $0.contains(mouse.point) }
  }

  /// True if nothing is typed into the URL of the open request.
  var isSmartLineEmpty: Bool {
    if case .field(let edit)? = session?.editor.editing { return edit.field.isEmpty }
    return session?.draft.url.isEmpty == true
  }
}

/// The positions on the start page.
struct StartLayout: Equatable {
  let frame: Rect
  let title: Rect
  /// The frame around the smart line, drawn like a pane's.
  let request: Rect
  let hint: Rect
  /// The rows of the choices, followed by the rows of the recent folders.
  let choices: [Rect]
  let recent: [Rect]
  /// The heading above the folders.
  let heading: Rect

  /// Returns `nil` if the window is too small.
  init?(_ page: StartPage, in size: Size) {
    frame = Rect(x: 0, y: 1, width: size.columns, height: size.rows - 2)
    let width = min(84, frame.width - 6)
    let left = frame.x + (frame.width - width) / 2
    let gap = frame.height >= 30 ? 2 : 1
    let least = 1 + gap + 1 + gap + 1 + page.choices.count
    let room = frame.height - 2 - least - gap - 1
    let count = max(0, min(StartPage.mostRecent, page.recent.count, room))
    guard width >= 44, frame.height - 2 >= least else { return nil }
    let height = least + (count > 0 ? gap + 1 + count : 0)
    var y = frame.y + 1 + max(0, (frame.height - 2 - height) / 3)
    func row(after gap: Int = 0) -> Rect {
      defer { y += gap + 1 }
      return Rect(x: left, y: y + gap, width: width, height: 1)
    }
    title = row()
    let line = row(after: gap)
    request = Rect(x: line.x - 2, y: line.y - 1, width: line.width + 4, height: 3)
    hint = row(after: gap)
    choices = page.choices.map { _ in row() }
    heading = count > 0 ? row(after: gap) : Rect(x: left, y: y, width: 0, height: 0)
    recent = (0..<count).map { _ in row() }
  }

  /// The rows that can be chosen, in order.
  var rows: [Rect] { choices + recent }
}

/// Draws the start page around the smart line.
enum StartView {
  /// `12 requests  yesterday 14:02`
  private static func facts(of folder: RecentWorkspace, _ state: AppState) -> String {
    let count = folder.requests.map { requests in
      requests.hasMore ? "\(Quantity.count(requests.count))+ requests" : Quantity.amount(requests.count, "request")
    }
    return [count, folder.left.map(state.clock.moment)].compactMap(\.self).joined(separator: "  ")
  }

  /// The width of the key column.
  private static let keys = 5

  static func draw(_ page: StartPage, _ layout: StartLayout, _ state: AppState, into screen: inout Screen) {
    let theme = state.theme
    screen.outline(
      layout.frame, border: state.capabilities.border, style: theme[.line])
    screen.write(
      [
        StyledText("Apus", theme[.accent].adding(.bold)),
        StyledText("  an API explorer for the terminal", theme[.dim]),
      ], at: layout.title.origin, clippedTo: layout.title)
    let words = state.keys.filled("Send at once; \(key: "save") gives it a name")
    draw(
      key: state.capabilities.unicode ? "↵" : "Enter", words,
      #"POST URL {"name": "value"}"#, state, in: layout.hint, into: &screen)
    // Letters go into the smart line, so only the arrows move here.
    let arrow = state.capabilities.unicode ? "↓" : "Down"
    for (index, (choice, row)) in zip(page.choices, layout.choices).enumerated() {
      draw(key: index == 0 ? arrow : "", choice.title, choice.detail, state, in: row, into: &screen)
    }
    screen.write("Recent", in: layout.heading, style: theme[.dim].adding(.bold))
    for (folder, row) in zip(page.recent, layout.recent) {
      draw(key: "", folder.shownPath, facts(of: folder, state), state, in: row, into: &screen)
    }
    guard let cursor = page.cursor, layout.rows.indices.contains(cursor) else { return }
    let row = layout.rows[cursor]
    let bar = Rect(x: row.x - 2, y: row.y, width: row.width + 4, height: 1)
    Ground.markCursor(bar, isFocused: true, state, &screen)
  }

  private static func draw(
    key: String, _ title: String, _ detail: String, _ state: some Appearance, in row: Rect,
    into screen: inout Screen
  ) {
    let theme = state.theme
    let (left, rest) = row.splitLeft(keys)
    screen.write(key, in: left, style: theme[.accent].adding(.bold))
    let free = rest.width - TextWidth.of(title) - 2
    screen.write(title, in: rest, style: theme[.text])
    guard !detail.isEmpty, free >= 12 else { return }
    let cut = Truncation.end.applied(to: detail, columns: free)
    screen.write(cut, in: rest.splitRight(free).1, style: theme[.dim], align: .right)
  }
}
