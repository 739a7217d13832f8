import Basics
import Terminal
import Workspaces

/// The top line: where we are at the left (the last parts win when narrow), the environment at the right.
struct TopLine: Equatable {
  let width: Int
  let environment: String
  let environmentColumns: Range<Int>
  /// Where the names of the panes stand while only one of them is shown; empty where all are in sight.
  let panes: [PaneName]

  struct PaneName: Equatable {
    let pane: Pane
    let text: String
    let columns: Range<Int>
  }

  init(state: AppState) {
    width = state.size.columns
    let arrow = state.capabilities.unicode ? " ▾" : " v"
    let name = state.environment.chosen ?? (width >= 80 ? "no environment" : "none")
    let isProtected = state.environment.current?.isProtected ?? false
    let mark = isProtected ? (width >= 60 ? " (protected)" : " !") : ""
    let label =
      width >= 60
      ? "env: \(name)\(mark)\(arrow)" : (state.environment.chosen == nil ? "no env" : name) + mark
    environment = Truncation.end.applied(to: label, columns: max(0, width / 2 - 2))
    let end = max(0, width - 1)
    let start = max(0, end - TextWidth.of(environment))
    environmentColumns = start..<end
    panes = state.layout.arrangement == .single ? Self.panes(of: state, before: start) : []
  }

  /// The pane that is shown among its neighbours; where there is no room for the three, between two marks.
  private static func panes(of state: AppState, before end: Int) -> [PaneName] {
    var found: [PaneName] = []
    func add(_ pane: Pane, _ text: String, after gap: Int) {
      let start = found.last.map { $0.columns.upperBound + gap } ?? 1
      found.append(PaneName(pane: pane, text: text, columns: start..<start + TextWidth.of(text)))
    }
    for pane in Pane.allCases { add(pane, pane.title, after: 2) }
    if let last = found.last, last.columns.upperBound < end - 1 { return found }
    let all = Pane.allCases
    let index = all.firstIndex(of: state.focus) ?? 0
    let marks = state.capabilities.unicode ? ("‹", "›") : ("<", ">")
    found = []
    add(all[(index + all.count - 1) % all.count], marks.0, after: 1)
    let room = max(3, end - 6)
    add(state.focus, Truncation.end.applied(to: state.focus.title, columns: room), after: 1)
    add(all[(index + 1) % all.count], marks.1, after: 1)
    return found.filter { $0.columns.upperBound < end }
  }

  func pane(at column: Int) -> Pane? { panes.first { $0.columns.contains(column) }?.pane }

  static func draw(_ state: AppState, in rect: Rect, into screen: inout Screen) {
    let theme = state.theme
    let line = TopLine(state: state)
    let isProtected = state.environment.current?.isProtected ?? false
    let style = state.environment.chosen == nil ? theme[.dim] : isProtected ? theme[.error] : theme[.accent]
    screen.write(line.environment, at: Point(x: line.environmentColumns.lowerBound, y: rect.y), style: style)
    var left = rect.width - TextWidth.of(line.environment) - 4
    let running = state.sessions.values.filter { if case .sending = $0.response.phase { true } else { false } }.count
    if running > 0 {
      let text = running == 1 ? "1 running" : "\(running) running"
      left -= text.count + 2
      screen.write(text, at: Point(x: rect.x + 1 + max(0, left) + 1, y: rect.y), style: theme[.warn])
    }
    var x = rect.x + 1
    for name in line.panes {
      let style = name.pane == state.focus ? theme[.accent].adding([.bold, .underline]) : theme[.dim]
      let isMark = TextWidth.of(name.text) == 1
      screen.write(name.text, at: Point(x: name.columns.lowerBound, y: rect.y), style: isMark ? theme[.accent] : style)
    }
    if let last = line.panes.last {
      x = last.columns.upperBound + 2
    } else if rect.width >= 40 {
      x += screen.write("Apus", at: Point(x: x, y: rect.y), style: theme[.accent]) + 2
    }
    let room = max(0, left - (x - rect.x) + 1)
    // Beside the panes' names a path of a few letters would only be noise: the border has the request's name.
    if !line.panes.isEmpty, room < 16 { return }
    let cut = Truncation.start.applied(to: line.title(of: state), columns: room)
    screen.write(cut, at: Point(x: x, y: rect.y), style: theme[.text])
    if state.session?.isDraft == true, TextWidth.of(cut) + 2 <= room {
      let mark = state.capabilities.unicode ? " ●" : " *"
      screen.write(mark, at: Point(x: x + TextWidth.of(cut), y: rect.y), style: theme[.warn])
    }
  }

  /// The path in one line. `joined` would have the runtime search all types of the program at every start.
  private func title(of state: AppState) -> String {
    let arrow = state.capabilities.unicode ? " ▸ " : " > "
    var title = ""
    for part in path(of: state) { title += title.isEmpty ? part : arrow + part }
    return title
  }

  /// Workspace, folders, request; with ASCII borders the names stay as they are.
  func path(of state: AppState) -> [String] {
    guard let session = state.session else { return [state.workspace.name] }
    if case .history = session.key { return [state.workspace.name, "History", session.draft.name] }
    let folders = session.key.path.map { state.workspace.folderNames(above: $0) } ?? []
    return (folders.first == state.workspace.name ? [] : [state.workspace.name]) + folders + [session.draft.name]
  }
}

extension WorkspaceTree {
  /// Names of the collection and the folders that hold a request's file, outermost first; empty where it is not listed.
  func folderNames(above path: String) -> [String] {
    for collection in collections {
      if let names = Self.names(above: path, in: collection.items) { return [collection.name] + names }
    }
    return []
  }

  private static func names(above path: String, in items: [TreeItem]) -> [String]? {
    for item in items {
      switch item {
      case .request(let node) where node.path == path: return []
      case .folder(let folder) where path.hasPrefix(folder.path + "/"):
        if let names = names(above: path, in: folder.items) { return [folder.name] + names }
      default: continue
      }
    }
    return nil
  }
}
