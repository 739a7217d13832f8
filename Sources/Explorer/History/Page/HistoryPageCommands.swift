import Terminal
import Workspaces

/// Commands of the history over the whole window.
enum HistoryPageCommands {
  struct Situation {
    var page: HistoryPageFeature.State
    var entries: [HistorySummary]
    /// Whether the request of the exchange under the cursor is still saved.
    var isSaved: Bool

    var refusalWithoutExchange: String? {
      page.current == nil ? "There is no exchange under the cursor" : nil
    }

    var refusalToSendToday: String? {
      refusalWithoutExchange
        ?? (isSaved ? nil : "Its request is gone: \(key: "historySendAgain") sends the exchange as it was")
    }

    var refusalToCompare: String? {
      if let refusalWithoutExchange { return refusalWithoutExchange }
      return page.comparand(in: entries) == nil
        ? "There is no earlier one: \(key: "historyMark") marks one to compare with" : nil
    }
  }

  typealias Record = CommandRecord<Situation, HistoryPageFeature.Action>

  static let all: [Record] = [sendToday, sendAsItWas, compare, mark, copy, forget, restore]

  private static let sendToday = Record(
    "historySendToday", "Send the request of the exchange as it is now", [.alt("r")], in: [.history],
    section: .request, rank: 121, footer: .word("send today", lead: (20, [.history])),
    refusal: { $0.refusalToSendToday }, handler: { _ in [.sendRequested(asItWas: false)] })

  private static let sendAsItWas = Record(
    "historySendAgain", "Send the exchange again as it was", [.character("a")], in: [.history], section: .request,
    rank: 122, footer: .word("as it was", lead: (60, [.history])),
    refusal: { $0.refusalWithoutExchange }, handler: { _ in [.sendRequested(asItWas: true)] })

  private static let compare = Record(
    "historyCompare", "Compare with the one before, or with the marked one", [.character("d")], in: [.history],
    section: .request, rank: 123,
    footer: .init(text: { $0.page.marked == nil ? "compare" : "compare with marked" }, lead: (30, [.history])),
    refusal: { $0.refusalToCompare }, handler: { _ in [.comparisonRequested] })

  private static let mark = Record(
    "historyMark", "Mark an exchange to compare with", [.character(" ")], in: [.history], section: .request, rank: 124,
    footer: .word("mark", lead: (70, [.history])), refusal: { $0.refusalWithoutExchange },
    handler: { _ in [.markToggled] })

  private static let copy = Record(
    "historyCopy", "Copy the exchange as cURL, secrets masked", [.character("y")], in: [.history], section: .request,
    rank: 125, footer: .word("copy", lead: (40, [.history])), refusal: { $0.refusalWithoutExchange },
    handler: { _ in [.copyRequested] })

  private static let forget = Record(
    "historyForget", "Forget an exchange", [.delete], in: [.history], section: .request, rank: 126,
    footer: .word("forget", lead: (50, [.history])), refusal: { $0.refusalWithoutExchange },
    handler: { _ in [.forgetRequested] })

  private static let restore = Record(
    "historyRestore", "Bring back the last forgotten exchange", [.character("u")], in: [.history],
    section: .request, rank: 127,
    footer: .word("bring back", lead: (55, [.history]), when: { !$0.page.forgotten.isEmpty }),
    refusal: { $0.page.forgotten.isEmpty ? "Nothing was forgotten here" : nil },
    handler: { _ in [.restoreRequested] })
}
