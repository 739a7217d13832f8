import Workspaces

/// A text in a foreign format, and what it cannot express.
public struct ExportedText: Hashable, Sendable {
  public var text: String
  public var notices: [Notice]
}
