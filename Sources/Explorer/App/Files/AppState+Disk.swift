import Workspaces

extension AppState {
  /// Another program changed what requests inherit or resolve.
  mutating func surroundingsChanged(environments: Bool) -> [Effect] {
    var effects = current.map { refreshVariables(of: $0) } ?? []
    if let session, session.fault != nil, let folder = session.sharedFolder {
      // It may have been mended.
      openedQuietly = session.key
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
    for (key, session) in sessions {
      guard let path = key.path else { continue }
      let node = tree.request(at: path)
      let isGone = !tree.lists(path)
      sessions[key]?.id = node?.id ?? session.id
      effects += faultNow(node, key, session)
      guard session.isGone != isGone else { continue }
      sessions[key]?.isGone = isGone
      effects += isGone ? vanished(key, session) : cameBack(key, session)
    }
    // Also applies if the whole folder was gone for a while.
    if isFirst { return effects + treeArrived() }
    rebuildTree()
    if let notice = tree.notices.first(where: { !known.contains($0) }) { effects += say(.warning, "\(notice)") }
    return effects
  }

  /// Adopts what is wrong with a file that could not be read: it may be mended, or broken in another way.
  private mutating func faultNow(_ node: RequestNode?, _ key: RequestKey, _ session: RequestSession) -> [Effect] {
    guard let node, session.fault != nil, session.fault != node.fault else { return [] }
    if let fault = node.fault {
      sessions[key]?.fault = fault
      return []
    }
    guard key == current else {
      // It is read when it is opened again.
      sessions[key] = nil
      return []
    }
    openedQuietly = key
    return [.files(.loadRequest(key))] + say(.information, "\(node.name) can be read again")
  }

  /// Handles the removal of an open request's file by another program: a draft stays and can be saved again.
  private mutating func vanished(_ key: RequestKey, _ session: RequestSession) -> [Effect] {
    let name = session.draft.shownName
    guard session.isDraft, session.fault == nil else {
      sessions[key] = nil
      guard current == key else { return [] }
      current = nil
      return say(.warning, "\(name) is closed: another program removed its file")
    }
    return say(.warning, "Another program removed the file of \(name): \(key: "save") creates it again from your draft")
  }

  /// Replaces the warning, which would still be shown.
  private mutating func cameBack(_ key: RequestKey, _ session: RequestSession) -> [Effect] {
    key == current ? say(.information, "The file of \(session.draft.shownName) is there again") : []
  }
}
