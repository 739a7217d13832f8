import Terminal

/// A box above the panes: all that the program asks of it. The value is the state of the box, or that of its feature.
protocol Box {
  /// The boxes that it stays below. It is shown again when they close.
  var staysBelow: CoveringBoxes { get }
  /// True if the panes are dimmed. A box that acts on the panes live leaves them visible.
  var coversPanes: Bool { get }
  /// True if the user has to read all of it: no message covers it, and linear mode speaks every line.
  var isReadWhole: Bool { get }

  func frame(in app: AppState) -> Rect
  func draw(_ app: AppState, into screen: inout Screen)
  /// The keys in the last row.
  var keys: [(key: String, label: String)] { get }
  /// The same, for a box whose keys depend on its place.
  func keys(in app: AppState) -> [(key: String, label: String)]
  /// The same, as drawn.
  func keyRows(in app: AppState) -> KeyRows
  /// True if a press on a key in the last row acts like the key.
  var hasClickableKeys: Bool { get }

  func press(_ key: Key, in app: inout AppState) -> [Effect]
  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect]
  func paste(_ line: String, in app: inout AppState) -> [Effect]
  /// Restores the text last typed into the box, which has just opened.
  func bringBackText(in app: inout AppState) -> [Effect]
  /// True if its list is still loading.
  func awaitsList(in app: AppState) -> Bool

  /// The content as lines, for linear mode.
  func linearList(in app: AppState) -> LinearList
  /// The text being edited; `nil` while keys are commands, and a paste is refused.
  func linearEdit(in app: AppState) -> LinearEdit?
}

/// The boxes that a box stays below.
enum CoveringBoxes {
  case none, questions, all
}

extension Box {
  var staysBelow: CoveringBoxes { .none }
  var coversPanes: Bool { true }
  var isReadWhole: Bool { false }
  var keys: [(key: String, label: String)] { [] }
  var hasClickableKeys: Bool { true }

  func keys(in app: AppState) -> [(key: String, label: String)] { keys }
  func keyRows(in app: AppState) -> KeyRows { KeyRows(keys(in: app)) }
  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] { [] }
  func paste(_ line: String, in app: inout AppState) -> [Effect] { [] }
  func bringBackText(in app: inout AppState) -> [Effect] { [] }
  func awaitsList(in app: AppState) -> Bool { false }
  func linearEdit(in app: AppState) -> LinearEdit? { nil }

  /// The lines as drawn, with the title from the border.
  func linearList(in app: AppState) -> LinearList {
    let frame = frame(in: app)
    let top = Rect(x: frame.x, y: frame.y, width: frame.width, height: 1)
    var list = app.drawnList("", in: frame.inset())
    list.pane = DrawnLines(app, in: top).lines.first ?? ""
    return list
  }
}

extension Overlay {
  /// The description of the box. A new box adds its line here.
  func box(in app: AppState) -> any Box {
    switch self {
    case .picker(let picker): picker
    case .question(let question): question
    case .prompt(let prompt): prompt
    case .answers(let form): form
    case .help(let page): page
    case .environmentEditor: app.environment
    case .conflict(let page): page
    case .scriptConsent(let page): page
    case .find(let page): page
    case .sendPreview: app.sendPreview ?? SendPreviewPage()
    case .schema: app.schema ?? GraphQLBrowser()
    case .services: app.services ?? ServicesBrowser()
    case .environmentComparison: app.environmentComparison ?? EnvironmentComparisonPage()
    case .labels(let labels): labels
    }
  }
}

extension AppState {
  /// The description of the open box.
  var box: (any Box)? { overlay?.box(in: self) }
}
