import Workspaces

extension [ImportedCollection.Item] {
  /// Appends comments to the documentation of the last request.
  mutating func document(_ comments: [String]) {
    guard !comments.isEmpty, case .request(var request, let options)? = last else { return }
    request.document(comments)
    self[count - 1] = .request(request, options: options)
  }
}

extension RequestDefinition {
  /// Appends lines to the documentation.
  mutating func document(_ lines: [String]) {
    docs = ((docs.isEmpty ? [] : [docs]) + lines).joined(separator: "\n")
  }
}
