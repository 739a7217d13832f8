import Workspaces

/// Another workspace instead of this one.
extension AppState {
  mutating func apply(_ action: SwitchAction) -> [Effect] {
    switch action {
    case .requested: return [.system(.readRecentWorkspaces)]
    case .recentRead(let workspaces):
      // Something else may have been opened while they were read.
      guard overlay == nil, !isEditingText else { return [] }
      let others = workspaces.filter { $0.path != workspace.path }
      return apply(.overlay(.show(.picker(.recent(others, from: startFolder)))))
    case .startRead(let workspaces, let demo):
      start = StartPage(recent: workspaces.filter { $0.path != workspace.path }, demo: demo)
      return []
    case .startCounted(let path, let requests):
      if let index = start?.recent.firstIndex(where: { $0.path == path }) { start?.recent[index].requests = requests }
      return []
    case .chosen(let path): return [.system(.findWorkspace(path: path))]
    case .found(nil): return say(.information, "This workspace is already open")
    case .found(let path?): return quitRequested(for: path)
    }
  }
}
