import Explorer
import Sessions
import Synchronization
import Workspaces

/// Merges the actions from several folders' services for one screen: one tree, one history, combined git marks.
struct FolderMerge: Sendable {
  private let folders: [String]
  private var trees: [WorkspaceTree]
  private var listed: Set<Int> = []
  private var marks: [GitMarks]
  private var history: HistoryMerge
  /// The number of folders that have finished a search, by the search's number.
  private var searched: (serial: Int, count: Int) = (0, 0)
  /// The last run and its folder.
  private var run: (number: Int, folder: Int)?

  init(_ folders: [String]) {
    self.folders = folders
    trees = folders.map { WorkspaceTree(name: $0.split(separator: "/").last.map(String.init) ?? $0, path: $0) }
    marks = folders.map { _ in GitMarks() }
    history = HistoryMerge(folders)
  }

  private var tree: WorkspaceTree { WorkspaceTree(beside: trees) }

  /// - Returns: the actions for the screen when the folder with this number posts an action.
  mutating func received(_ action: Action, from index: Int) -> [Action] {
    switch action {
    case .files(let action): return received(action, from: index)
    case .tree(.marked(let own)):
      marks[index] = own
      return [.tree(.marked(GitMarks(joining: marks)))]
    case .history(let action): return history.received(action, from: index)
    case .find(.ended(let serial)):
      if searched.serial != serial { searched = (serial, 0) }
      searched.count += 1
      return searched.count == folders.count ? [.find(.ended(serial: serial))] : []
    // Requests without a file are stored with the first folder; those of others appear when that folder is opened
    // alone.
    case .scratch(.found): return index == 0 ? [action] : []
    default: return [action]
    }
  }

  private mutating func received(_ action: FileAction, from index: Int) -> [Action] {
    switch action {
    case .treeGrew(let part):
      trees[index] = part
      return grew
    case .treeLoaded(let own):
      trees[index] = own
      listed.insert(index)
      return listed.count == folders.count ? [.files(.treeLoaded(tree))] : grew
    case .treeRefreshed(let own):
      trees[index] = own
      return listed.count == folders.count ? [.files(.treeRefreshed(tree))] : grew
    case .changed(let own, let select, let undo, let message, let opening):
      trees[index] = own
      return [.files(.changed(tree, select: select, undo: undo.map { signed($0, index) }, said: message, opening))]
    case .undoFailed(let undo, let why): return [.files(.undoFailed(signed(undo, index), why))]
    case .exchangeLoaded(let id, let definition, let exchange, let collection, let assertions, let scripts):
      let known = collection.flatMap { path in trees[index].collections.first { $0.path == path }?.path }
      let own = known ?? trees[index].collections.first?.path
      let shown = FileAction.exchangeLoaded(
        id: id, definition, exchange, collection: own, assertions: assertions, scripts: scripts)
      return [.files(shown)]
    case .moved(let from, let to):
      history.renamed(from: from, to: to, in: tree)
      return [.files(action)]
    default: return [.files(action)]
    }
  }

  /// The folders appear in order, however fast each is listed.
  private var grew: [Action] {
    trees[0].collections.isEmpty && !listed.contains(0) ? [] : [.files(.treeGrew(tree))]
  }

  /// Adds the folder to an undo, because each folder numbers its own changes.
  private func signed(_ undo: FileUndo, _ index: Int) -> FileUndo {
    FileUndo(token: "\(index):\(undo.token)", label: undo.label)
  }

  /// The folders that receive a file effect, and the effect for each.
  mutating func addressed(_ effect: FileEffect, by route: FolderRoute) -> [(Int, FileEffect)] {
    switch effect {
    case .loadTree, .readGit: return route.all.map { ($0, effect) }
    case .loadHistory(let request): return history.requests(for: request).map { ($0, FileEffect.loadHistory($1)) }
    case .recall(let key, var filter):
      let index = route.folder(of: key.path)
      // Each folder's history names collections relative to that folder.
      filter.collection = filter.collection.flatMap { HistoryName.collection("/\($0)", folders[index]) }
      return [(index, .recall(key, filter))]
    case .change(.undo(let undo)):
      let parts = undo.token.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let index = Int(parts[0]), folders.indices.contains(index) else { return [] }
      return [(index, .change(.undo(FileUndo(token: String(parts[1]), label: undo.label))))]
    default:
      if let id = effect.exchange { return [(history.owner(of: id), effect)] }
      return [(route.folder(of: effect.folderPath), effect)]
    }
  }

  /// The screen has one run: a new one ends a run in another folder.
  mutating func addressed(_ effect: RunEffect, by route: FolderRoute) -> [(Int, RunEffect)] {
    guard case .begin(let number, let order) = effect else { return [(run?.folder ?? 0, effect)] }
    let index = route.folder(of: order.nodes.first?.path)
    var addressed: [(Int, RunEffect)] = []
    if let run, run.folder != index { addressed.append((run.folder, .cancel(run: run.number))) }
    run = (number, index)
    return addressed + [(index, effect)]
  }
}

/// Merges the histories of several folders, newest first, with the entries read so far, with and without a filter.
struct HistoryMerge: Sendable {
  private struct Part {
    var entries: [HistorySummary] = []
    var next: HistoryPage.Cursor?
  }

  private let folders: [String]
  private var parts: [HistoryFilter?: [Part]] = [:]
  private var owners: [String: Int] = [:]

  init(_ folders: [String]) { self.folders = folders }

  /// The folder whose history has an exchange.
  func owner(of id: String) -> Int { owners[id] ?? 0 }

  /// The requests for each folder: the newest entries, or those after its last one.
  mutating func requests(for request: HistoryRequest) -> [(Int, HistoryRequest)] {
    guard request.from != nil, let known = parts[request.filter] else {
      // Results of earlier filters are dropped.
      parts = parts.filter { $0.key == nil }
      parts[request.filter] = folders.map { _ in Part() }
      return folders.indices.map { ($0, HistoryRequest(request.filter)) }
    }
    return folders.indices.compactMap { index in
      known[index].next.map { (index, HistoryRequest(request.filter, from: $0)) }
    }
  }

  mutating func received(_ action: HistoryList.Action, from index: Int) -> [Action] {
    switch action {
    case .loaded(let entries, let next, let request):
      guard var part = parts[request.filter]?[index] else { return [] }
      let own = entries.map { named($0, in: index) }
      for entry in own { owners[entry.id] = index }
      part.entries = request.from == nil ? own : part.entries + own
      part.next = next
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
    // Other folders have a history, and this one reports its own error.
    case .refused: return []
    default: return [.history(action)]
    }
  }

  /// Updates the paths in entries after a file or folder has moved.
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

  /// Names collections by their full paths, because two folders may have collections with the same name.
  private func named(_ summary: HistorySummary, in index: Int) -> HistorySummary {
    var summary = summary
    let root = summary.collection.map { "\(folders[index])/\($0)" } ?? folders[index]
    summary.collection = String(root.dropFirst())
    return summary
  }

  private func merged(_ filter: HistoryFilter?) -> HistoryList.Action {
    let all = parts[filter] ?? []
    let entries = all.flatMap(\.entries).sorted { $0.id > $1.id }
    // Any folder's marker means that there is more: each folder continues from its own.
    return .loaded(entries, next: all.lazy.compactMap(\.next).first, for: HistoryRequest(filter))
  }
}

/// Merges the actions posted by several folders' services, and passes them on in merged order.
// A class because the services of all folders share it.
final class MergedPosts: Sendable {
  private let merge: Mutex<FolderMerge>

  init(_ merge: FolderMerge) { self.merge = Mutex(merge) }

  /// The post function for one folder's services.
  func post(_ index: Int, _ post: @escaping Services.Post) -> Services.Post {
    { action in
      // Posted under the lock: an older tree must not follow a newer one.
      self.merge.withLock { merge in for action in merge.received(action, from: index) { post(action) } }
    }
  }

  func addressed(_ effect: FileEffect, by route: FolderRoute) -> [(Int, FileEffect)] {
    merge.withLock { $0.addressed(effect, by: route) }
  }

  func addressed(_ effect: RunEffect, by route: FolderRoute) -> [(Int, RunEffect)] {
    merge.withLock { $0.addressed(effect, by: route) }
  }
}

/// Selects the folder for an effect by the paths in it.
struct FolderRoute: Sendable {
  let folders: [String]

  var all: [Int] { Array(folders.indices) }

  /// The nearest folder around a path, otherwise the first.
  func folder(of path: String?) -> Int {
    guard let path else { return 0 }
    let around = all.filter { FilePaths.isBelow(path, folders[$0]) }
    return around.max { folders[$0].utf8.count < folders[$1].utf8.count } ?? 0
  }

  func folders(for effect: TransferEffect) -> [Int] {
    switch effect {
    case .send(let key, _, _, let terms), .sendUnder(_, let key, _, let terms),
      .copyAsCurl(let key, _, let terms, _, _), .inspectCertificate(let key, _, let terms, _),
      .preview(_, let key, _, let terms), .readSchema(let key, _, let terms, _), .foreseeAnswers(let key, _, let terms),
      .rerunScripts(let key, _, let terms, _):
      [folder(of: key.path ?? terms.collection)]
    case .export(let job): [folder(of: job.source.path)]
    case .allow(let question, _): [folder(of: question.collection)]
    case .allowScripts(let question, _): [folder(of: question.collection)]
    case .checkScript: [0]
    // The other folders ignore it, because they do not know the send.
    case .cancel, .say, .endInput: all
    case .readCodings: [0]
    case .adoptAnswer(_, let path): [folder(of: path)]
    }
  }

  /// A search in the files of one folder.
  func own(_ effect: FindEffect, of index: Int) -> FindEffect {
    guard case .begin(let text, var tree, let serial, let limit) = effect else { return effect }
    tree.collections.removeAll { folder(of: $0.path) != index }
    return .begin(text, tree, serial: serial, limit: limit)
  }
}

extension ExportJob.Source {
  fileprivate var path: String? {
    switch self {
    case .draft(let key, _, let terms): key.path ?? terms.collection
    case .saved(let path, _), .folder(let path, _, _): path
    }
  }
}

extension FileChange {
  /// The file or folder that identifies the target of a change; `nil` if it is identified otherwise.
  fileprivate var path: String? {
    switch self {
    case .create(_, let folder, _, _), .createFolder(_, let folder), .sort(let folder): folder
    case .duplicate(let path, _), .rename(let path, _), .move(let path, _, _), .reorder(let path, _),
      .delete(let path), .record(_, let path):
      path
    case .importing(let order): order.folder
    case .saveVariable(_, let place): place.collection
    case .createCollection, .undo: nil
    }
  }
}

extension FileEffect {
  /// The path that identifies the target folder; `nil` if it is identified otherwise or is the first folder.
  var folderPath: String? {
    switch self {
    case .loadRequest(let key), .adopt(let key, _), .save(let key, _, _), .journal(let key, _), .findPath(let key, _),
      .recall(let key, _):
      key.path
    case .loadVariables(let key, _, let terms): key.path ?? terms.collection
    case .loadSettings(let folder), .convert(let folder, _), .saveAs(_, _, let folder, _): folder
    case .takeOver(_, let workspace): workspace
    case .change(let change): change.path
    case .loadTree, .readGit, .loadHistory, .prune, .loadExchange, .loadPreview, .forgetExchange, .restoreExchange,
      .loadComparand, .completePath:
      nil
    }
  }

  /// The exchange of the history that the effect refers to.
  var exchange: String? {
    switch self {
    case .loadExchange(let id), .loadPreview(let id), .forgetExchange(let id), .loadComparand(_, let id): id
    case .restoreExchange(let forgotten): forgotten.id
    default: nil
    }
  }
}
