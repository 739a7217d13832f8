import Basics
import Terminal
import Workspaces

/// The top line: the current path on the left (its end stays visible when narrow), the environment on the right.
struct TopLine: Equatable {
  let width: Int
  let environment: String
  let environmentColumns: Range<Int>
  /// The pane names, if only one pane is visible; empty if all are.
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
    let verifies = state.verifiesTLS
    let words = [isProtected ? "protected" : nil, verifies ? nil : "TLS not verified"].compactMap(\.self)
    let mark = words.isEmpty ? "" : width >= 60 ? " (\(words.joined(separator: ", ")))" : " !"
    let label =
      width >= 60 ? "\(name)\(mark)\(arrow)" : (state.environment.chosen == nil ? "no env" : name) + mark
    let cut = Truncation.end.applied(to: label, columns: max(0, width / 2 - 4))
    // On the smallest screens, the pane names need these columns.
    environment = width >= 40 ? " \(cut) " : cut
    let end = max(0, width - 1)
    let start = max(0, end - TextWidth.of(environment))
    environmentColumns = start..<end
    panes = state.layout.arrangement == .single && state.page == nil ? Self.panes(of: state, before: start) : []
  }

  /// The names of the panes, or only the visible one between two arrows if all three do not fit.
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
    let isRisky = state.environment.current?.isProtected == true || !state.verifiesTLS
    let chip = theme.laid(state.environment.chosen == nil ? theme[.dim] : theme[.text].adding(.bold), on: .field)
    let style = isRisky ? theme[.errorInk].adding(.bold) : chip
    screen.write(line.environment, at: Point(x: line.environmentColumns.lowerBound, y: rect.y), style: style)
    var left = rect.width - TextWidth.of(line.environment) - 4
    let running = state.sessions.all.values.filter { if case .sending = $0.response.phase { true } else { false } }
      .count
    if running > 0 {
      let text = running == 1 ? "1 running" : "\(running) running"
      left -= text.count + 2
      screen.write(text, at: Point(x: rect.x + 1 + max(0, left) + 1, y: rect.y), style: theme[.warn])
    }
    var x = rect.x + 1
    for name in line.panes {
      let style = name.pane == state.focus ? theme[.accent].adding(.bold) : theme[.dim]
      let isMark = TextWidth.of(name.text) == 1
      screen.write(name.text, at: Point(x: name.columns.lowerBound, y: rect.y), style: isMark ? theme[.accent] : style)
    }
    if let last = line.panes.last {
      x = last.columns.upperBound + 2
    } else if rect.width >= 40 {
      x += screen.write("Apus", at: Point(x: x, y: rect.y), style: theme[.accent].adding(.bold)) + 2
    }
    let room = max(0, left - (x - rect.x) + 1)
    // Omit a path cut to a few letters: the border shows the request's name.
    if !line.panes.isEmpty, room < 16 { return }
    let path = line.path(of: state)
    let title = line.title(path, state)
    let cut = Self.cut(title, path, to: room, state)
    if cut == title {
      line.draw(path, state, at: Point(x: x, y: rect.y), into: &screen)
    } else {
      screen.write(cut, at: Point(x: x, y: rect.y), style: theme[.text])
    }
    if state.session?.isDraft == true, state.page == nil, TextWidth.of(cut) + 2 <= room {
      let mark = state.capabilities.unicode ? " ●" : " *"
      screen.write(mark, at: Point(x: x + TextWidth.of(cut), y: rect.y), style: theme[.warn])
    }
  }

  private static func arrow(_ state: AppState) -> String { state.capabilities.unicode ? " › " : " > " }

  /// The path as one string. `joined` would make the runtime search all types of the program at startup.
  private func title(_ path: [String], _ state: AppState) -> String {
    var title = ""
    for part in path { title += title.isEmpty ? part : Self.arrow(state) + part }
    return title
  }

  /// Cuts a path at its start, because its end identifies it. A last name longer than the line is cut at its end.
  private static func cut(_ title: String, _ path: [String], to room: Int, _ state: AppState) -> String {
    let lead = "…\(arrow(state))"
    guard let last = path.last, TextWidth.of(last) + TextWidth.of(lead) > room, room >= 16 else {
      return Truncation.start.applied(to: title, columns: room)
    }
    guard path.count > 1 else { return Truncation.end.applied(to: title, columns: room) }
    return lead + Truncation.end.applied(to: last, columns: room - TextWidth.of(lead))
  }

  /// Draws the path, dimming all parts but the last.
  private func draw(_ path: [String], _ state: AppState, at point: Point, into screen: inout Screen) {
    var x = point.x
    for (index, part) in path.enumerated() {
      if index > 0 {
        x += screen.write(Self.arrow(state), at: Point(x: x, y: point.y), style: state.theme[.faint])
      }
      let isLast = index == path.count - 1
      x += screen.write(part, at: Point(x: x, y: point.y), style: state.theme[isLast ? .text : .dim])
    }
  }

  /// The parts of the path: workspace, folders, request.
  func path(of state: AppState) -> [String] {
    let root = state.workspace.title
    if state.page == .run {
      let folders = state.workspace.folderNames(above: state.run.target.path) + [state.run.target.title]
      return (folders.first == root ? [] : [root]) + folders + [Page.run.title]
    }
    if let page = state.page { return [root, page.title] }
    guard let session = state.session else { return [root] }
    if case .history = session.key { return [root, "History", session.shownName] }
    if session.draft.kind == .collection, session.draft.name == root { return [root] }
    let folders = (session.sharedFolder ?? session.key.path).map { state.workspace.folderNames(above: $0) } ?? []
    return (folders.first == root ? [] : [root]) + folders + [session.shownName]
  }
}

extension AppState {
  /// True if the chosen environment and the open request verify the server's certificate.
  fileprivate var verifiesTLS: Bool {
    environment.current?.trust.verifies != false && session?.effectiveTrust.verifies?.value != false
  }
}

extension WorkspaceTree {
  /// The name of the workspace, or of the collection if the workspace is one itself.
  var title: String { collections.first { $0.path == path }?.name ?? name }

  /// The names of the collection and folders around a request's file, outermost first; empty if the file is not listed.
  func folderNames(above path: String) -> [String] {
    for collection in collections {
      let chain = collection.items.chain(to: path)
      if !chain.isEmpty { return [collection.name] + chain.dropLast().map(\.name) }
    }
    return []
  }
}
