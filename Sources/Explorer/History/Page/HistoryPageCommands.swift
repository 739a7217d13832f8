import Terminal

/// Commands of the history over the whole window.
enum HistoryPageCommands {
  typealias Record = CommandRecord<HistoryPageFeature.State, HistoryPageFeature.Action>

  static let all: [Record] = [sendToday, sendAsItWas, compare, mark, copy, forget, restore]

  private static let sendToday = Record(
    "historySendToday", "Send the request of the exchange as it is now", [.alt("r")], in: [.history],
    section: .request, rank: 121, footer: .word("send today", lead: (20, [.history])),
    handler: { _ in [.sendRequested(asItWas: false)] })

  private static let sendAsItWas = Record(
    "historySendAgain", "Send the exchange again as it was", [.character("a")], in: [.history], section: .request,
    rank: 122, footer: .word("as it was", lead: (60, [.history])), handler: { _ in [.sendRequested(asItWas: true)] })

  private static let compare = Record(
    "historyCompare", "Compare with the one before, or with the marked one", [.character("d")], in: [.history],
    section: .request, rank: 123,
    footer: .init(text: { $0.marked == nil ? "compare" : "compare with marked" }, lead: (30, [.history])),
    handler: { _ in [.comparisonRequested] })

  private static let mark = Record(
    "historyMark", "Mark an exchange to compare with", [.character(" ")], in: [.history], section: .request, rank: 124,
    footer: .word("mark", lead: (70, [.history])), handler: { _ in [.markToggled] })

  private static let copy = Record(
    "historyCopy", "Copy the exchange as cURL, secrets masked", [.character("y")], in: [.history], section: .request,
    rank: 125, footer: .word("copy", lead: (40, [.history])), handler: { _ in [.copyRequested] })

  private static let forget = Record(
    "historyForget", "Forget an exchange", [.delete], in: [.history], section: .request, rank: 126,
    footer: .word("forget", lead: (50, [.history])), handler: { _ in [.forgetRequested] })

  private static let restore = Record(
    "historyRestore", "Bring back the exchange that was forgotten last", [.character("u")], in: [.history],
    section: .request, rank: 127, footer: .word("bring back", lead: (55, [.history]), when: { !$0.forgotten.isEmpty }),
    handler: { _ in [.restoreRequested] })
}
