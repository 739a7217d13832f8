import HTTPModel
import Workspaces

extension AppState {
  mutating func apply(_ action: FileAction) -> [Effect] {
    if action.endsCreating { sessions.isCreating = false }
    switch action {
    case .treeLoaded(let tree): return treeLoaded(tree)
    case .treeGrew(let part): return treeGrew(part)
    case .requestLoaded(let key, let definition, let id, let collection):
      return requestLoaded(key, definition, id: id, of: collection)
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
      if case .read(let text) = program.codings { sessions[key]?.surroundings?.codings = text }
      return foreseeAnswers(of: key)
    case .draftsKept(let problem): return draftsKept(problem)
    case .exchangeLoaded(let id, let definition, let exchange, let collection, let assertions, let scripts):
      let kept = KeptAnswer(exchange: exchange, assertions: assertions, environment: nil, scripts: scripts)
      return showExchange(id: id, definition, kept, of: collection)
    case .exchangeUnreadable(let id, let kind, let text): return exchangeUnreadable(id: id, kind, text)
    case .savedAs(let key, let path, let definition):
      boxes.keptTexts.settle(failed: false)
      return savedAs(key, path: path, definition)
    case .importRequested(let path):
      // If the import fails, `I` restores the path.
      boxes.keptTexts.answer(path, of: .prompt(.files(.importSource)))
      return importSource(.path(path))
    case .nameRequested(let key): return askForName(of: key)
    case .answered(let question, let text): return answered(question, text)
    case .placeChosen(.destination(let path), let folder): return [.files(.change(.move(path: path, folder: folder)))]
    case .placeChosen(.place(let key, let former), let folder): return placeChosen(folder, for: key, insteadOf: former)
    case .treeRefreshed(let tree): return treeRefreshed(tree)
    case .surroundingsChanged(let environments): return surroundingsChanged(environments: environments)
    case .changed(let tree, let select, let undoable, let said, let opening):
      boxes.keptTexts.settle(failed: false)
      return filesChanged(tree, select: select, undo: undoable, said: said, opening)
    case .pathFound(let key, let path, let found):
      return apply(.pathFound(key, path, found), to: \.scratch)
    case .pathCompleted(let completion): return completePath(completion)
    case .failed(let text): return failed(text)
    case .undoFailed(let step, let text):
      return apply(.refused(step, text), to: \.undo)
    case .perform(let change):
      boxes.keptTexts.answerAgain()
      return [.files(.change(change))]
    case .changeNeedsConsent(let change, let what):
      boxes.keptTexts.settle(failed: true)
      let question = Question.confirm("Before saving", "\(what). Do it anyway?", yes: .files(.perform(change)))
      return showUnasked(question, orSay: "\(what). Not done: repeat it to confirm")
    case .convertNeedsConsent(let path, let consent, let what):
      let again = Action.effect(.files(.convert(collection: path, consent)))
      let question = Question.confirm("Convert", "\(what). Convert it anyway?", yes: again)
      return showUnasked(question, orSay: "\(what). Not converted: convert again to confirm")
    }
  }

  private mutating func requestLoaded(
    _ key: RequestKey, _ definition: RequestDefinition, id: String?, of collection: String?
  ) -> [Effect] {
    // Two opens read the file twice, and a draft of an earlier run may arrive first: what is open keeps its edits and
    // its answer.
    if let open = sessions[key], open.fault == nil { return sessions.awaited?.key == key ? show(key) : [] }
    let id = id ?? key.path.flatMap { workspace.request(at: $0)?.id }
    sessions[key] = RequestSession(key: key, id: id, collection: collection, saved: definition, draft: definition)
    return show(key)
  }

  private mutating func exchangeUnreadable(id: String, _ kind: Message.Kind, _ text: String) -> [Effect] {
    if let awaited = sessions.awaited, awaited.key == .history(id) {
      page = page ?? awaited.page
      sessions.awaited = nil
    }
    return say(kind, text)
  }

  /// Handles a failed file operation. The typed text is restored when its prompt opens again.
  private mutating func failed(_ text: String) -> [Effect] {
    let isImport = boxes.keptTexts.isAnswered(.prompt(.files(.importSource)))
    boxes.keptTexts.settle(failed: true)
    sessions.savedInNewCollection = nil
    // A mistyped path is corrected in the box, unless the user has gone on to something else.
    let reopened = isImport && !isOccupied ? apply(.overlay(.show(.prompt(.importSource)))) : []
    return reopened + say(.error, text)
  }

  private mutating func draftsKept(_ problem: String?) -> [Effect] {
    program.draftsAreKept = problem == nil
    guard let problem else { return say(.information, "Drafts are saved again") }
    return say(.warning, "Drafts cannot be saved, so a crash would lose changes: \(problem)")
  }

  /// Reports the unreadable parts of the workspace in one line.
  mutating func reportNotices() -> [Effect] {
    guard let first = workspace.notices.first else { return [] }
    let more = workspace.notices.count > 1 ? " (and \(workspace.notices.count - 1) more)" : ""
    return say(.warning, "\(first)\(more)")
  }

  private mutating func filesChanged(
    _ tree: WorkspaceTree, select: TreeRow.ID?, undo undoable: FileUndo?, said: String,
    _ opening: Opening
  ) -> [Effect] {
    workspace = tree
    if let undoable { _ = apply(.recorded(.files(undoable)), to: \.undo) }
    forgetVanishedSessions()
    for (key, session) in sessions.all where key.path != nil {
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
      if opening == .quietly { sessions.openedQuietly = .file(path) }
      effects += open(node, to: opening == .focused ? .editURL : .show)
    }
    return effects
  }

  /// Closes requests whose files are gone. A draft stays and can be saved again.
  private mutating func forgetVanishedSessions() {
    for (key, session) in sessions.all {
      guard let path = key.path else { continue }
      let isGone = !workspace.lists(path)
      if isGone, !session.isDraft { sessions.close(key) } else { sessions[key]?.isGone = isGone }
    }
  }
}

extension FileAction {
  /// True if a new request is there, or will not be.
  fileprivate var endsCreating: Bool {
    switch self {
    case .requestLoaded, .requestUnreadable, .failed, .changeNeedsConsent: true
    default: false
    }
  }
}

extension AppState {
  /// Handles a change by another program to values that requests inherit or resolve.
  mutating func surroundingsChanged(environments: Bool) -> [Effect] {
    var effects = current.map { refreshVariables(of: $0) } ?? []
    if let session, session.fault != nil, let folder = session.sharedFolder {
      // The file may have been fixed.
      sessions.openedQuietly = session.key
      effects.append(.files(.loadSettings(folder: folder)))
    }
    guard environments, let collection = currentCollection else { return effects }
    return effects + [.environment(.load(collection: collection))]
  }

  mutating func treeRefreshed(_ tree: WorkspaceTree) -> [Effect] {
    let isFirst = workspace.collections.isEmpty
    let known = Set(workspace.notices)
    workspace = tree
    var effects: [Effect] = []
    var gone: [RequestSession] = []
    for (key, session) in sessions.all {
      guard let path = key.path else { continue }
      let node = tree.request(at: path)
      let isGone = !tree.lists(path)
      sessions[key]?.id = node?.id ?? session.id
      effects += faultNow(node, key, session)
      guard session.isGone != isGone else { continue }
      sessions[key]?.isGone = isGone
      if isGone, session.isDraft, session.fault == nil {
        gone.append(session)
      } else if isGone {
        effects += vanished(key, session)
      } else if key == current {
        effects += say(.information, "The file of \(session.draft.shownName) is back")
      }
    }
    if !gone.isEmpty {
      let files = gone.count == 1 ? "file" : "files"
      effects += say(.warning, "Another program removed the \(files) of \(names(of: gone)): \(way(to: gone))")
    }
    // Also reached after the whole folder was missing for a while.
    if isFirst { return effects + treeArrived() }
    rebuildTree()
    if let notice = tree.notices.first(where: { !known.contains($0) }) { effects += say(.warning, "\(notice)") }
    return effects
  }

  /// Adopts the current problem of an unreadable file, which may be fixed or have a different fault.
  private mutating func faultNow(_ node: RequestNode?, _ key: RequestKey, _ session: RequestSession) -> [Effect] {
    guard let node, session.fault != nil, session.fault != node.fault else { return [] }
    if let fault = node.fault {
      sessions[key]?.fault = fault
      return []
    }
    guard key == current else {
      // Opening it reads it again.
      sessions[key] = nil
      return []
    }
    sessions.openedQuietly = key
    return [.files(.loadRequest(key))] + say(.information, "\(node.name) can be read again")
  }

  /// Closes a request without a draft whose file another program removed.
  private mutating func vanished(_ key: RequestKey, _ session: RequestSession) -> [Effect] {
    let isShown = current == key
    sessions.close(key)
    return isShown
      ? say(.warning, "\(session.draft.shownName) is closed: another program removed its file") : []
  }

  func names(of drafts: [RequestSession]) -> String { drafts.map(\.shownName).sorted().joined(separator: ", ") }

  /// The key that leads to drafts without a file, which the tree does not list.
  func way(to drafts: [RequestSession]) -> String {
    drafts.allSatisfy { $0.key == current }
      ? "\(key: "save") creates it again from your draft" : "\(key: "jump") lists your drafts"
  }
}

/// How much of the workspace has been read.
package enum TreeListing: Equatable, Sendable {
  case unread
  /// Unread, and the top level of the folder shows no collection. Reading all of it may take long.
  case unreadWithoutCollection
  case growing(TreeGrowth)
  case complete
}

/// The state of a tree that loads in parts.
package struct TreeGrowth: Equatable, Sendable {
  /// True if new collections are expanded, because the last run saved no expanded folders.
  var opensCollections: Bool
  /// The selected row after the last part, to detect whether the user has moved the cursor.
  var selected: TreeRow.ID?
}

extension AppState {
  /// True while the tree loads in parts.
  var isGrowing: Bool { if case .growing = listing { true } else { false } }

  mutating func treeLoaded(_ tree: WorkspaceTree) -> [Effect] {
    let (isFirst, wasListed) = (workspace.collections.isEmpty, isListed)
    if case .growing = listing {
      let effects = grow(to: tree)
      listing = .complete
      return effects + reportNotices() + beginEmpty()
    }
    listing = .complete
    workspace = tree
    if isFirst { return treeArrived() + reportNotices() + beginEmpty() }
    rebuildTree()
    return wasListed ? [] : beginEmpty()
  }

  /// If there is nothing to open, starts a scratch request to type or paste into.
  mutating func beginEmpty() -> [Effect] {
    guard current == nil, overlay == nil, workspace.notices.isEmpty, isWithoutRequests else { return [] }
    return beginScratch() + [.system(.readStartPage)]
  }

  /// Shows a part of the tree, whose requests can be opened while the rest is loading.
  mutating func treeGrew(_ part: WorkspaceTree) -> [Effect] {
    // A late part may arrive after the complete tree. A glance before the first frame may already have shown more than
    // the first parts of the listing; without its row, the cursor would leave the open request.
    isListed || part.itemCount < workspace.itemCount ? [] : grow(to: part)
  }

  private mutating func grow(to part: WorkspaceTree) -> [Effect] {
    let known = Set(workspace.collections.map(\.path))
    var growth = TreeGrowth(opensCollections: tree.expanded.isEmpty, selected: tree.selected?.id)
    let isFirst: Bool
    if case .growing(let earlier) = listing { (growth, isFirst) = (earlier, false) } else { isFirst = true }
    let isUntouched = tree.selected?.id == growth.selected
    workspace = part
    if growth.opensCollections {
      tree.expanded.formUnion(part.collections.lazy.map(\.path).filter { !known.contains($0) })
    }
    rebuildTree()
    // Select the first row, as when everything loads at once, instead of the history, which was the only row before.
    if isFirst, isUntouched, tree.filter == nil, let first = tree.rows.first { tree.select(first.id) }
    var effects: [Effect] = []
    if isFirst { effects += loadEnvironments() }
    if isUntouched { effects += openRemembered() }
    growth.selected = tree.selected?.id
    listing = .growing(growth)
    return effects
  }

  /// Handles the first arrival of the tree: expands its collections and reopens the last request.
  mutating func treeArrived() -> [Effect] {
    let isUntouched = tree.selected?.id == .historyRoot && !tree.expanded.contains(TreeRow.historyPath)
    if tree.expanded.isEmpty { tree.expanded = Set(workspace.collections.map(\.path)) }
    rebuildTree()
    // The history was the only row and selected.
    if isUntouched, tree.filter == nil, let first = tree.rows.first { tree.select(first.id) }
    return loadEnvironments() + openRemembered()
  }

  /// Opens the request of the last run once it is listed, unless another one is open or being opened.
  private mutating func openRemembered() -> [Effect] {
    unfoldForDemo()
    guard let path = sessions.lastShown, current == nil || session?.isBlankScratch == true, opening == nil,
      let node = workspace.request(at: path)
    else { return [] }
    showInTree(.request(path))
    sessions.openedQuietly = .file(path)
    return open(node)
  }
}
