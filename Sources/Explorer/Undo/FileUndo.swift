/// Undoes a change of files; only the service that made the change understands the token.
public struct FileUndo: Hashable, Sendable {
  public var token: String
  /// For example `Deleted Get user`.
  public var label: String

  public init(token: String, label: String) {
    self.token = token
    self.label = label
  }
}
