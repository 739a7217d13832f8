/// The JavaScript that scripts see: one topic a file, in the order in which it is put together.
enum ScriptLibrary {
  /// What every script has. The topics share one function scope, so that one may use the names of those before it.
  static let topics: [String] = []

  /// The large modules by name. Each is the text of a function from the library to the exports, evaluated at first use.
  static let modules: [String: String] = [:]

  /// The text of a function from the native functions to `start`, `receive`, `finish` and `rejected`.
  static let text =
    "(function (host) { \"use strict\";\n\(topics.joined(separator: "\n"))\n"
    + "return { start, receive, finish, rejected }; })"
}
