import Documents
import Networking
import Terminal
import Workspaces

/// Commands for a response as a whole: search, filter, change its view.
enum ResponseCommands {
  static let all: [Command] = [
    search, nextMatch, previousMatch, filter, cycleMode, chooseView, order, showTable,
  ]

  /// True if the response shows a comparison, which has its own keys.
  static let isComparing: @Sendable (AppState) -> Bool = { state in
    if case .comparison? = state.session?.response.look { true } else { false }
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
    handler: { $0.respondInFocus(.searchRequested) })

  private static let nextMatch = Command(
    "nextMatch", "Next match", [.character("n")], in: Context.response, section: .reading, rank: 20,
    handler: { $0.respondInFocus(.matchRequested(by: 1)) })

  private static let previousMatch = Command(
    "previousMatch", "Previous match", [.character("N")], in: Context.response, section: .reading, rank: 30,
    handler: { $0.respondInFocus(.matchRequested(by: -1)) })

  private static let filter = Command(
    "filter", "Filter by JSONPath, also the messages of a WebSocket or an event stream", [.character("=")],
    in: Context.response, section: .reading, rank: 40,
    footer: .word("filter", lead: (14, [.document]), also: (18, [.facts])) {
      $0.session?.response.reading != nil && showsJSON($0) || $0.session?.response.shownConversation != nil
    },
    handler: { $0.respondInFocus(.filterRequested) })

  private static let cycleMode = Command(
    "cycleMode", "Switch between pretty, raw and hex", [.character("p")], in: [.document, .grid],
    section: .reading, rank: 100,
    footer: .word("raw", lead: (20, [.document])) { !isComparing($0) }, handler: { $0.respondInFocus(.modeCycled) })

  private static let chooseView = Command(
    "chooseView", "Choose the view: compact, indent, another kind", [.character("P")], in: [.document, .grid],
    section: .reading, rank: 110, handler: { $0.respondInFocus(.viewRequested) })

  private static let order = Command(
    "order", "Sort: the keys of objects, the rows of a table by a column", [.character("o")],
    in: [.document, .grid], section: .reading, rank: 120, handler: { $0.respondInFocus(.ordered) })

  private static let showTable = Command(
    "showTable", "Show an array of objects, CSV or parts as a table", [.character("t")], in: [.document, .grid],
    section: .reading, rank: 130,
    footer: .word("table") { !isComparing($0) && $0.session?.response.tab == .body },
    handler: { $0.respondInFocus(.tableToggled) })
}

/// Commands within a document: folding, wrapping, moving between values, selecting lines.
enum ReadingCommands {
  static let all: [Command] =
    folding + moving + [
      valueMenu, assertValue, recordAnswer, explainValue, showSecrets,
    ]

  private static let valueMenu = Command(
    "valueMenu", "Menu for the value under the cursor: copy, variable, assert, filter, open", [.character(".")],
    in: [.document], section: .reading, rank: 50,
    footer: .word("use value", lead: (12, [.document])),
    handler: { $0.respondInFocus(.valueMenuRequested) })

  private static let assertValue = Command(
    "assertValue", "Assert the value under the cursor", [.character("a")], in: [.document],
    section: .reading, rank: 52, footer: .word("assert", when: isBody),
    refusal: { isBody($0) ? nil : "Only values of a JSON body can be asserted" },
    handler: { $0.respondInFocus(.valueAsserted) })

  private static let recordAnswer = Command(
    "recordAnswer", "Snapshot the answer: a test compares later answers with it", [], in: [.document, .facts],
    section: .reading, rank: 53,
    refusal: { $0.session?.response.exchange?.response == nil ? "There is no answer to record" : nil },
    handler: { $0.respondInFocus(.recordingRequested) })

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
    handler: { $0.respondInFocus(.secretsToggled) })

  private static let showsSent: @Sendable (AppState) -> Bool = { state in
    state.session?.response.tab == .sent && state.session?.response.sent != nil
      && state.session?.response.looks.isEmpty == true
  }

  private static let explainValue = Command(
    "explainValue", "What is this value? Its source and its uses", [.character("i"), .function(3)],
    in: [.document, .facts], section: .reading, rank: 55,
    refusal: { state in
      let explains: Set<ResponseTab> = [.body, .headers, .sent]
      guard let pane = state.session?.response, pane.looks.isEmpty, !explains.contains(pane.tab) else { return nil }
      return "\(key: "explainValue") explains values of the body, headers and sent request"
    }, handler: { $0.respondInFocus(.valueExplained) })

  private static let folding: [Command] = [
    Command(
      "fold", "Fold or unfold", [.character("z"), .character(" ")], in: [.document], section: .reading, rank: 60,
      footer: .word("fold", lead: (18, [.document]), when: ResponseCommands.showsJSON),
      handler: { $0.respondInFocus(.folded) }),
    Command(
      "foldAll", "Fold or unfold all", [.character("Z")], in: [.document], section: .reading, rank: 70,
      handler: { $0.respondInFocus(.allFolded) }),
    Command(
      "foldLess", "Unfold one more level", [.character(">")], in: [.document], section: .reading, rank: 80,
      handler: { $0.respondInFocus(.depthChanged(by: 1)) }),
    Command(
      "foldMore", "Fold one more level", [.character("<")], in: [.document], section: .reading, rank: 90,
      handler: { $0.respondInFocus(.depthChanged(by: -1)) }),
    Command(
      "wrap", "Wrap long lines", [.character("w")], in: [.document], section: .reading, rank: 140,
      footer: .word("wrap", lead: (18, [.document]), when: { !ResponseCommands.showsJSON($0) }),
      handler: { $0.respondInFocus(.wrappingToggled) }),
  ]

  private static let moving: [Command] = [
    Command(
      "parent", "Go to the enclosing value", [.character("-")], in: [.document], section: .reading, rank: 190,
      handler: { $0.respondInFocus(.movedInDocument(.parent, orSay: "This is the outermost value")) }),
    Command(
      "nextSibling", "Go to the next value of the same level", [.character("J")], in: [.document], section: .reading,
      rank: 200, handler: { $0.respondInFocus(.movedInDocument(.nextSibling, orSay: "No next value at this level")) }),
    Command(
      "previousSibling", "Go to the previous value of the same level", [.character("K")], in: [.document],
      section: .reading, rank: 210,
      handler: { $0.respondInFocus(.movedInDocument(.previousSibling, orSay: "No previous value at this level")) }),
    Command(
      "goToLine", "Go to a line or a percentage", [.character("L")], in: [.document], section: .reading, rank: 220,
      handler: { $0.respondInFocus(.lineRequested) }),
    Command(
      "selectLines", "Mark lines to copy", [.character("V")], in: [.document], section: .reading, rank: 230,
      handler: { $0.respondInFocus(.markingToggled) }),
  ]
}

extension AppState {
  /// Runs a command of the response. Some commands act on the cursor of the focused pane instead.
  mutating func respondInFocus(_ action: ResponseFeature.Action) -> [Effect] {
    switch (action, focus) {
    case (.searchRequested, .tree): return inTree { $0.apply(.tree(.searchRequested)) }
    case (.copyRequested, .tree): return inTree { $0.respond(.copyRequested) }
    case (.copyRequested, .request): return inRequest { $0.respond(.copyRequested) }
    case (.comparandRequested, .tree):
      guard case .exchange(let entry)? = tree.selected?.content else { return respond(action) }
      return respond(.comparandChosen(entry))
    default: return respond(action)
    }
  }

  /// The reason why nothing of a request can be copied; `nil` if something can.
  var refusalToCopyRequest: String? { session == nil ? refusalWithoutRequest : refusalOfSettings }

  /// The reason why open settings cannot be sent, copied as a command or compared; `nil` for a request.
  var refusalOfSettings: String? {
    session?.draft.kind.isShared == true ? "These are settings: open a request first" : nil
  }
}
