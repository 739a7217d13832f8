import Workspaces

extension AppState {
  /// The current collection if it is in the older `.bru` format, which can be displayed and sent but not edited.
  var olderCollection: CollectionNode? {
    guard let path = currentCollection, let collection = workspace.collections.first(where: { $0.path == path }),
      collection.requests.first?.node.path.hasSuffix(".bru") == true
    else { return nil }
    return collection
  }

  mutating func convertRequested() -> [Effect] {
    guard let collection = olderCollection else { return [] }
    let question = Question.confirm(
      "Convert",
      "Convert \(collection.name) to the OpenCollection format, in a new folder? The old one stays unchanged",
      yes: .files(.convertConfirmed(collection: collection.path)))
    return apply(.overlay(.show(.question(question))))
  }
}
