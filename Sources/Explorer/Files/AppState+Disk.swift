import Workspaces

extension AppState {
  /// Handles changes by other programs, as reported by the watch.
  mutating func applyFromDisk(_ action: FileAction) -> [Effect] {
    switch action {
    case .treeRefreshed(let tree): return treeRefreshed(tree)
    case .changedOnDisk(let key, let version): return changedOnDisk(key, version)
    case .refreshed(let key, let version): return changedOnDisk(key, version, isOurs: true)
    case .surroundingsChanged(let environments):
      let effects = current.map { refreshVariables(of: $0) } ?? []
      guard environments, let collection = currentCollection else { return effects }
      return effects + [.environment(.load(collection: collection))]
    default: return []
    }
  }

  private mutating func treeRefreshed(_ tree: WorkspaceTree) -> [Effect] {
    let isFirst = workspace.collections.isEmpty
    let known = Set(workspace.notices)
    workspace = tree
    var effects: [Effect] = []
    for (key, session) in sessions {
      guard let path = key.path else { continue }
      let node = tree.request(at: path)
      sessions[key]?.id = node?.id ?? session.id
      guard session.isGone != (node == nil) else { continue }
      sessions[key]?.isGone = node == nil
      effects += node == nil ? vanished(key, session) : cameBack(key, session)
    }
    // Also applies if the whole folder was gone for a while.
    if isFirst { return effects + treeArrived() }
    rebuildTree()
    if let notice = tree.notices.first(where: { !known.contains($0) }) { effects += say(.warning, "\(notice)") }
    return effects
  }

  /// Handles the removal of an open request's file by another program: a draft stays and can be saved again.
  private mutating func vanished(_ key: RequestKey, _ session: RequestSession) -> [Effect] {
    let name = session.draft.name
    guard session.isDraft, session.fault == nil else {
      sessions[key] = nil
      guard current == key else { return [] }
      current = nil
      return say(.warning, "\(name) is closed: another program removed its file")
    }
    return say(.warning, "Another program removed the file of \(name): ^S makes it again from your draft")
  }

  /// Replaces the warning, which would still be shown.
  private mutating func cameBack(_ key: RequestKey, _ session: RequestSession) -> [Effect] {
    key == current ? say(.information, "The file of \(session.draft.name) is there again") : []
  }

  private mutating func changedOnDisk(
    _ key: RequestKey, _ version: DiskVersion, isOurs: Bool = false
  ) -> [Effect] {
    guard sessions[key] != nil else { return [] }
    sessions[key]?.onDisk = version
    sessions[key]?.isConflicted = false
    sessions[key]?.isGone = false
    return takeOverFromDisk(key, isOurs: isOurs)
  }

  /// Called after every action: a disk version that arrived during editing waits until editing ends.
  mutating func takeOverFromDisk() -> [Effect] {
    guard let current, session?.onDisk != nil else { return [] }
    return takeOverFromDisk(current)
  }

  /// Merges a request with its file: base, draft and disk version. Changes made by Apus itself have already been
  /// reported.
  private mutating func takeOverFromDisk(_ key: RequestKey, isOurs: Bool = false) -> [Effect] {
    guard let session = sessions[key], let version = session.onDisk, !session.isConflicted,
      session.editor.editing == nil, session.saving == nil
    else { return [] }
    let theirs = version.definition
    if session.fault != nil {
      sessions[key]?.fault = nil
      return adopt(version, draft: theirs, of: key)
    }
    guard let base = session.saved, session.isDraft else {
      let said =
        key == current && !isOurs ? say(.information, "\(theirs.name) changed on disk: it is shown as it is now") : []
      return adopt(version, draft: theirs, of: key) + said
    }
    let merge = DefinitionMerge(base: base, mine: session.draft, theirs: theirs)
    guard merge.conflicts.isEmpty else {
      sessions[key]?.isConflicted = true
      return say(
        .warning,
        "\(session.draft.name): another program changed \(merge.conflicts[0].field), and so did you: ^S chooses")
    }
    let effects = adopt(version, draft: merge.merged, of: key)
    return isOurs
      ? effects : effects + say(.information, "\(theirs.name) changed on disk: its changes stand beside yours now")
  }

  /// Makes the disk version the new base of the draft and of its undo steps, so that undo does not revert the other
  /// program's changes.
  mutating func adopt(_ version: DiskVersion, draft: RequestDefinition, of key: RequestKey) -> [Effect] {
    guard let session = sessions[key] else { return [] }
    let theirs = version.definition
    if let base = session.saved { apply(UndoFeature.Action.rebased(key, from: base, onto: theirs)) }
    sessions[key]?.saved = theirs
    sessions[key]?.draft = draft
    sessions[key]?.onDisk = nil
    sessions[key]?.isConflicted = false
    return [.files(.adopt(key, version: version.number)), .files(.journal(key, draft == theirs ? nil : draft))]
      + (session.draft.variables == draft.variables ? [] : refreshVariables(of: key))
  }
}
