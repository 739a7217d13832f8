import Networking
import Workspaces

extension AppState {
  mutating func apply(_ action: FileAction) -> [Effect] {
    switch action {
    case .treeLoaded(let tree): return treeLoaded(tree)
    case .treeGrew(let part): return treeGrew(part)
    case .requestLoaded(let key, let definition, let id, let collection):
      // A draft of an earlier run may have been found while the file was being read.
      if sessions[key]?.isDraft == true { return show(key) }
      let id = id ?? key.path.flatMap { workspace.request(at: $0)?.id }
      sessions[key] = RequestSession(key: key, id: id, collection: collection, saved: definition, draft: definition)
      return show(key)
    case .requestUnreadable(let key, let notice):
      return showUnreadable(key, notice)
    case .draftFound(let key, let saved, let draft, let collection):
      return draftFound(key, saved, draft, collection)
    case .moved(let old, let new): return moved(from: old, to: new)
    case .variablesLoaded(let key, let table, let certificates, let proxy, let surroundings):
      sessions[key]?.variables = table
      sessions[key]?.certificates = certificates
      sessions[key]?.proxy = proxy
      sessions[key]?.surroundings = surroundings
      if case .read(let text) = codings { sessions[key]?.surroundings?.codings = text }
      return []
    case .draftsKept(let problem): return draftsKept(problem)
    case .exchangeLoaded(let id, let definition, let exchange, let collection):
      return showExchange(id: id, definition, exchange, of: collection)
    case .exchangeUnreadable(let id, let kind, let text):
      if let awaited, awaited.key == .history(id) {
        page = page ?? awaited.page
        self.awaited = nil
      }
      return say(kind, text)
    case .saveFailed(let key, _):
      keptTexts.settle(failed: true)
      return file(.told(action), of: key)
    case .consentNeeded(let key, _, _, .some), .consented(let key, _, .some):
      _ = consent(action)
      return file(.told(action), of: key)
    case .saved(let key, _), .merged(let key, _), .conflicted(let key, _), .conflictDecided(let key, _, _),
      .consentNeeded(let key, _, _, _), .consented(let key, _, _), .remake(let key), .copyKept(let key),
      .changedOnDisk(let key, _), .refreshed(let key, _):
      return file(.told(action), of: key)
    case .savedAs(let key, let path, let definition):
      keptTexts.settle(failed: false)
      return savedAs(key, path: path, definition)
    case .saveAll(let thenEnd): return saveAll(thenEnd: thenEnd)
    case .treeRefreshed(let tree): return treeRefreshed(tree)
    case .surroundingsChanged(let environments): return surroundingsChanged(environments: environments)
    case .changed(let tree, let select, let undoable, let said, let opening):
      keptTexts.settle(failed: false)
      return filesChanged(tree, select: select, undo: undoable, said: said, opening)
    case .pathFound(let key, let path, let found):
      return apply(ScratchFeature.Action.pathFound(key, path, found))
    case .failed(let text): return failed(text)
    case .undoFailed(let step, let text):
      return apply(UndoFeature.Action.refused(step, text))
    case .perform, .changeNeedsConsent, .convertConfirmed, .convertNeedsConsent: return consent(action)
    }
  }

  /// What was asked for and typed is there again when it is asked for once more.
  private mutating func failed(_ text: String) -> [Effect] {
    keptTexts.settle(failed: true)
    savedInNewCollection = nil
    return say(.error, text)
  }

  private mutating func draftsKept(_ problem: String?) -> [Effect] {
    draftsAreKept = problem == nil
    guard let problem else { return say(.information, "Drafts are kept again") }
    return say(.warning, "Drafts cannot be kept, so a crash would lose unsaved changes: \(problem)")
  }

  /// Restores unsaved changes of an earlier run, marked as a draft, without asking.
  private mutating func draftFound(
    _ key: RequestKey, _ saved: RequestDefinition, _ draft: RequestDefinition, _ collection: String
  ) -> [Effect] {
    guard sessions[key]?.isDraft != true else { return [] }
    let id = key.path.flatMap { workspace.request(at: $0)?.id }
    sessions[key] = RequestSession(key: key, id: id, collection: collection, saved: saved, draft: draft)
    guard let path = key.path, workspace.lists(path) else {
      sessions[key]?.isGone = true
      openedQuietly = key
      return show(key)
        + say(
          .warning, "Unsaved changes of \(draft.name) are back, but its file is gone: \(key: "save") creates it again")
    }
    tree.reveal(draft.kind == .folder ? .folder(path.folderPath) : .request(path), in: workspace)
    rebuildTree()
    return say(.warning, "Unsaved changes of \(draft.name) from last time are back: \(key: "save") saves them")
  }

  /// Reports the unreadable parts of the workspace in one line.
  mutating func tellNotices() -> [Effect] {
    guard let first = workspace.notices.first else { return [] }
    let more = workspace.notices.count > 1 ? " (and \(workspace.notices.count - 1) more)" : ""
    return say(.warning, "\(first)\(more)")
  }

  private mutating func showUnreadable(_ key: RequestKey, _ notice: Notice) -> [Effect] {
    // The pane shows the location; top line and tree show the file name.
    let name = (key.path ?? notice.path).split(separator: "/").last.map(String.init) ?? notice.location
    let kind = key.path.flatMap { SettingsFile.kind(at: $0) } ?? .http
    var session = RequestSession(key: key, draft: RequestDefinition(kind: kind, name: name))
    session.saved = session.draft
    session.fault = notice
    sessions[key] = session
    return show(key)
  }

  private mutating func showExchange(
    id: String, _ definition: RequestDefinition, _ exchange: Exchange, of collection: String?
  ) -> [Effect] {
    let key = RequestKey.history(id)
    // Read late, it does not hide that it is being sent again.
    if let open = sessions[key], case .sending = open.response.phase { return show(key) + setFocus(.response) }
    let summary = (history.entries + history.found).first { $0.id == id }
    var definition = definition.withQueryInStep
    // The history records the request's path; the screen shows the name.
    if let name = summary.flatMap({ savedRequest(of: $0)?.name }) { definition.name = name }
    // Its login, variables and consents are those of the collection that it was sent from.
    let known = workspace.collections.contains { $0.path == collection } ? collection : nil
    var session = RequestSession(
      key: key, id: summary?.requestID, collection: known ?? currentCollection, saved: definition, draft: definition)
    let effects: [Effect] = session.response.finish(with: exchange, key: key).map { .document($0) }
    sessions[key] = session
    return show(key) + effects + setFocus(.response) + respond(.shown, of: key)
  }

  private mutating func filesChanged(
    _ tree: WorkspaceTree, select: TreeRow.ID?, undo undoable: FileUndo?, said: String,
    _ opening: Opening
  ) -> [Effect] {
    workspace = tree
    if let undoable { apply(UndoFeature.Action.recorded(.files(undoable))) }
    forgetVanishedSessions()
    for (key, session) in sessions where key.path != nil {
      sessions[key]?.id = key.path.flatMap { tree.request(at: $0)?.id } ?? session.id
    }
    if let select { showInTree(select) } else { rebuildTree() }
    var effects = said.isEmpty ? [] : say(.information, said)
    if case .collection(let path) = select {
      self.tree.expanded.insert(path)
      rebuildTree()
      effects.append(.environment(.load(collection: path)))
      effects += saveWaiting(in: path)
    }
    if opening != .none, case .request(let path) = select, let node = tree.request(at: path) {
      if opening == .quietly { openedQuietly = .file(path) }
      effects += open(node)
    }
    return effects
  }

  /// Closes requests whose files are gone, except drafts.
  private mutating func forgetVanishedSessions() {
    for (key, session) in sessions {
      guard let path = key.path, !workspace.lists(path), !session.isDraft else { continue }
      sessions[key] = nil
      if current == key { current = nil }
    }
  }
}
