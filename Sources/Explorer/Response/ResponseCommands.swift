import Documents
import HTTPModel
import Terminal
import Workspaces

/// Commands for a response as a whole: search, filter, change its view.
enum ResponseCommands {
  static let all: [Command] = [
    search, nextMatch, previousMatch, filter, cycleMode, chooseView, order, showTable,
  ]

  /// True if the response shows a comparison, which has its own keys.
  static let isComparing: @Sendable (AppState) -> Bool = { state in
    if case .comparison? = state.session?.response.derivedView { true } else { false }
  }

  /// True if the visible body can be folded and filtered.
  static let showsJSON: @Sendable (AppState) -> Bool = { state in
    !isComparing(state) && (state.session?.response.reading?.document.kind.isJSON ?? true)
  }

  private static let search = Command(
    "search", "Search", [.character("/")], in: [.tree, .document, .facts, .grid], section: .reading, rank: 10,
    footer: .word("search", lead: (60, [.tree]), also: (16, [.document, .facts])) { state in
      state.focus == .tree || state.session?.response.reading != nil || state.session?.response.shownConversation != nil
    },
    handler: { state in
      if state.focus == .tree { return state.inTree { $0.apply(.tree(.searchRequested)) } }
      return state.inResponse { $0.askForSearch() }
    })

  private static let nextMatch = Command(
    "nextMatch", "Next match", [.character("n")], in: Context.response, section: .reading, rank: 20,
    handler: { $0.inResponse { $0.goToMatch(by: 1) } })

  private static let previousMatch = Command(
    "previousMatch", "Previous match", [.character("N")], in: Context.response, section: .reading, rank: 30,
    handler: { $0.inResponse { $0.goToMatch(by: -1) } })

  private static let filter = Command(
    "filter", "Filter by JSONPath, also the messages of a WebSocket or an event stream", [.character("=")],
    in: Context.response, section: .reading, rank: 40,
    footer: .word("filter", lead: (14, [.document]), also: (18, [.facts])) {
      $0.session?.response.reading != nil && showsJSON($0) || $0.session?.response.shownConversation != nil
    },
    handler: { $0.inResponse { $0.askForFilter() } })

  private static let cycleMode = Command(
    "cycleMode", "Switch between pretty, raw and hex", [.character("p")], in: [.document, .grid],
    section: .reading, rank: 100,
    footer: .word("raw", lead: (20, [.document])) { !isComparing($0) },
    handler: { $0.inResponse { $0.cycleModeRequested() } })

  private static let chooseView = Command(
    "chooseView", "Choose the view: compact, indent, another kind", [.character("P")], in: [.document, .grid],
    section: .reading, rank: 110, handler: { $0.inResponse { $0.askForView() } })

  private static let order = Command(
    "order", "Sort: the keys of objects, the rows of a table by a column", [.character("o")],
    in: [.document, .grid], section: .reading, rank: 120, handler: { $0.inResponse { $0.orderRequested() } })

  private static let showTable = Command(
    "showTable", "Show an array of objects, CSV or parts as a table", [.character("t")], in: [.document, .grid],
    section: .reading, rank: 130,
    footer: .word("table") { !isComparing($0) && $0.session?.response.tab == .body },
    handler: { $0.inResponse { $0.toggleTable() } })
}

/// Commands within a document: folding, wrapping, moving between values, selecting lines.
enum ReadingCommands {
  static let all: [Command] =
    folding + moving + [
      valueMenu, assertValue, recordAnswer, nextPage, explainValue, showSecrets,
    ]

  private static let valueMenu = Command(
    "valueMenu", "Menu for the value under the cursor: copy, variable, assert, filter, open", [.character(".")],
    in: [.document], section: .reading, rank: 50,
    footer: .word("use value", lead: (12, [.document])),
    handler: { $0.inResponse { $0.valueMenuRequested() } })

  private static let assertValue = Command(
    "assertValue", "Assert the value under the cursor", [.character("a")], in: [.document],
    section: .reading, rank: 52, footer: .word("assert", when: isBody),
    refusal: { isBody($0) ? nil : "Only values of a JSON body can be asserted" },
    handler: { $0.inResponse { $0.assertValue() } })

  private static let recordAnswer = Command(
    "recordAnswer", "Snapshot the answer: a test compares later answers with it", [], in: [.document, .facts],
    section: .reading, rank: 53,
    refusal: { $0.session?.response.exchange?.response == nil ? "There is no answer to record" : nil },
    handler: { $0.inResponse { $0.recordAnswer() } })

  private static let nextPage = Command(
    "nextPage", "Next page: request the page that the answer names as the next one", [], in: [.document, .facts],
    section: .reading, rank: 54,
    refusal: { $0.session?.response.nextPage == nil ? "This answer names no next page" : nil },
    handler: { $0.inResponse { $0.requestNextPage() } })

  private static let isBody: @Sendable (AppState) -> Bool = { state in
    state.session?.response.tab == .body && state.session?.response.reading?.document.kind.isJSON == true
  }

  private static let showSecrets = Command(
    "showSecrets", "Show or hide the secrets of what was sent", [.character("*")], in: [.document], section: .reading,
    rank: 235,
    footer: .init(
      text: { $0.session?.response.revealsSecrets == true ? "hide secrets" : "show secrets" }, lead: (3, [.document]),
      isOfUse: showsSent),
    refusal: { showsSent($0) ? nil : "Secrets are shown in the Sent tab" },
    handler: { $0.inResponse { $0.toggleSecrets() } })

  private static let showsSent: @Sendable (AppState) -> Bool = { state in
    state.session?.response.tab == .sent && state.session?.response.sent != nil
      && state.session?.response.derivedViews.isEmpty == true
  }

  private static let explainValue = Command(
    "explainValue", "What is this value? Its source and its uses", [.character("i"), .function(3)],
    in: [.document, .facts], section: .reading, rank: 55,
    refusal: { state in
      let explains: Set<ResponseTab> = [.body, .headers, .sent]
      guard let pane = state.session?.response, pane.derivedViews.isEmpty, !explains.contains(pane.tab) else {
        return nil
      }
      return "\(key: "explainValue") explains values of the body, headers and sent request"
    }, handler: { $0.inResponse { $0.explainValue() } })

  private static let folding: [Command] = [
    Command(
      "fold", "Fold or unfold", [.character("z"), .character(" ")], in: [.document], section: .reading, rank: 60,
      footer: .word("fold", lead: (18, [.document]), when: ResponseCommands.showsJSON),
      handler: { $0.inResponse { $0.fold() } }),
    Command(
      "foldAll", "Fold or unfold all", [.character("Z")], in: [.document], section: .reading, rank: 70,
      handler: { $0.inResponse { $0.foldAll() } }),
    Command(
      "foldLess", "Unfold one more level", [.character(">")], in: [.document], section: .reading, rank: 80,
      handler: { $0.inResponse { $0.changeDepth(by: 1) } }),
    Command(
      "foldMore", "Fold one more level", [.character("<")], in: [.document], section: .reading, rank: 90,
      handler: { $0.inResponse { $0.changeDepth(by: -1) } }),
    Command(
      "wrap", "Wrap long lines", [.character("w")], in: [.document], section: .reading, rank: 140,
      footer: .word("wrap", lead: (18, [.document]), when: { !ResponseCommands.showsJSON($0) }),
      handler: { $0.inResponse { $0.toggleWrapping() } }),
  ]

  private static let moving: [Command] = [
    Command(
      "parent", "Go to the enclosing value", [.character("-")], in: [.document], section: .reading, rank: 190,
      handler: { $0.inResponse { $0.moveInDocument(.parent, orSay: "This is the outermost value") } }),
    Command(
      "nextSibling", "Go to the next value of the same level", [.character("J")], in: [.document], section: .reading,
      rank: 200, handler: { $0.inResponse { $0.moveInDocument(.nextSibling, orSay: "No next value at this level") } }),
    Command(
      "previousSibling", "Go to the previous value of the same level", [.character("K")], in: [.document],
      section: .reading, rank: 210,
      handler: { $0.inResponse { $0.moveInDocument(.previousSibling, orSay: "No previous value at this level") } }),
    Command(
      "goToLine", "Go to a line or a percentage", [.character("L")], in: [.document], section: .reading, rank: 220,
      handler: { $0.inResponse { $0.askForLine() } }),
    Command(
      "selectLines", "Mark lines to copy", [.character("V")], in: [.document], section: .reading, rank: 230,
      handler: { $0.inResponse { $0.toggleMarking() } }),
  ]
}

extension AppState {
  /// The reason why nothing of a request can be copied; `nil` if something can.
  var refusalToCopyRequest: String? { session == nil ? refusalWithoutRequest : refusalOfSettings }

  /// The reason why open settings cannot be sent, copied as a command or compared; `nil` for a request.
  var refusalOfSettings: String? {
    session?.draft.kind.isShared == true ? "These are settings: open a request first" : nil
  }
}

extension AppState {
  /// Applies an event of a send or a service.
  mutating func received(_ action: ResponseFeature.Action, of key: RequestKey) -> [Effect] {
    switch action {
    case .transfer(let id, _), .refused(let id, _): outbox.revocableSends[id] = nil
    default: break
    }
    return respond(action, of: key) + goToFailure(of: key)
  }

  /// Applies an action to the response pane of the open request.
  mutating func respond(_ action: ResponseFeature.Action) -> [Effect] {
    current.map { respond(action, of: $0) } ?? []
  }

  mutating func respond(_ action: ResponseFeature.Action, of key: RequestKey) -> [Effect] {
    inResponse(of: key) { $0.apply(action) }
  }

  /// Lets the response of the open request, or that of the key, change.
  mutating func inResponse(of key: RequestKey? = nil, _ change: (inout ResponseReducer) -> Void) -> [Effect] {
    guard let key = key ?? current, sessions[key] != nil else { return [] }
    return self.change(\.[response: key]) { $0.reduce(in: &$1, change) }
  }

  /// The response of an open request. It is empty if the request is closed.
  subscript(response key: RequestKey) -> ResponseFeature {
    get {
      let session = sessions[key]
      return ResponseFeature(
        key: key, pane: session?.response ?? ResponsePane(), searchOptions: searchOptions,
        ignored: session.flatMap { sessions.ignored[$0.comparisonKey] })
    }
    set {
      guard let index = sessions.all.index(forKey: key) else { return }
      sessions.all.values[index].response = newValue.pane
      searchOptions = newValue.searchOptions
      sessions.ignored[sessions.all.values[index].comparisonKey] = newValue.ignored
    }
  }

  /// The data for the views of a response; `nil` while no request is open.
  var responseScene: ResponseScene? {
    session.map { ResponseScene(pane: $0.response, subject: ResponseSubject($0, $0.response, in: self)) }
  }

  /// The options of the search in the visible document.
  var searchBar: SearchBar { SearchBar(searchOptions, in: session?.response.reading, theme) }

}

extension AppState {
  /// The differences hidden in comparisons of the open request. Initially only the date.
  var ignoredDifferences: Set<String> {
    session.map { sessions.ignored[$0.comparisonKey] ?? Self.ignoredAtFirst } ?? []
  }

  static var ignoredAtFirst: Set<String> { ["Headers: Date"] }
}

extension RequestSession {
  /// The key under which hidden differences are remembered.
  var comparisonKey: String {
    if let id { return id }
    if case .file(let path) = key { return path }
    return "\(draft.method) \(draft.url)"
  }
}

/// Handles the choices on the page of a failure.
extension AppState {
  /// The loop calls this after each frame: the letters on the page act from then on. Returns true if they differ from
  /// those of the frame before.
  mutating func failureDrawn() -> Bool {
    guard overlay == nil, page == nil, let scene = responseScene else { return false }
    let shown = scene.pane.shownChoices(for: scene.subject)
    guard scene.pane.offered != shown else { return false }
    session?.response.offered = shown
    return true
  }

  /// Moves the focus to the page that explains the failure, unless the user has gone on to something else.
  mutating func goToFailure(of key: RequestKey) -> [Effect] {
    guard outbox.watched == key, let session = sessions[key] else { return [] }
    switch session.response.phase {
    case .empty, .sending: return []
    case .finished, .refused: outbox.watched = nil
    }
    guard key == current, page == nil, !isOccupied, let page = responseScene?.failure, page.isHelpful else {
      return []
    }
    // The page already shows this message.
    if message?.text == page.headline { message = nil }
    return setFocus(.response)
  }
}

extension FailurePage {
  /// True if the page offers choices other than global commands.
  fileprivate var isHelpful: Bool { choices.contains { $0.action != .command } }
}

/// Typing into an open conversation.
extension AppState {
  /// True if the field of an open conversation receives the keys.
  var isComposing: Bool {
    focus == .response && page == nil && overlay == nil && session?.response.composer.isActive == true
  }

  /// True if Esc ends an open conversation. In the response, anything above the messages closes first.
  var endsConversation: Bool {
    guard let session, session.isSending, let conversation = session.response.conversation else { return false }
    return focus == .request || session.response.derivedViews.isEmpty && conversation.filter == nil
  }

  /// Handles `^R` during a conversation: sends the saved message under the cursor, or focuses the message field.
  mutating func sendMessage(in key: RequestKey) -> [Effect] {
    if key == current, focus == .request, let message = session?.messageUnderCursor {
      return inResponse(of: key) { $0.say(saved: message) }
    }
    return inResponse(of: key) { $0.openComposer() }
  }
}

extension RequestSession {
  /// The saved message under the cursor, unless it is being edited.
  fileprivate var messageUnderCursor: ConversationDefinition.Message? {
    guard !editor.isOnURL, editor.editing == nil else { return nil }
    let row: Int
    switch content {
    case .table(.messages):
      guard case .own(let own)? = tableLine else { return nil }
      row = own
    case .text(.message(let place)): row = place
    default: return nil
    }
    return draft.conversation.messages.indices.contains(row) ? draft.conversation.messages[row] : nil
  }
}
