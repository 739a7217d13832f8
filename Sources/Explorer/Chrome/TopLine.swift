import Terminal
import Workspaces

/// The top line: where we are at the left (the last parts win when narrow), the environment at the right.
struct TopLine: Equatable {
  let width: Int
  let environment: String
  let environmentColumns: Range<Int>

  init(state: AppState) {
    width = state.size.columns
    let arrow = state.capabilities.unicode ? " ▾" : " v"
    let name = state.environment.chosen ?? "no environment"
    let isProtected = state.environment.current?.isProtected ?? false
    let mark = isProtected ? (width >= 60 ? " (protected)" : " !") : ""
    let label = width >= 60 ? "env: \(name)\(mark)\(arrow)" : name + mark
    environment = Truncation.end.applied(to: label, columns: max(0, width / 2 - 2))
    let end = max(0, width - 1)
    let start = max(0, end - TextWidth.of(environment))
    environmentColumns = start..<end
  }

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
    if rect.width >= 40 {
      x += screen.write("Apus", at: Point(x: x, y: rect.y), style: theme[.accent]) + 2
    }
    let room = max(0, left - (x - rect.x) + 1)
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
