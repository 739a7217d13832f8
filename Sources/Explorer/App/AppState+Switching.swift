import Workspaces

/// Another workspace instead of this one, or another folder beside it: Apus starts again with what is open then.
extension AppState {
  mutating func apply(_ action: SwitchAction) -> [Effect] {
    switch action {
    case .requested, .besideRequested:
      opensBeside = action == .besideRequested
      return [.system(.readRecentWorkspaces)]
    case .recentRead(let workspaces): return offer(workspaces)
    case .startRead(let workspaces, let demo):
      start = StartPage(recent: workspaces.filter { $0.path != workspace.path }, demo: demo)
      return []
    case .startCounted(let path, let requests):
      if let index = start?.recent.firstIndex(where: { $0.path == path }) { start?.recent[index].requests = requests }
      return []
    case .chosen(let paths, let isBeside):
      return [.system(.findWorkspaces(paths: (isBeside ? workspace.openFolders : []) + paths))]
    case .found(nil): return say(.information, "This workspace is already open")
    case .found(let paths?): return quitRequested(for: paths)
    case .closeRequested: return closeFolder()
    }
  }

  private mutating func offer(_ workspaces: [RecentWorkspace]) -> [Effect] {
    // Something else may have been opened while they were read.
    guard overlay == nil, !isEditingText else { return [] }
    let open = workspace.openFolders
    let others = workspaces.filter { one in
      opensBeside ? one.beside.isEmpty && !open.contains(one.path) : one.paths != open
    }
    return apply(.overlay(.show(.picker(.recent(others, from: startFolder, isBeside: opensBeside)))))
  }

  /// The folder of the current collection is left; drafts in it are there when it is opened again.
  private mutating func closeFolder() -> [Effect] {
    let open = workspace.openFolders
    guard open.count > 1 else {
      return say(.information, "Only this is open: \(key: "quit") quits, \(key: "openWorkspace") opens another")
    }
    let left = workspace.folder(of: currentCollection ?? workspace.path)
    return quitRequested(for: open.filter { $0 != left })
  }
}
