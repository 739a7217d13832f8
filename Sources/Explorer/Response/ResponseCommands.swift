import Documents
import Terminal

/// Commands for a response as a whole: search, filter, change its view.
enum ResponseCommands {
  typealias Command = CommandRecord<Situation, ResponseFeature.Action>

  /// The input of the response commands: the open request's pane and the reasons for refusals.
  struct Situation {
    var pane: ResponsePane?
    var refusalWithoutRequest: String?
    var refusalWithoutReadableRequest: String?
    var isInTree: Bool
    /// Whether the request is a call of gRPC.
    var isCall = false
  }

  static let all: [Command] = [
    search, nextMatch, previousMatch, filter, cycleMode, chooseView, order, showTable,
  ]

  /// Whether the response shows a comparison, in which other keys are useful.
  static let isComparing: @Sendable (Situation) -> Bool = { state in
    if case .comparison? = state.pane?.look { true } else { false }
  }

  /// Whether the visible body can be folded and filtered.
  static let showsJSON: @Sendable (Situation) -> Bool = { state in
    !isComparing(state) && (state.pane?.reading?.document.kind.isJSON ?? true)
  }

  private static let search = Command(
    "search", "Search", [.character("/")], in: [.tree, .document, .facts, .grid], section: .reading, rank: 10,
    footer: .word("search", lead: (60, [.tree]), also: (16, [.document, .facts])) { state in
      state.isInTree || state.pane?.reading != nil || state.pane?.shownConversation != nil
    },
    handler: { _ in [.searchRequested] })

  private static let nextMatch = Command(
    "nextMatch", "Next match", [.character("n")], in: Context.response, section: .reading, rank: 20,
    handler: { _ in [.matchRequested(by: 1)] })

  private static let previousMatch = Command(
    "previousMatch", "Previous match", [.character("N")], in: Context.response, section: .reading, rank: 30,
    handler: { _ in [.matchRequested(by: -1)] })

  private static let filter = Command(
    "filter", "Filter by JSONPath, also the messages of a WebSocket or an event stream", [.character("=")],
    in: Context.response, section: .reading, rank: 40,
    footer: .word("filter", lead: (14, [.document]), also: (18, [.facts])) {
      $0.pane?.reading != nil && showsJSON($0) || $0.pane?.shownConversation != nil
    },
    handler: { _ in [.filterRequested] })

  private static let cycleMode = Command(
    "cycleMode", "Switch between pretty, raw and hex", [.character("p")], in: [.document, .grid],
    section: .reading, rank: 100,
    footer: .word("raw", lead: (20, [.document])) { !isComparing($0) }, handler: { _ in [.modeCycled] })

  private static let chooseView = Command(
    "chooseView", "Choose the view: compact, indent, another kind", [.character("P")], in: [.document, .grid],
    section: .reading, rank: 110, handler: { _ in [.viewRequested] })

  private static let order = Command(
    "order", "Sort: the keys of objects, the rows of a table by a column", [.character("o")],
    in: [.document, .grid], section: .reading, rank: 120, handler: { _ in [.ordered] })

  private static let showTable = Command(
    "showTable", "Show an array of objects, CSV or parts as a table", [.character("t")], in: [.document, .grid],
    section: .reading, rank: 130,
    footer: .word("table") { !isComparing($0) && $0.pane?.tab == .body },
    handler: { _ in [.tableToggled] })
}
