import Workspaces

extension AppState {
  /// What another program did to the files, as the watch tells it.
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
    // Also where the whole folder was away for a while.
    if isFirst { return effects + treeArrived() }
    rebuildTree()
    if let notice = tree.notices.first(where: { !known.contains($0) }) { effects += say(.warning, "\(notice)") }
    return effects
  }

  /// Another program removed the file of an open request: a draft stays and can be made a file again.
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

  /// The warning would still stand there.
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

  /// Called after every action: what came from the disk while a field was typed waits until that is done.
  mutating func takeOverFromDisk() -> [Effect] {
    guard let current, session?.onDisk != nil else { return [] }
    return takeOverFromDisk(current)
  }

  /// Brings a request and its file together: the three versions are what both began with, the draft, and the disk.
  /// What Apus itself changed is said by what changed it.
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

  /// Takes the disk's version for what the draft began with, also in the steps of undo, so that none of them brings
  /// back what the other program had changed.
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
