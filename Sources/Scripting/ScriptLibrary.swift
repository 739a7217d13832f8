/// The JavaScript that scripts see: one topic a file, in the order in which it is put together.
enum ScriptLibrary {
  /// What every script has. The topics share one function scope, so that one may use the names of those before it.
  static let topics: [String] = []
}
