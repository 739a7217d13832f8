import Workspaces

extension AppState {
  /// Opens a request at a search hit and selects it in the tree.
  mutating func open(_ node: RequestNode, at text: String) -> [Effect] {
    showInTree(.request(node.path))
    sought = Sought(key: .file(node.path), text: text)
    return open(node)
  }

  /// Moves the cursor to the field that contains the hit.
  mutating func goToSought(_ key: RequestKey) -> [Effect] {
    guard let sought, sought.key == key, let draft = sessions[key]?.draft else { return [] }
    self.sought = nil
    let needle = sought.text.lowercased()
    func has(_ texts: String...) -> Bool { texts.contains { $0.lowercased().contains(needle) } }
    if has(draft.url, draft.method) { return focus(on: .url) }
    if let row = draft.params.firstIndex(where: { has($0.row.name, $0.row.value, $0.row.note) }) {
      return focus(on: .param(row))
    }
    if let row = draft.headers.firstIndex(where: { has($0.name, $0.value, $0.note) }) { return focus(on: .header(row)) }
    if let text = draft.text(in: .body) ?? draft.text(in: .query), has(text) { return focus(on: .body) }
    if draft.authentication.fields.contains(where: { has($0.value) }) { return focus(on: .auth) }
    if has(draft.docs) { return choose(.docs) }
    if draft.variables.contains(where: { has($0.name, $0.value) }) { return choose(.variables) }
    if draft.assertions.contains(where: { has($0.expression, $0.value) }) { return choose(.tests) }
    return []
  }
}

/// The text that a request is being opened for.
struct Sought: Equatable, Sendable {
  var key: RequestKey
  var text: String
}
