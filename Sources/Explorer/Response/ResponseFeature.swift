import Terminal
import Workspaces

/// The right pane: the response of one request, its views, and the export of its content.
///
/// It sends nothing, edits nothing and knows no other request: it delegates that through an `Outcome`.
enum ResponseFeature {
  /// The state it owns: the pane of one request, and the settings shared by all panes.
  struct State: Equatable {
    var pane = ResponsePane()
    var searchOptions = SearchOptions()
    /// The differences ignored in comparisons of this request.
    var ignoredDifferences: Set<String> = []
    /// The last number given to a layer.
    var serial = 0
  }

  /// What it needs to know about the rest of the program.
  struct Surroundings: Appearance {
    var size: Size
    var capabilities: Capabilities
    var theme: Theme
    var isProtected: Bool
    var keys: KeyNames
    var key: RequestKey
    /// Whether this is the open request.
    var isCurrent: Bool
    var isFocused: Bool
    /// The frame of the pane, if it is visible.
    var rect: Rect?
    var clock: WallClock
    /// The request as displayed.
    var draft: RequestDefinition
    /// The verdicts on its answer, and the same as its list shows them.
    var checks: AnswerChecks?
    var tests: TestReport?
    /// As the file says, and what can be seen of variables; `nil` until they were read.
    var saved: RequestDefinition?
    var variables: VariableTable?
    /// Why the file cannot be read, where it cannot.
    var fault: Notice?
    /// Root of its collection, whether that is of the older format, and whether it has a proxy for its requests.
    var collection: String?
    var isOlder = false
    var hasProxy = false
    /// Its path in the collection, where it has one, and what the history calls the collection.
    var id: String?
    var collectionName: String?
    /// The chosen environment and its name, which is known even if its file is unreadable.
    var environment: Environment?
    var environmentName: String?
    /// Where the demo API can be started on loopback.
    var demoPort: Int?
    /// Whether the user chose a file of certificate authorities for the host of the request.
    var hasAuthorities = false
    /// Whether the history records its exchanges.
    var isRecorded = true
    /// The entries of the history list.
    var history: [HistorySummary]
    /// Whose each header of the request is, by its name in lower case; asked only to explain one.
    var origins: () -> [String: String] = { [:] }

    /// How many tests a send would judge; `nil` for none.
    var testCount: Int? {
      let count = draft.assertions.count(where: \.isEnabled)
      return count == 0 ? nil : count
    }

    /// Whether this request made a history entry.
    func made(_ entry: HistorySummary) -> Bool { entry.wasMade(by: id, in: collectionName) }
  }

  static func reduce(_ state: inout State, _ action: Action, in surroundings: Surroundings) -> [Outcome] {
    ResponseTurn.take(&state, action, in: surroundings)
  }
}

/// The handling of one action of the feature.
struct ResponseTurn: FeatureTurn {
  typealias Outcome = ResponseFeature.Outcome

  var state = ResponseFeature.State()
  let given: ResponseFeature.Surroundings

  init(given: ResponseFeature.Surroundings) { self.given = given }

  var pane: ResponsePane {
    get { state.pane }
    _modify { yield &state.pane }
  }

  var key: RequestKey { given.key }

  /// A new number for a layer.
  mutating func nextSerial() -> Int {
    state.serial += 1
    return state.serial
  }

  func say(_ kind: Message.Kind, _ text: String) -> [Outcome] { [.said(kind, text)] }

  /// The running send, if any.
  var sending: Sending? {
    if case .sending(let sending) = pane.phase { return sending }
    return nil
  }
}
