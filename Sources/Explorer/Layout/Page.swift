/// A place that covers the whole window instead of the three panes.
package enum Page: Hashable, Sendable {
  /// The run of a folder.
  case run
  case history
  /// The cookies that are kept for a collection and environment.
  case cookies

  var context: Context {
    switch self {
    case .run: .run
    case .history: .history
    case .cookies: .cookies
    }
  }

  /// The last part of the path in the top line.
  var title: String {
    switch self {
    case .run: "Run"
    case .history: "History"
    case .cookies: "Cookies"
    }
  }
}
