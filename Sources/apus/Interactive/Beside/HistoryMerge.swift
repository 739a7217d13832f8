import Explorer
import Workspaces

/// The histories of several folders as one, the newest first: what was read of each so far, with and without a filter.
struct HistoryMerge: Sendable {
  private struct Part {
    var entries: [HistorySummary] = []
    var next: HistoryPage.Cursor?
    var isRead = false
  }

  private let folders: [String]
  private var parts: [HistoryFilter?: [Part]] = [:]
  private var owners: [String: Int] = [:]

  init(_ folders: [String]) { self.folders = folders }

  /// The folder whose history has an exchange.
  func owner(of id: String) -> Int { owners[id] ?? 0 }

  /// What each folder reads for a request: the newest entries, or those after what was read of it.
  mutating func requests(for request: HistoryRequest) -> [(Int, HistoryRequest)] {
    guard request.from != nil, let known = parts[request.filter] else {
      // Results of former filters are not asked for again.
      parts = parts.filter { $0.key == nil }
      parts[request.filter] = folders.map { _ in Part() }
      return folders.indices.map { ($0, HistoryRequest(request.filter)) }
    }
    return folders.indices.compactMap { index in
      known[index].next.map { (index, HistoryRequest(request.filter, from: $0)) }
    }
  }

  mutating func heard(_ action: HistoryFeature.Action, from index: Int) -> [Action] {
    switch action {
    case .loaded(let entries, let next, let request):
      guard var part = parts[request.filter]?[index] else { return [] }
      let own = entries.map { named($0, in: index) }
      for entry in own { owners[entry.id] = index }
      part.entries = request.from == nil ? own : part.entries + own
      (part.next, part.isRead) = (next, true)
      parts[request.filter]?[index] = part
      return [.history(merged(request.filter))]
    case .recorded(let summary):
      let own = named(summary, in: index)
      owners[own.id] = index
      parts[nil]?[index].entries.insert(own, at: 0)
      return [.history(.recorded(own))]
    case .forgotten(let id):
      for filter in parts.keys { parts[filter]?[index].entries.removeAll { $0.id == id } }
      return [.history(action)]
    // The others have a history, and it says by itself why it has none.
    case .refused: return []
    default: return [.history(action)]
    }
  }

  /// Follows a file or folder to its new path.
  mutating func renamed(from: String, to: String, in tree: WorkspaceTree) {
    let isFolder = tree.request(at: from) == nil && tree.request(at: to) == nil
    let rename = HistoryRename(
      from: from, to: to, isFolder: isFolder, collections: tree.collections.map(\.path), workspace: tree.historyBase)
    guard let rename else { return }
    for (filter, all) in parts {
      parts[filter] = all.map { part in
        var part = part
        part.entries = part.entries.map { $0.renamed(rename) }
        return part
      }
    }
  }

  /// Collections are named by their whole paths: those of two folders may be called the same.
  private func named(_ summary: HistorySummary, in index: Int) -> HistorySummary {
    var summary = summary
    let root = summary.collection.map { "\(folders[index])/\($0)" } ?? folders[index]
    summary.collection = String(root.dropFirst())
    return summary
  }

  private func merged(_ filter: HistoryFilter?) -> HistoryFeature.Action {
    let all = parts[filter] ?? []
    let entries = all.flatMap(\.entries).sorted { $0.id > $1.id }
    // Any of them says that there is more: each folder goes on from its own.
    return .loaded(entries, next: all.lazy.compactMap(\.next).first, for: HistoryRequest(filter))
  }
}
