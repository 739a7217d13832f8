import Workspaces

extension AppState {
  mutating func apply(_ action: FolderSettingsFeature.Action) -> [Effect] {
    let given = FolderSettingsFeature.Surroundings(
      folder: folderMeant, open: { [sessions] in sessions.key(ofSettings: $0) })
    return FolderSettingsFeature.reduce(action, in: given).flatMap { carryOut($0) }
  }

  var folderSettingsSituation: FolderSettingsCommands.Situation {
    FolderSettingsCommands.Situation(isInTree: focus == .tree)
  }

  mutating func openSettings(of folder: String) -> [Effect] {
    apply(FolderSettingsFeature.Action.wanted(folder: folder))
  }

  private mutating func carryOut(_ outcome: FolderSettingsFeature.Outcome) -> [Effect] {
    switch outcome {
    case .said(let kind, let text): say(kind, text)
    case .show(let key): show(key)
    case .load(let folder): [.files(.loadSettings(folder: folder))]
    }
  }

  /// The folder under the cursor of the tree, else that of the open request; of a request, the folder around it.
  var folderMeant: String? {
    switch focus == .tree ? tree.selected?.id : nil {
    case .collection(let path), .folder(let path): path
    case .request(let path): workspace.folder(around: path)
    default: current?.path.flatMap { workspace.folder(around: $0) } ?? currentCollection
    }
  }

  /// What the tree draws for a folder or a collection whose settings are open.
  func openSettings(in folder: String) -> TreeRow.OpenRequest? {
    sessions.key(ofSettings: folder, orUnreadable: true).flatMap { openRequest($0) }
  }
}

extension [RequestKey: RequestSession] {
  /// The settings of a folder or a collection that are open; those that could not be read are read again.
  fileprivate func key(ofSettings folder: String, orUnreadable: Bool = false) -> RequestKey? {
    first { $0.value.sharedFolder == folder && (orUnreadable || $0.value.fault == nil) }?.key
  }
}
