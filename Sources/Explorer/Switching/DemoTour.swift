import Basics
import Terminal
import Workspaces

/// The start of `apus demo`: folders of the tree are open, a request is sent once the demo API runs, and a card names
/// the next keys.
package struct DemoTour: Feature {
  /// The path of the request to send; `nil` once it was sent, or if a key was pressed first.
  var request: String?
  /// True until the first key that acts.
  var isCardShown = false

  package enum Action: Equatable, Sendable {
    /// The demo API answers.
    case served
  }

  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    guard let path = request else { return }
    request = nil
    let app = context.app
    let key = RequestKey.file(path)
    // The demo belongs to the user, who may have changed the request or opened something else.
    guard !app.isOccupied, app.page == nil, app.current == nil || app.current == key,
      app.sessions[key]?.isDraft != true, app.workspace.request(at: path)?.method == "GET"
    else { return }
    isCardShown = true
    context.open(key, to: .send)
    context.focus(.response)
    if app.capabilities.isLinear {
      context.say(DemoCard.lines.map { "\($0.key) \($0.does)" }.joined(separator: ". "))
    }
  }
}

extension AppState {
  /// Opens the request with that path as soon as it is listed, and sends it once the demo API runs.
  package mutating func beginDemo(with path: String) {
    demo.request = path
    sessions.lastShown = path
  }

  /// Opens the folders of the tree from the first one on, as many as the window has room for.
  mutating func unfoldForDemo() {
    guard demo.request != nil, let collection = workspace.collections.first else { return }
    // The collection and the history are rows, too.
    var room = (layout.panes[.tree]?.height ?? size.rows - 2) - 2 - collection.items.count - 2
    for case .folder(let folder) in collection.items {
      room -= folder.items.count
      guard room >= 0 else { return }
      tree.expanded.insert(folder.path)
    }
  }

  /// Ends the tour at a key that acts.
  mutating func leaveDemo(by key: Key) {
    guard demo.isCardShown || demo.request != nil else { return }
    let acts = isOccupied || key == .escape || commands.command(for: key, in: context) != nil
    if acts { demo = DemoTour() }
  }
}

/// The card in the lower right corner of the panes. It takes no keys.
enum DemoCard {
  static let lines = [
    (key: "\(key: "send")", does: "sends the request again"),
    (key: "\(key: "valueMenu")", does: "uses a value of the answer"),
    (key: "\(key: "chooseEnvironment")", does: "changes the environment"),
    (key: "\(key: "nextPane")", does: "goes to the next pane"),
    (key: "\(key: "help")", does: "shows the keys for where you are"),
  ]

  static func draw(_ state: AppState, above end: Int, into screen: inout Screen) {
    guard state.demo.isCardShown, state.page == nil else { return }
    let lines = lines.map { (key: state.keys.filled($0.key), does: state.keys.filled($0.does)) }
    let keys = (lines.map { TextWidth.of($0.key) }.max() ?? 0) + 2
    let width = keys + (lines.map { TextWidth.of($0.does) }.max() ?? 0) + 4
    let height = lines.count + 2
    // In a smaller window, the card would cover what it is about.
    guard state.size.columns >= width + 24, state.size.rows >= height + 13 else { return }
    let frame = Rect(x: state.size.columns - width - 2, y: end - height - 1, width: width, height: height)
    PaneFrame.box("The demo", state, in: frame, into: &screen)
    for (row, line) in lines.enumerated() {
      let place = OverlayView.content(of: frame)
      let (left, right) = Rect(x: place.x, y: place.y + row, width: place.width, height: 1).splitLeft(keys)
      screen.write(line.key, in: left, style: state.theme[.accent].adding(.bold))
      screen.write(line.does, in: right, style: state.theme[.text])
    }
  }
}
