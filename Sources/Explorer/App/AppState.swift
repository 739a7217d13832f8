import Terminal
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Everything that the screen shows and that a key can change. `apply` is the only thing that changes it.
public struct AppState: Equatable, Sendable {
  // The terminal
  public var size: Size
  public var capabilities: Capabilities
  public var theme: Theme
  /// `nil` while the theme follows the terminal.
  var chosenTheme: Theme.Name?
  public var layoutChoice = LayoutChoice()
  public var focus = Pane.tree
  /// The line between panes on which the mouse went down and is not up yet.
  var draggedDivider: Layout.Divider?
  /// A request whose file is being read, and whether it is to be sent as soon as it is there.
  var opening: RequestKey?
  var sendsOnceOpen = false
  /// The wall clock as of the last batch of actions, and how far local time is ahead of UTC.
  public var now: Date
  public var secondsFromGMT = 0

  // What is open
  public var workspace: WorkspaceTree
  /// Whether the workspace's files have been looked at: until then nobody knows that there are none.
  public var isListed = false
  /// `nil` unless the tree is coming in parts.
  var growth: TreeGrowth?
  public var tree = TreeFeature.State()
  public var history = HistoryFeature.State()
  public var environment = EnvironmentFeature.State()
  /// Whether what is unsaved would survive a crash.
  var draftsAreKept = true
  public var sessions: [RequestKey: RequestSession] = [:]
  /// Under which key a request goes on whose file was moved: for what was begun under the old one.
  var followers: [RequestKey: RequestKey] = [:]
  public var current: RequestKey?
  public var undo = UndoFeature.State()
  /// The command line's `--var` values, and those the program sets (the demo server's address).
  public var overrides: [String: String] = [:]

  /// How a request can authenticate.
  package var schemes = AuthenticationSchemes.builtIn

  /// What answers have set, for the requests of their scope that come after.
  public var runtime: [AnswerScope: RuntimeVariables] = [:]

  // What lies above the panes
  public var overlay: Overlay?
  /// What was typed into boxes that were closed.
  var keptTexts = KeptTexts()
  /// What was typed for a list that is still being read.
  var typedAhead: [Event] = []
  public var message: Message?
  public var serial = 0
  public var commands = CommandTable()
  /// The kinds of request that some driver sends, by their words in files.
  public var sendableKinds = RequestDefinition.Kind.wordsOfHTTP
  public var isEnding = false
  /// The switches of the search, kept from one to the next.
  public var searchOptions = SearchOptions()
  /// Differences that are left out of comparisons, by request.
  public var ignored: [String: Set<String>] = [:]
  /// What the last run left, for what is not there yet when the program starts.
  var remembered = Preferences()
  /// This request does not take the focus when it is shown: it was not asked for by a key.
  var openedQuietly: RequestKey?
  /// Sends before anything went out.
  var outbox = SendingFeature.State()
  /// What a request that is about to be shown was found by.
  var sought: Sought?
  /// This request is sent as soon as it is shown.
  var sentWhenShown: RequestKey?
  /// A request to be saved as soon as there is a collection that it can be saved in.
  var savedInNewCollection: RequestKey?
  /// Quitting waits for the last draft to be written.
  var endsWhenSaved = false

  public init(
    size: Size, capabilities: Capabilities = Capabilities(), theme: Theme.Name? = nil, workspace: WorkspaceTree,
    now: Date = Date(timeIntervalSince1970: 0)
  ) {
    self.size = size
    self.capabilities = capabilities
    chosenTheme = theme
    self.theme = Theme(theme ?? Theme.Name(for: capabilities), colors: capabilities.colors)
    self.workspace = workspace
    self.now = now
  }

  public var layout: Layout {
    Layout(size: size, choice: layoutChoice, focus: focus, names: tree.columns(visible: size.rows - 4))
  }

  /// The open request, where one is open.
  public var session: RequestSession? {
    get { current.flatMap { sessions[$0] } }
    set {
      guard let current, let newValue else { return }
      sessions[current] = newValue
    }
  }

  /// A number that was never given before in this run.
  mutating func nextSerial() -> Int {
    serial += 1
    return serial
  }

  /// Shows a line at the bottom; information goes by itself after four seconds.
  mutating func say(_ kind: Message.Kind, _ text: String) -> [Effect] {
    let message = Message(kind, text, serial: nextSerial())
    self.message = message
    return kind == .information ? [.after(.seconds(4), .messageExpired(serial: message.serial))] : []
  }
}
