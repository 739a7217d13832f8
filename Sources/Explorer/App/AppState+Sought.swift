import Workspaces

extension AppState {
  /// Opens a request at a search hit and selects it in the tree.
  mutating func open(_ node: RequestNode, at text: String) -> [Effect] {
    showInTree(.request(node.path))
    return open(node, to: .find(text))
  }
}
