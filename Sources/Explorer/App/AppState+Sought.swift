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
    guard let sought, sought.key == key else { return [] }
    self.sought = nil
    return request(.textSought(sought.text), of: key)
  }
}

/// The text that a request is being opened for.
struct Sought: Equatable, Sendable {
  var key: RequestKey
  var text: String
}
