package import Terminal
package import Workspaces

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Everything that the screen shows and that a key can change. Only `apply` changes it.
package struct AppState: Equatable, Sendable {
  // The terminal
  package var size: Size
  package var capabilities: Capabilities
  package var theme: Theme
  /// `nil` while the theme follows the settings or the terminal.
  var chosenTheme: ThemeChoice?
  /// The settings as they were read last, and theme files.
  var settings = UserSettings()
  package var layoutChoice = LayoutChoice()
  package var focus = Pane.tree
  /// The divider being dragged.
  var draggedDivider: Layout.Divider?
  /// The same on a page over the whole window.
  var draggedLine: PagePanes.Divider?
  /// The wall clock as of the last batch of actions, and the offset of local time from UTC.
  package var now: Date
  package var secondsFromGMT = 0

  // What is open
  package var workspace: WorkspaceTree
  /// Whether the workspace has been read; until then it is unknown whether it is empty.
  package var isListed = false
  /// Whether the folder has no collection as far as its top shows: reading all of it may take long.
  package var isWithoutCollection = false
  /// Set while the tree is loading in parts.
  var growth: TreeGrowth?
  package var tree = TreeFeature.State()
  package var history = HistoryFeature.State()
  package var historyPage = HistoryPageFeature.State()
  package var environment = EnvironmentFeature.State()
  package var cookies = CookiesFeature.State()
  /// Whether unsaved drafts survive a crash.
  var draftsAreKept = true
  package var sessions: [RequestKey: RequestSession] = [:]
  /// The new keys of requests whose files moved, by old key: for work that began before the move.
  var followers: [RequestKey: RequestKey] = [:]
  package var current: RequestKey?
  package var undo = UndoFeature.State()
  /// The command line's `--var` values, and those that the program sets (the demo server's address).
  package var overrides: [String: String] = [:]
  /// Where the demo API is served on loopback; `nil` if it cannot be started from here.
  package var demoPort: Int?
  /// What the page of an empty folder offers; `nil` until that was read.
  var start: StartPage?
  /// The folder that typed paths count from, as it is shown.
  package var startFolder = ""
  /// The files of certificate authorities that the user chose, by host and port, until the program ends.
  var authorities: [String: String] = [:]

  /// The available authentication schemes.
  package var schemes = AuthenticationSchemes.builtIn

  /// What requests say in `Accept-Encoding`.
  var codings = Codings.unknown

  /// Variables captured from responses, for later requests of the same scope.
  package var runtime: [AnswerScope: RuntimeVariables] = [:]

  /// The run of a folder; it goes on while its page is closed.
  package var run = RunFeature.State()

  // Above the panes
  /// What covers the whole window instead of the panes.
  package var page: Page?
  package var overlay: Overlay?
  /// The preview of what would be sent, in its box or beside the request.
  package var wire: WirePage?
  /// The schema of the open request, in its box or beside the request.
  package var schema: SchemaPage?
  /// The services of the open call's server, in their box or beside the request.
  package var services: ServicesPage?
  /// The open request under several environments, also while its box is closed.
  package var several: SeveralPage?
  /// The page that a question covers; it is there again after the answer.
  var covered: Overlay?
  /// Text typed into boxes that have been closed.
  var keptTexts = KeptTexts()
  /// The letters pressed outside of texts that may begin a URL, and where the user was before them.
  var typedStart = TypedStart()
  var beforeTypedStart: TypedPlace?
  /// Input typed for a list that is still loading.
  var typedAhead: [Event] = []
  package var message: Message?
  /// What is wrong in the keys that they give.
  var keyFaults: [String] = []
  /// What is wrong in the settings, until a key was pressed while it was on the screen.
  var settingsFault: String?
  package var serial = 0
  package var commands = CommandTable()
  /// The kinds of request that a driver can send, by their names in files.
  package var sendableKinds = RequestDefinition.Kind.wordsOfHTTP
  package var isEnding = false
  /// What linear mode was asked; unused on a screen.
  var linear = LinearMode()
  /// The folders to open when these are left; empty if the program ends.
  package internal(set) var successor: [String] = []
  /// Whether the list of workspaces is wanted to open one beside what is open.
  var opensBeside = false
  /// The search options, kept from one search to the next.
  package var searchOptions = SearchOptions()
  /// Differences hidden in comparisons, by request.
  package var ignored: [String: Set<String>] = [:]
  /// The preferences of the last run, for parts that have not loaded yet at startup.
  var remembered = Preferences()
  /// This request does not take the focus when it is shown: no key asked for it.
  var openedQuietly: RequestKey?
  /// Sends that have not started their transfer.
  var outbox = SendingFeature.State()
  /// The request whose answer the user waits for: no key or button was pressed since it was sent.
  var watched: RequestKey?
  /// Where the user was before going to definitions, oldest first, and the one that is being gone to.
  var trail: [TrailPlace] = []
  var soughtVariable: SoughtVariable?
  /// The request that is being read to be shown.
  var awaited: AwaitedRequest?
  /// A request to be saved once there is a collection for it.
  var savedInNewCollection: SaveInNewCollection?
  /// Quitting waits until the last draft is written.
  var endsWhenSaved = false

  package init(
    size: Size, capabilities: Capabilities = Capabilities(), theme: Theme.Name? = nil, workspace: WorkspaceTree,
    now: Date = Date(timeIntervalSince1970: 0)
  ) {
    self.size = size
    self.capabilities = capabilities
    chosenTheme = theme.map { .builtIn($0) }
    self.theme = Theme(theme ?? Theme.Name(for: capabilities), colors: capabilities.colors).fitted(to: capabilities)
    self.workspace = workspace
    self.now = now
  }

  package var layout: Layout { layout(hasSchema: isSchemaBeside) }

  func layout(hasSchema: Bool) -> Layout {
    if let start = startLayout { return Layout(size: size, start: start.request) }
    return Layout(
      size: size, choice: layoutInForce, focus: focus, names: tree.columns(visible: size.rows - 4),
      hasWire: wire != nil && overlay != .wire && hasRoomForWire, hasSchema: hasSchema,
      isAnswered: session?.draft.kind.isShared != true)
  }

  /// The open request, if any.
  package var session: RequestSession? {
    get { current.flatMap { sessions[$0] } }
    set {
      guard let current, let newValue else { return }
      sessions[current] = newValue
    }
  }

  /// A number that is unique in this run.
  mutating func nextSerial() -> Int {
    serial += 1
    return serial
  }

  /// Shows a message in the bottom line; information disappears after four seconds.
  mutating func say(_ kind: Message.Kind, _ text: String) -> [Effect] {
    let message = Message(kind, keys.filled(text), serial: nextSerial())
    self.message = message
    return kind == .information ? [.after(.seconds(4), .messageExpired(serial: message.serial))] : []
  }
}
