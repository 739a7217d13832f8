/// Which request is meant, for as long as the program runs: a file, or one that has no file yet.
public enum RequestKey: Hashable, Sendable {
  /// Absolute path of the request's file.
  case file(String)
  /// A request that was never saved, numbered.
  case scratch(Int)
  /// An exchange opened from the history, by its id.
  case history(String)

  public var path: String? {
    if case .file(let path) = self { return path }
    return nil
  }
}
