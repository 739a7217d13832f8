import Terminal

/// What leads to the exchanges of the past.
enum HistoryCommands {
  static let all: [Command] = [history, filter, keep]

  private static let history = Command(
    "history", "Go to the history", [.character("H")], section: .request, rank: 100, footer: .word("history"),
    handler: { $0.apply(.history(.opened)) })

  private static let filter = Command(
    "filterHistory", "Filter the history by text, status, method, request, date, environment", section: .request,
    rank: 110, handler: { $0.apply(.history(.filterRequested)) })

  static let keep = Command(
    "keepHistory", "How much of the history is kept", section: .request, rank: 130,
    handler: { $0.apply(.history(.retentionRequested)) })
}
