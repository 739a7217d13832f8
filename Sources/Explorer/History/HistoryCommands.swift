import Terminal

/// Commands that open, filter and limit the history.
enum HistoryCommands {
  typealias Record = CommandRecord<HistoryFeature.State, HistoryFeature.Action>

  static let all: [Record] = [history, filter, filterHere, keep]

  private static let history = Record(
    "history", "Go to the history", [.character("H")], section: .request, rank: 100,
    footer: .word("history", lead: (24, [.document, .facts])),
    handler: { _ in [.opened] })

  private static let filter = Record(
    "filterHistory", "Filter the history by text, status, method, request, date, environment", section: .request,
    rank: 110, handler: { _ in [.filterRequested] })

  private static let filterHere = Record(
    "historyFilter", "Filter the history", [.character("/")], in: [.history], section: .request, rank: 111,
    footer: .word("filter", lead: (65, [.history])), handler: { _ in [.filterRequested] })

  private static let keep = Record(
    "keepHistory", "Change how much history is kept", section: .request, rank: 130,
    handler: { _ in [.retentionRequested] })
}
