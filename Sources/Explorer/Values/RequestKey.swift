/// Identifies a request while the program runs: a file, an unsaved request or a history entry.
package enum RequestKey: Hashable, Sendable {
  /// Absolute path of the request's file.
  case file(String)
  /// A request that was never saved, by number.
  case scratch(Int)
  /// An exchange opened from the history, by its identifier.
  case history(String)

  package var path: String? {
    if case .file(let path) = self { return path }
    return nil
  }

  var scratchNumber: Int? {
    if case .scratch(let number) = self { return number }
    return nil
  }
}
