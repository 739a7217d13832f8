import Terminal
import Workspaces

/// The right pane: the answer of one request, the ways to look at it, and what is taken out of it.
///
/// It sends nothing, edits nothing and knows no other request: that goes out as an `Outcome`.
enum ResponseFeature {
  /// What it owns: the pane of the request that is meant, and what holds for the panes of all.
  struct State: Equatable {
    var pane = ResponsePane()
    var searchOptions = SearchOptions()
    /// What is left out of comparisons of this request.
    var ignoredDifferences: Set<String> = []
    /// The last number that was given to a look.
    var serial = 0
  }

  /// What it has to know of the rest.
  struct Surroundings: Appearance {
    var size: Size
    var capabilities: Capabilities
    var theme: Theme
    var isProtected: Bool
    var key: RequestKey
    /// Whether this request is in front.
    var isCurrent: Bool
    var isFocused: Bool
    /// The place of the pane, where it is shown.
    var rect: Rect?
    var clock: WallClock
    /// The request as it stands on the screen.
    var draft: RequestDefinition
    /// Its path in the collection, where it has one, and what the history calls the collection.
    var id: String?
    var collectionName: String?
    /// The chosen environment and its name, which is known also where its file cannot be read.
    var environment: Environment?
    var environmentName: String?
    /// What the history lists.
    var history: [HistorySummary]

    /// Whether an exchange of the history was made by this request.
    func made(_ entry: HistorySummary) -> Bool { entry.wasMade(by: id, in: collectionName) }
  }

  static func reduce(_ state: inout State, _ action: Action, in surroundings: Surroundings) -> [Outcome] {
    var turn = ResponseTurn(given: surroundings)
    // In its place: a copy would cost as much as all messages so far.
    swap(&turn.state, &state)
    defer { swap(&turn.state, &state) }
    return turn.apply(action)
  }
}

/// One action on a pane: the state that it changes, and what is given to it.
struct ResponseTurn {
  typealias Outcome = ResponseFeature.Outcome

  var state = ResponseFeature.State()
  let given: ResponseFeature.Surroundings

  init(given: ResponseFeature.Surroundings) { self.given = given }

  var pane: ResponsePane {
    get { state.pane }
    _modify { yield &state.pane }
  }

  var key: RequestKey { given.key }

  /// A number that no look had.
  mutating func nextSerial() -> Int {
    state.serial += 1
    return state.serial
  }

  func say(_ kind: Message.Kind, _ text: String) -> [Outcome] { [.said(kind, text)] }

  /// The request on its way, where it is.
  var sending: Sending? {
    if case .sending(let sending) = pane.phase { return sending }
    return nil
  }
}
