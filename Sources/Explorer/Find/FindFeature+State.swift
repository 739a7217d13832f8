import Terminal
import Workspaces

extension FindFeature {
  /// What is looked for in the text of every file, and what was found so far.
  public struct State: Equatable, Sendable {
    var field = TextField()
    var hits: [SearchHit] = []
    var cursor = ListCursor()
    /// Which search the hits are of.
    var serial = 0
    var isRunning = false

    var current: SearchHit? { hits.indices.contains(cursor.row) ? hits[cursor.row] : nil }
  }
}

/// What the state asks of the search, which goes on beside everything else.
public enum FindEffect: Equatable, Sendable {
  /// Looks for a text in every file of the tree; one that is still running ends.
  case begin(String, WorkspaceTree, serial: Int, limit: Int)
  case stop
}
