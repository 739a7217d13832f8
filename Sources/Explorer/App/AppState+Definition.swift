import Workspaces

/// Where the user was before going to the definition of a variable.
struct TrailPlace: Equatable, Sendable {
  var key: RequestKey
  var tab: RequestTab
  var isOnURL: Bool
  var cursor: ListCursor
  var column: Int
}

/// The variable that the user goes to in settings that are being read.
struct SoughtVariable: Equatable, Sendable {
  var folder: String
  var name: String
}

/// Going to where a variable is defined, and back.
extension AppState {
  private static let longestTrail = 50

  mutating func leaveTrace() {
    guard let session else { return }
    let editor = session.editor
    let place = TrailPlace(
      key: session.key, tab: editor.tab, isOnURL: editor.isOnURL, cursor: editor.cursor, column: editor.column)
    if trail.last != place { trail.append(place) }
    trail.removeFirst(max(0, trail.count - Self.longestTrail))
  }

  /// Shows the place left last; a request that is gone or was closed is passed over.
  mutating func returnFromDefinition() -> [Effect] {
    while let place = trail.popLast() {
      let key = followers[place.key] ?? place.key
      guard sessions[key] != nil else { continue }
      page = nil
      let effects = leaveEditing() + show(key)
      sessions[key]?.editor.tab = place.tab
      sessions[key]?.editor.isOnURL = place.isOnURL
      sessions[key]?.editor.cursor = place.cursor
      sessions[key]?.editor.column = place.column
      return effects + setFocus(.request)
    }
    return say(.information, "The request that you came from is closed")
  }

  /// Once the settings are shown, the cursor goes to the variable.
  mutating func goToSoughtVariable(in key: RequestKey) -> [Effect] {
    guard let sought = soughtVariable else { return [] }
    soughtVariable = nil
    guard let session = sessions[key], session.sharedFolder == sought.folder,
      let row = session.draft.variables.firstIndex(where: { $0.name == sought.name && $0.isEnabled })
    else { return [] }
    return request(.variableSought(row: row), of: key)
  }

  /// The open requests are known; for others the files are searched.
  mutating func openCapture(of name: String) -> [Effect] {
    let having = sessions.values.filter { other in
      other.collection == session?.collection && other.draft.captures.contains { $0.variable == name }
    }
    let key = (having.first { $0.key == current } ?? having.min { "\($0.key)" < "\($1.key)" })?.key
    leaveTrace()
    guard let key else {
      return leaveEditing() + apply(FindFeature.Action.requested) + apply(FindFeature.Action.pasted(name))
    }
    return leaveEditing() + show(key) + request(.tabChosen(.tests), of: key)
  }
}
