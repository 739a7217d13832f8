/// Undoes a change of files; only the service that made the change understands the token.
package struct FileUndo: Hashable, Sendable {
  package var token: String
  /// For example `Deleted Get user`.
  package var label: String

  package init(token: String, label: String) {
    self.token = token
    self.label = label
  }
}
