import Workspaces

extension AppState {
  /// Follows a file or folder to its new path: open requests, undo steps, expanded branches and history.
  mutating func moved(from old: String, to new: String) -> [Effect] {
    func followed(_ path: String) -> String? {
      path == old || path.hasPrefix(old + "/") ? new + path.dropFirst(old.count) : nil
    }
    // Undo steps of closed requests move too: undoing one opens the request again.
    for key in undo.keys.union(sessions.keys) {
      if let path = key.path.flatMap(followed) { apply(UndoFeature.Action.moved(key, to: .file(path))) }
    }
    var drafts: [Effect] = []
    for (key, session) in sessions {
      guard let place = key.path.flatMap(followed).map(RequestKey.file) else { continue }
      if session.isDraft { drafts += [.files(.journal(key, nil)), .files(.journal(place, session.draft))] }
      var session = session
      session.key = place
      sessions[key] = nil
      sessions[place] = session
      followers[key] = place
      if current == key { current = place }
    }
    tree.expanded = Set(tree.expanded.map { followed($0) ?? $0 })
    let roots = workspace.collections.map(\.path)
    let rename = HistoryRename(
      from: old, to: new, isFolder: workspace.hasFolder(old), collections: roots, workspace: workspace.historyBase)
    return drafts + (rename.map { follow($0) } ?? [])
  }

  /// Moves everything remembered under the old name of a request to the new one.
  private mutating func follow(_ rename: HistoryRename) -> [Effect] {
    let kept = apply(.history(.renamed(rename)))
    for (key, session) in sessions {
      guard let id = session.id, let name = rename.renamed(HistoryName(id, in: collectionName(of: session))) else {
        continue
      }
      sessions[key]?.id = name.request
      if let collection = name.collection { sessions[key]?.collection = "\(workspace.historyBase)/\(collection)" }
    }
    let before = ignored
    for (key, patterns) in before {
      guard let name = rename.renamed(HistoryName(key)) else { continue }
      ignored[key] = nil
      ignored[name.request] = patterns
    }
    return kept + (ignored == before ? [] : [.system(.remember(preferences))])
  }

  /// The open request for a key, also if its file has moved since.
  func follower(_ key: RequestKey) -> RequestKey {
    var place = key
    var steps = followers.count
    while sessions[place] == nil, steps > 0, let next = followers[place] { (place, steps) = (next, steps - 1) }
    return place
  }

  /// The collection's name in the history.
  func collectionName(of session: RequestSession) -> String? {
    guard let root = session.collection, root.hasPrefix(workspace.historyBase + "/") else { return nil }
    return String(root.dropFirst(workspace.historyBase.count + 1))
  }
}

extension WorkspaceTree {
  /// Whether the tree has a folder at this path.
  fileprivate func hasFolder(_ path: String) -> Bool {
    func has(_ items: [TreeItem]) -> Bool {
      items.contains { item in
        guard case .folder(let folder) = item else { return false }
        return folder.path == path || path.hasPrefix(folder.path + "/") && has(folder.items)
      }
    }
    return collections.contains { has($0.items) }
  }
}
