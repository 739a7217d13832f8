/// A place that covers the whole window instead of the three panes.
package enum Page: Hashable, Sendable {
  /// The run of a folder.
  case run
  case history

  var context: Context {
    switch self {
    case .run: .run
    case .history: .history
    }
  }

  /// The last part of the path in the top line.
  var title: String {
    switch self {
    case .run: "Run"
    case .history: "History"
    }
  }
}
