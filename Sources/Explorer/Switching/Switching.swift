import Basics
package import Essentials
package import Terminal
package import Workspaces

/// Leaves the workspace: quits, or opens another one. To open another one, Apus ends as on `q` and restarts there.
package struct Switching: Feature {
  /// The choices on the start page; `nil` until they are loaded.
  var start: StartPage?
  /// True if the list of workspaces opens a folder beside the current one.
  var opensBeside = false
  /// The folders to open next; empty if the program ends.
  package internal(set) var successor: [String] = []
  /// True if the successor is the demo, with its tour.
  package private(set) var opensDemo = false
  /// True while quitting waits for the last draft to be written.
  var endsWhenSaved = false

  package enum Action: Equatable, Sendable {
    /// The recent workspaces, the last one first.
    case recentRead([RecentWorkspace])
    /// The same for the start page.
    case startRead([RecentWorkspace])
    /// The number of requests in a folder of the start page, by its path.
    case startCounted(path: String, requests: RequestCount)
    /// The chosen or typed folders that can be opened; `nil` if they are already open.
    case found(paths: [String]?)
    /// The folder of the demo; `nil` if it is already open.
    case demoFound(path: String?)
    // From the user
    case requested
    /// The user wants to open another folder beside the open ones.
    case besideRequested
    case demoRequested
    /// A path, or the paths of folders that were open side by side.
    case chosen(paths: [String], isBeside: Bool = false)
    /// The user wants to close the folder of the current collection, and keep the others.
    case closeRequested
    /// A key of the start page, or a click on one of its rows.
    case pressed(Key)
    case clicked(row: Int)
    // Quitting
    /// The user wants to quit, or to open these folders instead.
    case leaveRequested(for: [String] = [])
    /// The edited text has been committed, so that it counts as a draft.
    case editingLeft
    /// Saves or discards all drafts, and ends after the last write.
    case saveAll(thenEnd: Bool)
    /// A draft has been written, perhaps the last one.
    case written
    /// The program stays open: a draft could not be written, or needs an answer.
    case stayed
  }

  package enum Question: Hashable, Sendable {
    /// Another workspace, by its path, to open instead of the current one or beside it.
    case workspace(isBeside: Bool)
  }

  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .requested, .besideRequested:
      opensBeside = action == .besideRequested
      context.run(.system(.readRecentWorkspaces))
    case .recentRead(let workspaces): offer(workspaces, in: &context)
    case .startRead(let workspaces):
      start = StartPage(recent: workspaces.filter { $0.path != context.app.workspace.path })
    case .startCounted(let path, let requests):
      if let index = start?.recent.firstIndex(where: { $0.path == path }) { start?.recent[index].requests = requests }
    case .chosen(let paths, let isBeside):
      context.run(.system(.findWorkspaces(paths: (isBeside ? context.app.workspace.openFolders : []) + paths)))
    case .found(nil): context.say("This workspace is already open")
    case .found(let paths?): leave(for: paths, in: &context)
    case .demoRequested: context.run(.system(.findDemo))
    case .demoFound(nil): context.say("The demo is already open")
    case .demoFound(let path?): leave(for: [path], isDemo: true, in: &context)
    case .closeRequested: closeFolder(in: &context)
    case .pressed(let key): press(key, in: &context)
    case .clicked(let row):
      start?.cursor = row
      choose(row, in: &context)
    case .leaveRequested(let paths): leave(for: paths, in: &context)
    case .editingLeft: askBeforeLeaving(in: &context)
    case .saveAll(let thenEnd): saveAll(thenEnd: thenEnd, in: &context)
    case .written: endIfAllSaved(in: &context)
    case .stayed: endsWhenSaved = false
    }
  }
}

/// Opening another workspace instead of this one, or another folder beside it.
extension Switching {
  private func offer(_ workspaces: [RecentWorkspace], in context: inout FeatureContext) {
    let app = context.app
    // Something else may have opened while the list was read.
    guard app.overlay == nil, !app.isEditingText else { return }
    let open = app.workspace.openFolders
    let others = workspaces.filter { one in
      opensBeside ? one.beside.isEmpty && !open.contains(one.path) : one.paths != open
    }
    context.pick(.recent(others, from: app.program.startFolder, isBeside: opensBeside))
  }

  /// Closes the folder of the current collection. Its drafts return when it is opened again.
  private mutating func closeFolder(in context: inout FeatureContext) {
    let workspace = context.app.workspace
    let open = workspace.openFolders
    guard open.count > 1 else {
      return context.say("No other folder is open: \(key: "quit") quits, \(key: "openWorkspace") opens another")
    }
    let left = workspace.folder(of: context.app.currentCollection ?? workspace.path)
    leave(for: open.filter { $0 != left }, in: &context)
  }

  /// Moves through the choices of the start page.
  private mutating func press(_ key: Key, in context: inout FeatureContext) {
    guard let page = start, let layout = StartLayout(page, in: context.app.size) else { return }
    switch (key, page.cursor) {
    case (.down, let cursor): start?.cursor = min(layout.rows.count - 1, cursor.map { $0 + 1 } ?? 0)
    case (.up, let cursor?): start?.cursor = cursor > 0 ? cursor - 1 : nil
    case (.enter, let cursor?): choose(cursor, in: &context)
    default: start?.cursor = nil
    }
  }

  private func choose(_ row: Int, in context: inout FeatureContext) {
    switch start?.action(at: row) {
    case .open(let paths): context.run(.system(.findWorkspaces(paths: paths)))
    case .command(let name): context.perform(.overlay(.picked(.palette, id: name)))
    case nil: break
    }
  }
}

/// Leaving: quits immediately if nothing would be lost, else asks once.
extension Switching {
  private mutating func leave(for paths: [String], isDemo: Bool = false, in context: inout FeatureContext) {
    (successor, opensDemo) = (paths, isDemo)
    context.leaveEditing()
    context.perform(.switching(.editingLeft))
  }

  private func askBeforeLeaving(in context: inout FeatureContext) {
    let app = context.app
    let isSwitching = !successor.isEmpty
    let (title, leave) = isSwitching ? ("Open another workspace", "leave") : ("Quit", "quit")
    let drafts = app.drafts
    let sending = app.sessions.all.values.contains { if case .sending = $0.response.phase { true } else { false } }
    if drafts.isEmpty, !sending, !app.run.isInProgress { return context.perform(.end) }
    if drafts.isEmpty {
      let what = sending ? "A request is in progress" : "A run is in progress"
      return context.ask(
        .confirm(title, "\(what). \(isSwitching ? "Leave" : "Quit") and cancel it?", yes: .end))
    }
    let whose = drafts.count == 1 ? "\(drafts[0].shownName) has" : "\(drafts.count) requests have"
    context.ask(
      Explorer.Question(
        title, "\(whose) unsaved changes, and drafts cannot be saved",
        [
          .init("s", "save and \(leave)", .switching(.saveAll(thenEnd: true))),
          .init("d", "discard and \(leave)", .switching(.saveAll(thenEnd: false))), .init("n", "stay", nil),
        ]))
  }

  private mutating func saveAll(thenEnd: Bool, in context: inout FeatureContext) {
    let drafts = context.app.drafts
    guard thenEnd else {
      for draft in drafts { context.run(.files(.journal(draft.key, nil))) }
      return context.perform(.end)
    }
    // Drafts that need a decision come first, and keep the program open.
    if let session = drafts.first(where: { $0.isGone || $0.onDisk != nil }) {
      endsWhenSaved = false
      context.open(session.key)
      return context.perform(.openFile(.saveRequested))
    }
    endsWhenSaved = true
    for draft in drafts { context.perform(.openFile(.writeRequested, of: draft.key)) }
    context.perform(.switching(.written))
  }

  private func endIfAllSaved(in context: inout FeatureContext) {
    guard endsWhenSaved else { return }
    let left = context.app.drafts
    if left.isEmpty { return context.perform(.end) }
    // Unsaved requests need a name before the program ends.
    if left.allSatisfy({ $0.key.path == nil }), let first = left.first, context.app.overlay == nil,
      context.app.folderOfCursor != nil
    {
      context.perform(.files(.nameRequested(first.key)))
    }
  }
}

extension AppState {
  /// The drafts that quitting would lose. Journaled drafts are restored at the next start.
  var drafts: [RequestSession] {
    if program.draftsAreKept { return [] }
    return sessions.all.values.filter { session in
      if case .history = session.key { return false }
      return session.isUnsaved && session.fault == nil
    }
  }

  /// Saves a text in the smart line when the program ends. It is not a request yet, so it does not count as a draft.
  func keepEntries() -> [Effect] {
    sessions.all.values.filter { session in
      // A path that opens the next workspace is not kept.
      session.isEntry(formats) && !session.draft.url.trimmed.isEmpty
        && !(!switching.successor.isEmpty && TypedPath(session.draft.url) != nil)
    }.map { session in
      .files(.journal(session.key, session.keptEntry))
    }
  }
}

/// A workspace that was opened before.
package struct RecentWorkspace: Hashable, Sendable {
  package var name: String
  /// Absolute path.
  package var path: String
  /// The folders that were open beside it, absolute.
  package var beside: [String] = []
  /// The path as it is shown: `~/projects/shop`.
  package var shownPath: String
  /// The time it was last left, if known.
  package var left: Date?
  package var requests: RequestCount?

  /// All its folders.
  package var paths: [String] { [path] + beside }

  package init(name: String, path: String, beside: [String] = [], shownPath: String, left: Date? = nil) {
    self.name = name
    self.path = path
    self.beside = beside
    self.shownPath = shownPath
    self.left = left
  }
}

extension Picker {
  /// The workspaces opened before; a path can be typed instead.
  /// - Parameters:
  ///   - folder: the folder that typed paths are relative to.
  ///   - isBeside: whether the open folders stay open.
  static func recent(_ workspaces: [RecentWorkspace], from folder: String, isBeside: Bool = false) -> Picker {
    let title = isBeside ? "Open alongside" : "Open a workspace"
    return Picker(
      folder.isEmpty ? "\(title) (or type a path)" : "\(title) (or type a path from \(folder))",
      .switching(.workspace(isBeside: isBeside)),
      items: workspaces.map { recent in
        Item(
          id: recent.paths.joined(separator: String(between)), title: recent.name, detail: recent.shownPath,
          place: recent.shownPath)
      },
      takesTyped: true)
  }

  /// Separates the paths of folders that were open side by side; no path contains it.
  private static let between: Character = "\0"

  /// The paths of a chosen item, or the typed path.
  static func paths(of id: String) -> [String] { id.split(separator: between).map(String.init) }
}

/// Commands that leave this workspace for another.
enum SwitchCommands {
  static let all: [Command] = [open, openBeside, close, demo]

  private static let open = Command(
    "openWorkspace", "Open another workspace or collection", [.character("W")], section: .window, rank: 75,
    action: .switching(.requested))

  private static let openBeside = Command(
    "openBeside", "Open another collection alongside", section: .window, rank: 76,
    action: .switching(.besideRequested))

  private static let close = Command(
    "closeFolder", "Close this collection and keep the others open", section: .window, rank: 77,
    action: .switching(.closeRequested))

  private static let demo = Command(
    "openDemo", "Open the demo", section: .window, rank: 78, action: .switching(.demoRequested))
}

/// Commands that suspend or quit the program.
enum ProgramCommands {
  static let all: [Command] = [suspend, quit, quitFromPage]

  private static let suspend = Command(
    "suspend", "Suspend", [.control("z")], in: Context.anywhere, section: .window, rank: 80,
    handler: { _ in [.system(.suspend)] })

  private static let quit = Command(
    "quit", "Quit", [.character("q"), .control("c")], section: .window, rank: 90,
    footer: .word("quit"), action: .switching(.leaveRequested()))

  /// On a page, the letter goes back instead.
  private static let quitFromPage = Command(
    "quitFromPage", "Quit", [.control("c")], in: Context.pages, section: .window, rank: 89, isListed: false,
    handler: { $0.change(by: .switching(.leaveRequested())) })
}
