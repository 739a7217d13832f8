import Essentials
import HTTPModel
import Workspaces

/// The result of the last send of each request in the listed history, for the tree.
struct LastResults: Equatable, Sendable {
  private struct Entry: Equatable, Sendable {
    var date: Date
    var result: TreeRow.RequestState.Result
  }

  private var latest: [HistoryName: Entry] = [:]

  init(_ entries: [HistorySummary] = []) {
    for entry in entries { add(entry) }
  }

  mutating func add(_ entry: HistorySummary) {
    guard let name = entry.sentName, let result = entry.result else { return }
    if let known = latest[name], known.date > entry.date { return }
    latest[name] = Entry(date: entry.date, result: result)
  }

  /// The result of a request. Entries of earlier versions name no collection and count for each.
  subscript(name: HistoryName) -> TreeRow.RequestState.Result? {
    let named = [latest[name], name.collection == nil ? nil : latest[HistoryName(name.request)]].compactMap(\.self)
    return named.max { $0.date < $1.date }?.result
  }
}

extension HistorySummary {
  /// `nil` for a send that the user cancelled, which is not a result.
  fileprivate var result: TreeRow.RequestState.Result? {
    isCancelled ? nil : .init(shortStatus, isFailed: failure != nil || failsTests)
  }
}

extension AppState {
  /// The result of the last send of a saved request that is not open.
  func lastResult(of node: RequestNode) -> TreeRow.RequestState.Result? {
    guard let root = collection(around: node.path) else { return nil }
    return history.results[HistoryName(node.id, in: HistoryName.collection(root, workspace.historyBase))]
  }

  /// The result of the last send of an open request. An answer shown from the history may be older than the last send,
  /// which failed.
  func lastResult(of session: RequestSession) -> TreeRow.RequestState.Result? {
    if session.response.kept == nil, let result = session.lastResult { return result }
    return sentName(of: session).flatMap { history.results[$0] } ?? session.lastResult
  }

  /// The name under which the history has the sends of a request; `nil` for an exchange of the history itself.
  func sentName(of session: RequestSession) -> HistoryName? {
    switch session.key {
    case .file: session.id.map { HistoryName($0, in: collectionName(of: session)) }
    case .scratch(let number): .draft(String(number))
    case .history: nil
    }
  }
}
