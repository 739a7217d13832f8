import Terminal
import Workspaces

/// What the choices of a failure's page lead to.
extension AppState {
  /// The loop says after each frame that it is on the screen: the letters of its page act from now on.
  mutating func failureDrawn() {
    guard overlay == nil, let session else { return }
    let shown = session.response.shownChoices(given: responseSurroundings(of: session))
    if session.response.offered != shown { sessions[session.key]?.response.offered = shown }
  }

  /// Opens the field that a send was refused for, to be typed in.
  mutating func edit(_ field: Refusal.Field) -> [Effect] {
    switch field {
    case .url: editURL()
    case .method: inRequest { $0.showMethods() }
    case .param, .header, .bodyRow:
      focus(on: field) + secondColumn() + enterRequest()
    case .auth, .body, .other: focus(on: field)
    }
  }

  private mutating func secondColumn() -> [Effect] {
    withEditor { $0.column = 1 }
    return []
  }

  /// The field of a setting, opened to be typed in where it is a text.
  mutating func editSetting(_ key: String) -> [Effect] {
    var effects = setFocus(.request) + choose(.options)
    guard let lines = session?.fieldLines, let row = lines.firstIndex(where: { $0.id == key }) else { return effects }
    withEditor { $0.cursor.row = row }
    if lines[row].isEditable { effects += beginEditing(.field(key)) }
    return effects
  }

  /// A new variable of the request, where no environment is chosen that could have it.
  mutating func defineInRequest(_ name: String) -> [Effect] {
    if let refused = refuseEdit() { return refused }
    guard let current else { return [] }
    var effects = setFocus(.request) + choose(.variables)
    let group = nextSerial()
    effects += edit(current, joining: group) { $0.variables.append(Row(name, "")) }
    let row = max(0, (session?.draft.variables.count ?? 1) - 1)
    return effects + beginEditing(.cell(row: row, column: 1), group: group)
  }
}
