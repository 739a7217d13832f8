import Terminal
import Workspaces

/// The search through the text of every file: what is looked for, and what was found so far.
public struct FindPage: Equatable, Sendable {
  var field = TextField()
  var hits: [SearchHit] = []
  var cursor = ListCursor()
  /// Which search the hits are of.
  var serial = 0
  var isRunning = false
  /// More are not listed: whoever finds as many types on.
  static let limit = 2000

  var current: SearchHit? { hits.indices.contains(cursor.row) ? hits[cursor.row] : nil }
}

/// What comes of the search through the files.
public enum FindAction: Equatable, Sendable {
  /// Nothing was typed for a moment.
  case rested(serial: Int)
  case found(serial: Int, [SearchHit])
  case ended(serial: Int)
}

/// What the state asks of the search, which goes on beside everything else.
public enum FindEffect: Equatable, Sendable {
  /// Looks for a text in every file of the tree; one that is still running ends.
  case begin(String, WorkspaceTree, serial: Int, limit: Int)
  case stop
}
