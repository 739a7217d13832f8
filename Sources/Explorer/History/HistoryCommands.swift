import Terminal

/// Commands that open, filter and limit the history, and those of its page.
enum HistoryCommands {
  static let all: [Command] = [
    history, filter, filterHere, keep, sendToday, sendAsItWas, compare, mark, copy, forget, restore,
  ]

  private static let history = Command(
    "history", "Go to the history", [.character("H")], section: .request, rank: 100,
    footer: .word("history", lead: (24, [.document, .facts])),
    action: .history(.opened))

  private static let filter = Command(
    "filterHistory", "Filter the history by text, status, method, request, date, environment", section: .request,
    rank: 110, action: .history(.filterRequested))

  private static let filterHere = Command(
    "historyFilter", "Filter the history", [.character("/")], in: [.history], section: .request, rank: 111,
    footer: .word("filter", lead: (65, [.history])), action: .history(.filterRequested))

  private static let keep = Command(
    "keepHistory", "Change how much history is kept", section: .request, rank: 130,
    action: .history(.retentionRequested))

  private static let sendToday = Command(
    "historySendToday", "Send the exchange's request as it is now", [.alt("r")], in: [.history],
    section: .request, rank: 121, footer: .word("send current", lead: (20, [.history])),
    refusal: { $0.refusalToSendToday }, action: .historyPage(.sendRequested(asItWas: false)))

  private static let sendAsItWas = Command(
    "historySendAgain", "Resend the exchange as sent", [.character("a")], in: [.history], section: .request,
    rank: 122, footer: .word("resend as sent", lead: (60, [.history])),
    refusal: { $0.refusalWithoutExchange }, action: .historyPage(.sendRequested(asItWas: true)))

  private static let compare = Command(
    "historyCompare", "Compare with the previous or the marked exchange", [.character("d")], in: [.history],
    section: .request, rank: 123,
    footer: .init(text: { $0.historyPage.marked == nil ? "compare" : "compare with marked" }, lead: (30, [.history])),
    refusal: { $0.refusalToCompare }, action: .historyPage(.comparisonRequested))

  private static let mark = Command(
    "historyMark", "Mark an exchange to compare with", [.character(" ")], in: [.history], section: .request, rank: 124,
    footer: .word("mark", lead: (70, [.history])), refusal: { $0.refusalWithoutExchange },
    action: .historyPage(.markToggled))

  private static let copy = Command(
    "historyCopy", "Copy the exchange as cURL, secrets masked", [.character("y")], in: [.history], section: .request,
    rank: 125, footer: .word("copy", lead: (40, [.history])), refusal: { $0.refusalWithoutExchange },
    action: .historyPage(.copyRequested))

  private static let forget = Command(
    "historyForget", "Delete an exchange", [.delete], in: [.history], section: .request, rank: 126,
    footer: .word("forget", lead: (50, [.history])), refusal: { $0.refusalWithoutExchange },
    action: .historyPage(.forgetRequested))

  private static let restore = Command(
    "historyRestore", "Restore the last deleted exchange", [.character("u")], in: [.history],
    section: .request, rank: 127,
    footer: .word("restore", lead: (55, [.history]), when: { !$0.historyPage.forgotten.isEmpty }),
    refusal: { $0.historyPage.forgotten.isEmpty ? "No deleted exchanges" : nil },
    action: .historyPage(.restoreRequested))
}

extension AppState {
  fileprivate var refusalWithoutExchange: String? {
    historyPage.current == nil ? "There is no exchange under the cursor" : nil
  }

  fileprivate var refusalToSendToday: String? {
    guard let entry = historyPage.current else { return refusalWithoutExchange }
    return savedRequest(of: entry) == nil
      ? "Its request is gone: \(key: "historySendAgain") resends the exchange" : nil
  }

  fileprivate var refusalToCompare: String? {
    refusalWithoutExchange
      ?? (historyPage.comparand(in: history.shown) == nil
        ? "No earlier exchange: \(key: "historyMark") marks one to compare with" : nil)
  }
}
