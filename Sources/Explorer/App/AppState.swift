package import Essentials
package import SessionModel
package import Terminal
package import Workspaces

/// The state of the whole screen: what the features share, and the features. Only `apply` changes it.
package struct AppState: Equatable, Sendable {
  // The window
  package var size: Size
  package var capabilities: Capabilities
  package var theme: Theme
  var settings = SettingsInForce()
  package var commands = CommandTable()
  package var layoutChoice = LayoutChoice()
  package var focus = Pane.tree
  /// The page that fills the window instead of the panes.
  package var page: Page?
  package var boxes = Boxes()
  package var message: Message?
  /// The requests to linear mode. Unused on a screen.
  var linear = LinearMode()
  /// The local time of the last batch of actions.
  var clock: WallClock
  package var serial = 0
  package var isEnding = false

  // The workspace
  package var program = ProgramFacts()
  /// The formats of other tools.
  let formats: ForeignFormats
  package var workspace: WorkspaceTree
  package var listing = TreeListing.unread
  package var sessions = RequestSessions()
  package var inputs = SendInputs()
  /// The search options, kept from one search to the next.
  var searchOptions = SearchOptions()

  // The features
  package var tree = Tree()
  package var history = HistoryList()
  package var historyPage = HistoryBrowser()
  package var environment = Environments()
  var variables = Variables()
  package var cookies = Cookies()
  package var switching = Switching()
  /// The start of `apus demo`.
  var demo = DemoTour()
  var scratch = Scratch()
  package var undo = Undo()
  var outbox = Outbox()
  /// The run of a folder, which continues while its page is closed.
  package var run = Run()
  /// The preview of what would be sent, in its box or beside the request.
  package var sendPreview: SendPreviewPage?
  /// The schema of the open request, in its box or beside the request.
  package var schema: GraphQLBrowser?
  /// The services of the open call's server, in their box or beside the request.
  package var services: ServicesBrowser?
  /// The open request under several environments. Kept while its box is closed.
  package var environmentComparison: EnvironmentComparisonPage?

  package init(
    size: Size, capabilities: Capabilities = Capabilities(), workspace: WorkspaceTree,
    formats: ForeignFormats, now: Date = Date(timeIntervalSince1970: 0)
  ) {
    self.size = size
    self.formats = formats
    self.capabilities = capabilities
    theme = settings.theme(nil, for: capabilities)
    self.workspace = workspace
    clock = WallClock(now: now)
  }

  package var layout: Layout { layout(hasSchema: isSchemaBeside) }

  /// - Parameter hasSendPreview: true if the preview is beside the request; `nil` for as it is.
  func layout(hasSchema: Bool, hasSendPreview: Bool? = nil) -> Layout {
    if let start = startLayout { return Layout(size: size, start: start.request) }
    return Layout(
      size: size, choice: layoutInForce, focus: focus, names: tree.columns(visible: size.rows - 4),
      hasSendPreview: hasSendPreview ?? (sendPreview != nil && overlay != .sendPreview && hasRoomForSendPreview),
      hasSchema: hasSchema,
      isAnswered: session?.draft.kind.isShared != true)
  }

  /// The open box, which receives all keys.
  package var overlay: Overlay? {
    get { boxes.top }
    set { boxes.top = newValue }
  }

  /// True once the workspace has been read. Until then it may or may not be empty.
  package var isListed: Bool { listing == .complete }

  package var current: RequestKey? { sessions.current }

  /// The request that is shown, if any.
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
    let message = Message(kind, keysInMessage.filled(text), serial: nextSerial())
    self.message = message
    return kind == .information ? [.after(.seconds(4), .messageExpired(serial: message.serial))] : []
  }
}

/// Facts about the program that runs the screen.
package struct ProgramFacts: Equatable, Sendable {
  enum Codings: Equatable, Sendable {
    case unknown, asked
    case read(String)
  }

  package var schemes = AuthenticationSchemes.builtIn
  /// The kinds of request that a driver can send, by their names in files.
  package var sendableKinds = RequestDefinition.Kind.wordsOfHTTP
  /// The codings that requests send in `Accept-Encoding`. The transport reports them, and it is opened only when they
  /// are shown.
  var codings = Codings.unknown
  /// The loopback port of the demo API; `nil` if it cannot be started.
  package var demoPort: Int?
  /// The folder that typed paths are relative to, as displayed.
  package var startFolder = ""
  /// True if unsaved drafts survive a crash.
  var draftsAreKept = true
}
