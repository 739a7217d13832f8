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
  /// The files of open requests as they were read or written last.
  var opened: [String: RequestFile] = [:]
  private var undos: [String: (change: WorkspaceChange, label: String)] = [:]
  private var nextUndo = 0
  private let journal: DraftJournal

  init(workspace: Workspace, process: [String: String]) {
    self.workspace = workspace
    self.process = process
    journal = DraftJournal(workspace)
  }

  func run(_ effect: FileEffect, post: @escaping Services.Post) async {
    switch effect {
    case .loadTree: loadTree(post)
    case .loadRequest(let key): load(key, post)
    case .loadVariables(let key, let environment, let draft, let overrides):
      loadVariables(key, environment, draft, overrides, post)
    case .loadHistory: loadHistory(post)
    case .loadExchange(let id): loadExchange(id, post)
    case .save(let key, let from, let to, let consent): save(key, from: from, to: to, consent, post)
    case .saveAs(let key, let definition, let folder): saveAs(key, definition, folder, post)
    case .change(let change): perform(change, post)
    case .journal(let key, let draft):
      guard let path = key.path else { return }
      await journal.note(path, base: opened[path], draft: draft, post: post)
    }
  }

  /// Writes what is still waiting to be written.
  func finish() async { await journal.flush() }

  private func loadTree(_ post: Services.Post) {
    post(.files(.treeLoaded(workspace.tree())))
    let (drafts, notices) = DraftStore(workspace).all()
    for draft in drafts { restore(draft, post) }
    for notice in notices { post(.notified(.warning, "\(notice)")) }
  }

  /// A draft of an earlier run, brought together with what its file says now.
  private func restore(_ draft: Draft, _ post: Services.Post) {
    // A file that is gone or broken by now: the draft stays in the journal until there is something to lay it over.
    guard let file = try? workspace.request(at: draft.path) else { return }
    opened[draft.path] = file
    let base = (draft.base?.definition ?? file.definition).withQueryInStep
    let shown = file.definition.withQueryInStep
    let merge = DefinitionMerge(base: base, mine: draft.definition, theirs: shown)
    post(
      .files(
        .draftFound(
          .file(draft.path), saved: shown, draft: merge.merged,
          collection: workspace.collection(of: draft.path))))
  }

  private func load(_ key: RequestKey, _ post: Services.Post) {
    guard let path = key.path else { return }
    do {
      let file = try workspace.request(at: path)
      opened[path] = file
      post(
        .files(
          .requestLoaded(key, file.definition.withQueryInStep, id: nil, collection: workspace.collection(of: path))))
      if let notice = file.notices.first { post(.notified(.warning, "\(notice)")) }
    } catch {
      post(.files(.requestUnreadable(key, Notice(.error, path, error.description))))
    }
  }

  private func loadVariables(
    _ key: RequestKey, _ environment: String?, _ draft: RequestDefinition, _ overrides: [String: String],
    _ post: Services.Post
  ) {
    do {
      let context = try workspace.context(
        for: key.path ?? workspace.path, environment: environment,
        inputs: VariableInputs(overrides: overrides, process: process))
      post(.files(.variablesLoaded(key, context.table(for: draft))))
    } catch {
      post(.notified(.warning, error.description))
    }
  }

  private func perform(_ change: FileChange, _ post: Services.Post) {
    do throws(WorkspaceError) {
      switch change {
      case .create(let definition, let folder):
        let made = try workspace.createRequest(definition, in: folder)
        tell(.request(made.path), made.undo, "Made \(definition.name)", post)
      case .createFolder(let name, let parent):
        let made = try workspace.createFolder(named: name, in: parent)
        tell(.folder(made.path), made.undo, "Made the folder \(name)", post)
      case .duplicate(let path):
        let made = try workspace.duplicate(path)
        tell(.request(made.path), made.undo, "Duplicated", post)
      case .rename(let path, let name):
        let made = try workspace.rename(path, to: name)
        refresh(path, post)
        tell(nil, made.undo, "Renamed to \(name)", post)
      case .move(let path, let folder):
        let made = try workspace.move(path, to: folder, at: .max)
        moved(path, to: made.path, post)
        tell(isFolder(made.path) ? .folder(made.path) : .request(made.path), made.undo, "Moved", post)
      case .reorder(let path, let step): try reorder(path, by: step, post)
      case .delete(let path):
        let made = try workspace.delete(path)
        opened[path] = nil
        let name = path.split(separator: "/").last.map(String.init) ?? path
        tell(nil, made.undo, "Deleted \(name): u brings it back", post)
      case .undo(let undo): try takeBack(undo, post)
      }
    } catch {
      post(.files(.failed(error.description)))
    }
  }

  private func reorder(_ path: String, by step: Int, _ post: Services.Post) throws(WorkspaceError) {
    guard let slash = path.lastIndex(of: "/") else { return }
    let folder = String(path[..<slash])
    let siblings = workspace.tree().siblings(of: path)
    guard let index = siblings.firstIndex(of: path), siblings.indices.contains(index + step) else { return }
    let made = try workspace.move(path, to: folder, at: index + step)
    moved(path, to: made.path, post)
    tell(isFolder(made.path) ? .folder(made.path) : .request(made.path), made.undo, "", post)
  }

  private func takeBack(_ undo: FileUndo, _ post: Services.Post) throws(WorkspaceError) {
    guard let (change, label) = undos.removeValue(forKey: undo.token) else { return }
    let inverse = try workspace.perform(change)
    undos[undo.token] = (inverse, label)
    for path in opened.keys { refresh(path, post) }
    post(.files(.changed(workspace.tree(), select: nil, undo: nil, said: "Undone: \(label)")))
  }

  private func tell(_ select: TreeRow.ID?, _ change: WorkspaceChange, _ said: String, _ post: Services.Post) {
    nextUndo += 1
    let token = String(nextUndo)
    // What can be done about it stands behind a colon and is no part of what was done.
    let label = String(said.prefix { $0 != ":" })
    undos[token] = (change, label)
    post(
      .files(.changed(workspace.tree(), select: select, undo: FileUndo(token: token, label: label), said: said)))
  }

  private func isFolder(_ path: String) -> Bool { !(path.hasSuffix(".yml") || path.hasSuffix(".yaml")) }

  /// An open request whose file was changed by a change of files.
  private func refresh(_ path: String, _ post: Services.Post) {
    // A file that cannot be read any more is found out when it is opened.
    guard opened[path] != nil, let file = try? workspace.request(at: path) else { return }
    opened[path] = file
    post(.files(.refreshed(.file(path), file.definition.withQueryInStep)))
  }

  private func moved(_ path: String, to new: String, _ post: Services.Post) {
    guard path != new else { return refresh(path, post) }
    for (old, file) in opened where old == path || old.hasPrefix(path + "/") {
      let place = new + old.dropFirst(path.count)
      opened[old] = nil
      // Read again where it lies now; a file that cannot be read any more is found out when it is opened.
      opened[place] = (try? workspace.request(at: place)) ?? file
    }
    post(.files(.moved(from: path, to: new)))
  }
}

extension WorkspaceTree {
  /// Paths of the items of the same kind in the same folder, in their order.
  func siblings(of path: String) -> [String] {
    func search(_ items: [TreeItem]) -> [String]? {
      let requests = items.compactMap { if case .request(let node) = $0 { node.path } else { nil } }
      if requests.contains(path) { return requests }
      let folders = items.compactMap { if case .folder(let node) = $0 { node } else { nil } }
      if folders.contains(where: { $0.path == path }) { return folders.map(\.path) }
      return folders.lazy.compactMap { search($0.items) }.first
    }
    return collections.lazy.compactMap { search($0.items) }.first ?? []
  }
}
