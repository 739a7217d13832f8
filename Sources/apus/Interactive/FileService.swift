import Explorer
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The live workspace: carries out file effects one after the other, and remembers what it read, so that a save touches
/// only what changed and a change can be taken back.
actor FileService {
  let workspace: Workspace
  /// The process environment, for `{{process.env.NAME}}`.
  let process: [String: String]
  /// The tree as it was told last.
  var tree: WorkspaceTree
  let opened: OpenedFiles
  /// What other programs made of them since, told to the screen and not taken over yet.
  var offered: [String: (number: Int, file: RequestFile)] = [:]
  /// What requests of a folder inherit and resolve; forgotten when something on the disk changes.
  var surroundings: [Surroundings: SendContext] = [:]
  var undos: [String: Undoing] = [:]
  /// Requests whose files another program took away, for as long as they may come up under another name.
  var vanished: [RequestNode] = []
  static let mostVanished = 10_000
  private var lastNumber = 0
  private var watching: Task<Void, Never>?
  /// The filter that goes through the history beside the effects; a new one ends it.
  var searching: Task<Void, Never>?
  /// The last work that was begun beside the effects.
  private var tidying: Task<Void, Never>?
  private let drafts: DraftStore
  private let journal: DraftJournal

  init(workspace: Workspace, process: [String: String], opened: OpenedFiles = OpenedFiles()) {
    self.workspace = workspace
    self.process = process
    self.opened = opened
    tree = WorkspaceTree(name: workspace.name, path: workspace.path)
    drafts = DraftStore(workspace)
    journal = DraftJournal(drafts)
  }

  func run(_ effect: FileEffect, post: @escaping Services.Post) async {
    await carryOut(effect, post)
    for line in workspace.privateFolder.told() { post(.notified(.warning, line)) }
  }

  private func carryOut(_ effect: FileEffect, _ post: @escaping Services.Post) async {
    switch effect {
    case .loadTree: loadTree(post)
    case .loadRequest(let key): load(key, post)
    case .loadVariables(let key, let environment, let draft, let inputs):
      loadVariables(key, environment, draft, inputs, post)
    case .loadHistory(let request):
      if let filter = request.filter { search(request, filter, post) } else { loadHistory(request, post) }
    case .prune(let retention): prune(retention, post)
    case .convert(let collection, let consent): convert(collection, consent, post)
    case .loadExchange(let id): loadExchange(id, post)
    case .adopt(let key, let version): adopt(key, version)
    case .save(let key, _, let to, let consent): save(key, to, consent, post)
    case .loadComparand(let key, let id): loadComparand(key, id, post)
    case .saveAs(let key, let definition, let folder, let consent): saveAs(key, definition, folder, consent, post)
    case .change(let change): perform(change, post)
    case .journal(let key, let draft):
      guard let path = key.path else { return }
      await journal.note(path, base: opened[path], draft: draft, post: post)
    }
  }

  /// Writes what is still waiting to be written; why drafts are lost, where they are.
  @discardableResult func finish() async -> String? {
    watching?.cancel()
    searching?.cancel()
    return await journal.flush()
  }

  /// Long work on the disk that nobody waits for: one after the other, beside the effects and after them where there is
  /// not enough for both.
  func aside(_ work: @escaping @Sendable () async -> Void) {
    let former = tidying
    tidying = Task.detached(priority: .background) {
      await former?.value
      await work()
    }
  }

  /// A number that was not given before.
  func next() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private func loadTree(_ post: @escaping Services.Post) {
    watch(post)
    tree = workspace.tree()
    post(.files(.treeLoaded(tree)))
    let (found, notices) = drafts.all()
    for draft in found { restore(draft, post) }
    for notice in notices { post(.notified(.warning, "\(notice)")) }
    aside { [workspace] in
      // What cannot be emptied now is emptied at a later start.
      try? workspace.emptyTrash()
      workspace.sweepTemporaries()
    }
  }

  /// Before the first look at the files, so that no change falls between the two.
  private func watch(_ post: @escaping Services.Post) {
    guard watching == nil else { return }
    let changes = WorkspaceWatch(workspace).changes()
    watching = Task.detached { [weak self] in
      for await folders in changes { await self?.changedOnDisk(folders, post) }
    }
  }

  /// A draft of an earlier run, brought together with what its file says now.
  private func restore(_ draft: Draft, _ post: Services.Post) {
    // A file that is broken by now: the draft stays in the journal until there is something to lay it over.
    let file = try? workspace.request(at: draft.path)
    let isGone = file == nil && !workspace.exists(draft.path)
    guard let base = draft.base ?? file, file != nil || isGone else { return }
    opened[draft.path] = base
    post(
      .files(
        .draftFound(
          .file(draft.path), saved: base.definition.withQueryInStep, draft: draft.definition.withQueryInStep,
          collection: workspace.collection(of: draft.path))))
    if let file, base.bytes != file.bytes { offer(file, post) }
  }

  private func load(_ key: RequestKey, _ post: Services.Post) {
    guard let path = key.path else { return }
    do {
      let file = try workspace.request(at: path)
      opened[path] = file
      offered[path] = nil
      post(
        .files(
          .requestLoaded(key, file.definition.withQueryInStep, id: nil, collection: workspace.collection(of: path))))
      if let notice = file.notices.first { post(.notified(.warning, "\(notice)")) }
    } catch {
      post(.files(.requestUnreadable(key, Notice(.error, path, error.description))))
    }
  }
}

extension Workspace {
  /// Whether there is a file; what cannot be examined counts as there.
  fileprivate func exists(_ path: String) -> Bool {
    do { return try files.stamp(path) != nil } catch { return true }
  }
}
