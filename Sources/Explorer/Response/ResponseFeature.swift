package import Basics
package import Documents
package import HTTPModel
package import SessionModel
package import Terminal
package import Workspaces

/// The right pane: the response of one request, its views, and the export of its content.
package struct ResponseFeature: Feature {
  var key = RequestKey.scratch(0)
  var pane = ResponsePane()
  // Shared by all panes
  var searchOptions = SearchOptions()
  /// The differences ignored in comparisons of this request; `nil` for those at first.
  var ignored: Set<String>?

  mutating func apply(_ action: Action, in context: inout FeatureContext) { reduce(in: &context) { $0.apply(action) } }

  mutating func reduce(in context: inout FeatureContext, _ change: (inout ResponseReducer) -> Void) {
    guard let session = context.app.sessions[key] else { return }
    var reducer = ResponseReducer(context: context, subject: ResponseSubject(session, pane, in: context.app))
    // Swapped, because a copy would duplicate all messages received so far.
    swap(&reducer.state, &self)
    change(&reducer)
    swap(&reducer.state, &self)
    context = reducer.context
  }
}

/// The handling of one action of the feature.
struct ResponseReducer {
  var state = ResponseFeature()
  var context: FeatureContext
  let subject: ResponseSubject

  var pane: ResponsePane {
    get { state.pane }
    _modify { yield &state.pane }
  }

  var key: RequestKey { subject.key }

  var ignoredDifferences: Set<String> { state.ignored ?? AppState.ignoredAtFirst }

  /// The running send, if any.
  var sending: Sending? {
    if case .sending(let sending) = pane.phase { return sending }
    return nil
  }
}

/// The request of a response in the program, without the pane.
struct ResponseSubject: AppPart {
  let app: AppState
  let session: RequestSession
  /// The frame of the pane, if it is visible.
  let rect: Rect?
  /// The test results of its answer, and the report shown in the Tests tab.
  let checks: AnswerChecks?
  let tests: TestReport?
  let scripts: ScriptResults?
  /// The name of its collection in the history.
  private let collectionName: String?

  init(_ session: RequestSession, _ pane: ResponsePane, in app: AppState) {
    self.app = app
    var session = session
    session.response = ResponsePane()
    self.session = session
    rect = app.layout.panes[.response]
    checks = pane.checks
    tests = pane.tests
    scripts = pane.scripts
    collectionName = app.collectionName(of: session)
  }

  var clock: WallClock { app.clock }
  var history: [HistorySummary] { app.history.entries }
  var environment: Environment? { app.environment.current }
  /// The name of the active environment, which is known even if its file is unreadable.
  var environmentName: String? { app.environment.chosen }

  var key: RequestKey { session.key }
  var draft: RequestDefinition { session.draft }
  var variables: VariableTable? { session.variables }
  var id: String? { session.id }
  /// True if this is the open request.
  var isCurrent: Bool { key == app.current }
  var isFocused: Bool { app.focus == .response }
  /// True if the user chose a file of certificate authorities for the host of the request.
  var hasAuthorities: Bool { !app.inputs.authorities.isEmpty && app.terms(of: session).authorities != nil }
  /// The URL of the page that was requested in place of the request's own URL.
  var page: String? { app.outbox.pages[key] }

  /// The number of tests that a send would run; `nil` for none.
  var testCount: Int? {
    let count = draft.assertions.count(where: \.isEnabled)
    return count == 0 ? nil : count
  }

  /// True if the history entry is from this request.
  func made(_ entry: HistorySummary) -> Bool { entry.wasMade(by: id, in: collectionName) }
}

extension ResponseFeature {
  package enum Action: Equatable, Sendable {
    case moved(Motion)
    case entered
    /// Esc: removes the topmost layer, or leaves the pane if there is none.
    case left
    case tabChosen(ResponseTab)
    case clicked(Mouse, in: Rect)
    // Prompts and pickers
    case answered(Question, Prompt.Answer)
    case picked(List, String)
    // Events of a send
    case transfer(send: Int, ConversationEvent)
    /// Scripts began, judged something or wrote lines to their console.
    case scriptsReported(send: Int, [ScriptEvent])
    /// The send was refused before any data was sent: the reason and the faulty field.
    case refused(send: Int, Refusal)
    case messageRefused(send: Int, String)
    case inputAnswered(send: Int, ConversationInput.Reply)
    // Results of work on documents
    /// More of a document is indexed, so more lines can be drawn.
    case indexed
    /// More of a document has been searched.
    case searchAdvanced
    /// The result of a JSONPath filter.
    case filtered(serial: Int, Document, origins: [Int])
    /// A document as a table; `nil` if it is not tabular.
    case tableMade(serial: Int, DocumentTable?)
    case tableSorted(serial: Int, DocumentTable, DerivedTable.Sorting?)
    /// A decoded picture, or the reason why it cannot be shown.
    case pictured(serial: Int, DerivedPicture.Result)
    case compared(serial: Int, ExchangeComparison)
    /// The exchange to compare with the current one, its name unless that comes from its time, and the secrets that both
    /// have sent.
    case comparandLoaded(Exchange, named: String? = nil, hiding: Set<String> = [])
    /// The last answer of the history.
    case recalled(KeptAnswer)
    /// Shows a response from outside the program in its best form.
    case shown
    /// The window may have changed.
    case settled
  }

  /// The questions that it asks for a line of text.
  package enum Question: Hashable, Sendable {
    case search
    /// Searches the lines of a list tab.
    case listSearch
    case jsonPath
    case messages
    case saveBody
    case goToLine
    case pipe
    case environmentVariable(value: String)
    /// The name for a variable that each response sets from this expression, and its current value.
    case capture(expression: String, value: String)
    /// The value of a variable that a send could not resolve.
    case variableValue(name: String)
    /// A file of certificate authorities to trust for this host and port.
    case authorities(host: String)
  }

  /// The lists that it offers.
  package enum List: Hashable, Sendable {
    case copy
    case value
    case view
    /// The exchange to compare the current one with.
    case comparand
    /// The saved message to send.
    case message
  }
}

/// Document work that the state requests, off the main thread.
package enum DocumentEffect: Equatable, Sendable {
  /// Indexes everything that has arrived.
  case index(RequestKey, Document)
  /// Searches everything that has arrived.
  case search(RequestKey, DocumentSearch)
  /// Selects by JSONPath (RFC 9535) from the indexed part.
  case filter(RequestKey, Document, JSONPath, serial: Int)
  /// Joins messages that are parts of one text, and indexes the text.
  case join(RequestKey, JoinedText, StreamedMessages, Document)
  /// Continues to filter messages.
  case sift(RequestKey, MessageFilter, MessageList)
  /// Makes a table from the first array of objects at the offsets, or from the whole document.
  case table(RequestKey, Document, arraysAt: [Int], serial: Int)
  case sortTable(RequestKey, DocumentTable, DerivedTable.Sorting?, serial: Int)
  /// Decodes a picture to at most this many pixels per side.
  case picture(RequestKey, Document, longestSide: Int, serial: Int)
  /// Compares two exchanges, the older one first.
  case compare(RequestKey, Exchange, Exchange, serial: Int)
  /// Writes the bytes to a new file; overwrites an existing one only if `replacing` is set.
  case save(ByteStore, path: String, replacing: Bool)
}
