import Workspaces

extension AppState {
  /// Loads everything that the first frame does not need.
  mutating func started() -> [Effect] {
    let later: [Effect] =
      [.files(.loadHistory(HistoryRequest())), .files(.prune(retentionInForce))]
    let loading = [Effect.files(.loadTree(path: workspace.path))]
    // Nothing has to be read for the start page.
    if isWithoutCollection { return loading + later + beginEmpty() }
    if workspace.collections.isEmpty { return loading + later }
    return treeArrived() + later
  }

  /// Root of the current collection: that of the open request, else of the selected row, else the first.
  var currentCollection: String? {
    if let collection = session?.collection { return collection }
    let path: String? =
      switch tree.selected?.id {
      case .collection(let path), .folder(let path), .request(let path): path
      default: nil
      }
    let match = path.flatMap { path in
      workspace.collections.first { path == $0.path || path.hasPrefix($0.path + "/") }
    }
    return (match ?? workspace.collections.first)?.path
  }

  /// Reads the environments of the current collection if they are those of another one.
  mutating func followCollection() -> [Effect] {
    environment.collection == nil || environment.collection == currentCollection ? [] : loadEnvironments()
  }

  mutating func loadEnvironments() -> [Effect] {
    guard let collection = currentCollection else { return [] }
    environment.enter(collection)
    return [.environment(.load(collection: collection))]
  }

  /// Shows an open request.
  mutating func show(_ key: RequestKey) -> [Effect] {
    guard sessions[key] != nil else { return [] }
    let kept = current == key ? [] : leaveEditing()
    let left = current
    current = key
    forgetBlankScratch(left)
    var effects = kept + refreshVariables(of: key)
    if openedQuietly == key { openedQuietly = nil } else { effects += setFocus(.request) }
    effects += followCollection()
    return effects + fulfilWish(for: key) + goToSoughtVariable(in: key)
  }

  /// Reloads the variables after an edit or a change of environment.
  func refreshVariables(of key: RequestKey, _ draft: RequestDefinition? = nil) -> [Effect] {
    guard let session = sessions[key] else { return [] }
    return [.files(.loadVariables(key, draft ?? session.draft, terms(of: session)))]
  }
}
