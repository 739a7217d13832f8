import Networking
import Terminal
import Workspaces

extension AppState {
  mutating func apply(_ action: HistoryPageFeature.Action) -> [Effect] {
    HistoryPageFeature.reduce(&historyPage, action, in: historyPageSurroundings).flatMap { carryOut($0) }
  }

  private var historyPageSurroundings: HistoryPageFeature.Surroundings {
    HistoryPageFeature.Surroundings(
      size: size, choice: historyChoice, clock: clock, entries: history.shown, hasMore: history.hasMore,
      isFiltered: history.query != nil,
      savedRequest: { [self] entry in savedRequest(of: entry) })
  }

  /// Where its lines are: as chosen, else as its rows ask for.
  var historyChoice: PageChoice {
    var choice = layoutChoice.history
    choice.asked = historyPage.askedColumns
    return choice
  }

  var historyPageSituation: HistoryPageCommands.Situation {
    let saved = historyPage.current.flatMap { savedRequest(of: $0) }
    return HistoryPageCommands.Situation(
      page: historyPage, entries: history.shown, isSaved: saved != nil)
  }

  private mutating func carryOut(_ outcome: HistoryPageFeature.Outcome) -> [Effect] {
    switch outcome {
    case .close:
      page = nil
      return []
    case .endFilter: return apply(.history(.filterEnded))
    case .said(let kind, let text): return say(kind, text)
    case .olderRequested: return apply(.history(.olderRequested))
    case .load(let id): return [.files(.loadPreview(id: id))]
    case .open(let entry): return open(entry)
    case .sendSaved(let node):
      page = nil
      showInTree(.request(node.path))
      return open(node, to: .send)
    case .sendAgain(let entry): return open(entry, to: .send)
    case .compare(let entry, let other): return open(entry, to: .compare(other))
    case .copy(let entry, let definition): return copyAsCurl(entry, definition)
    case .forget(let id): return [.files(.forgetExchange(id: id))]
    case .restore(let forgotten): return [.files(.restoreExchange(forgotten))]
    }
  }

  private func copyAsCurl(_ entry: HistorySummary, _ definition: RequestDefinition) -> [Effect] {
    let key = RequestKey.history(entry.id)
    let session = RequestSession(key: key, id: entry.requestID, collection: currentCollection, draft: definition)
    return [.transfer(.copyAsCurl(key, definition, terms(of: session), style: .short, revealsSecrets: false))]
  }
}
