import Terminal
package import Workspaces

extension FindFeature {
  /// A search through the text of all files, and its hits so far.
  package struct State: Equatable, Sendable {
    var field = TextField()
    var hits: [SearchHit] = []
    var cursor = ListCursor()
    /// The search that the hits belong to.
    var serial = 0
    var isRunning = false

    var current: SearchHit? { hits.indices.contains(cursor.row) ? hits[cursor.row] : nil }
  }
}

/// Search work that the state requests; it runs in the background.
package enum FindEffect: Equatable, Sendable {
  /// Searches every file of the tree for a text; ends a search already running.
  case begin(String, WorkspaceTree, serial: Int, limit: Int)
  case stop
}
