/// How a change of files is taken back; only the service that made it knows what the token means.
public struct FileUndo: Hashable, Sendable {
  public var token: String
  /// `Deleted Get user`.
  public var label: String

  public init(token: String, label: String) {
    self.token = token
    self.label = label
  }
}
