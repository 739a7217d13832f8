import Explorer
import Workspaces

/// What the services of several folders post, as one screen hears it: one tree, one history, the marks of all.
struct FolderMerge: Sendable {
  private let folders: [String]
  private var trees: [WorkspaceTree]
  private var listed: Set<Int> = []
  private var marks: [GitMarks]
  private var history: HistoryMerge
  /// How many folders have ended a search, by its number.
  private var searched: (serial: Int, count: Int) = (0, 0)
  /// The last run, and whose it is.
  private var run: (number: Int, folder: Int)?

  init(_ folders: [String]) {
    self.folders = folders
    trees = folders.map { WorkspaceTree(name: $0.split(separator: "/").last.map(String.init) ?? $0, path: $0) }
    marks = folders.map { _ in GitMarks() }
    history = HistoryMerge(folders)
  }

  private var tree: WorkspaceTree { WorkspaceTree(beside: trees) }

  /// - Returns: what the screen hears when the folder with this number posts an action.
  mutating func heard(_ action: Action, from index: Int) -> [Action] {
    switch action {
    case .files(let action): return heard(action, from: index)
    case .tree(.marked(let own)):
      marks[index] = own
      return [.tree(.marked(GitMarks(joining: marks)))]
    case .history(let action): return history.heard(action, from: index)
    case .find(.ended(let serial)):
      if searched.serial != serial { searched = (serial, 0) }
      searched.count += 1
      return searched.count == folders.count ? [.find(.ended(serial: serial))] : []
    // Requests without a file are kept with the first folder; those of another wait until that is opened by itself.
    case .scratch(.found): return index == 0 ? [action] : []
    default: return [action]
    }
  }

  private mutating func heard(_ action: FileAction, from index: Int) -> [Action] {
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
    case .changed(let own, let select, let undo, let said, let opening):
      trees[index] = own
      return [.files(.changed(tree, select: select, undo: undo.map { signed($0, index) }, said: said, opening))]
    case .undoFailed(let undo, let why): return [.files(.undoFailed(signed(undo, index), why))]
    case .exchangeLoaded(let id, let definition, let exchange, let collection):
      let known = collection.flatMap { path in trees[index].collections.first { $0.path == path }?.path }
      let own = known ?? trees[index].collections.first?.path
      return [.files(.exchangeLoaded(id: id, definition, exchange, collection: own))]
    case .moved(let from, let to):
      history.renamed(from: from, to: to, in: tree)
      return [.files(action)]
    default: return [.files(action)]
    }
  }

  /// The first folder comes first, however fast the others are.
  private var grew: [Action] {
    trees[0].collections.isEmpty && !listed.contains(0) ? [] : [.files(.treeGrew(tree))]
  }

  /// Each folder counts its changes by itself.
  private func signed(_ undo: FileUndo, _ index: Int) -> FileUndo {
    FileUndo(token: "\(index):\(undo.token)", label: undo.label)
  }

  /// The folders that get a file effect, and what each of them gets.
  mutating func addressed(_ effect: FileEffect, by route: FolderRoute) -> [(Int, FileEffect)] {
    switch effect {
    case .loadTree, .readGit: return route.all.map { ($0, effect) }
    case .loadHistory(let request): return history.requests(for: request).map { ($0, FileEffect.loadHistory($1)) }
    case .change(.undo(let undo)):
      let parts = undo.token.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let index = Int(parts[0]), folders.indices.contains(index) else { return [] }
      return [(index, .change(.undo(FileUndo(token: String(parts[1]), label: undo.label))))]
    default:
      if let id = effect.exchange { return [(history.owner(of: id), effect)] }
      return [(route.folder(of: effect.folderPath), effect)]
    }
  }

  /// There is one run on the screen: a run of another folder ends when a new one begins.
  mutating func addressed(_ effect: RunEffect, by route: FolderRoute) -> [(Int, RunEffect)] {
    guard case .begin(let number, let order) = effect else { return [(run?.folder ?? 0, effect)] }
    let index = route.folder(of: order.nodes.first?.path)
    var addressed: [(Int, RunEffect)] = []
    if let run, run.folder != index { addressed.append((run.folder, .cancel(run: run.number))) }
    run = (number, index)
    return addressed + [(index, effect)]
  }
}
