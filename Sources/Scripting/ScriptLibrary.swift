/// The JavaScript that scripts see: one topic a file, in the order in which it is put together.
enum ScriptLibrary {
  /// What every script has. The topics share one function scope, so that one may use the names of those before it.
  static let topics: [String] = [
    kernel, loop, clock,
    inspection, equality, assertions, expectations, propertyExpectations, behaviorExpectations, assertFunctions,
    jsonText, console, tests, lists, variables, addresses, requests, responses, cookies, sending, require,
    responseAssertions, postman, legacy,
    bruno, brunoRequest, brunoResponse, axios, fetch, insomnia, httpClient,
  ]

  /// The text of a function from the native functions to `start`, `receive`, `finish` and `rejected`.
  ///
  /// `rejected(promise, reason)` is for the engine's callback of promises that were rejected and that nobody handled.
  static let text =
    // Scripts under Postman's rules do not see `globalThis`, which the topics use.
    "((globalThis) => function (host) { \"use strict\";\n" + topics.joined(separator: "\n")
    + "\nreturn { start, receive, finish, rejected };\n})(globalThis)"
}
