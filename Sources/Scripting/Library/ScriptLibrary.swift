/// The JavaScript that scripts see: one topic a file, in the order in which it is put together.
enum ScriptLibrary {
  /// The topics that every script has. They share one function scope, so each may use the names of those before it.
  static let topics: [String] = [
    kernel, loop, clock, jsonText, consoleParts, console, tests, lists, variables, addresses, requests, responses,
    cookies, sending, require, chaiParts, postman, legacy, interfaces, otherInterfaces, warmUp,
  ]

  /// Values as text.
  private static let consoleParts = part(
    "consoleParts", ["console", "inspect", "format"], [consoleValues],
    giving: "{ inspect: inspectValue, format: formatted }")

  /// Chai. Most scripts before a request use none of it, and few scripts its functions of `assert`.
  private static let chaiParts = part(
    "chaiParts", ["expect", "assert", "chai", ".to."],
    [
      inspection, equality, assertions, expectations, propertyExpectations, behaviorExpectations,
      part("assertParts", ["assert", "chai"], [assertFunctions], giving: "{ assert, chai }"),
      responseAssertions,
    ],
    giving: """
      {
        expect, inspect, deepEqual, AssertionError,
        get assert() { return assertParts().assert; }, get chai() { return assertParts().chai; }
      }
      """)

  /// The interfaces of programs other than Postman.
  private static let interfaces = part(
    "interfaces", ["bru.", "insomnia.", "client.", "axios", "fetch"],
    [bruno, brunoCalls, brunoRequest, brunoResponse, axios, fetch, insomnia, httpClient],
    giving: """
      {
        bru: makeBruno(), req: brunoRequest, get res() { return makeResponse(); }, insomnia: makeInsomnia(),
        client: makeClient(), get request() { return clientRequest(); }, get response() { return clientResponse(); },
        get process() { return { env: processVariables, cwd: this.bru.cwd, platform: "apus", version: "", argv: [] }; },
        axios, fetch, Headers, collectionClasses
      }
      """)

  /// Topics with a scope of their own, which are evaluated only where a script needs them.
  private static func part(_ name: String, _ words: [String], _ topics: [String], giving value: String) -> String {
    "const \(name) = part(\(words), () => {\n" + topics.joined(separator: "\n") + "\nreturn \(value);\n});"
  }

  /// The text of a function from the native functions to `start`, `receive`, `finish`, `rejected` and
  /// `warmUp`.
  ///
  /// `rejected(promise, reason)` is for the engine's callback of promises that were rejected and that nobody handled.
  static let text =
    // Scripts under Postman's rules do not see `globalThis`, which the topics use.
    "((globalThis) => function (host) { \"use strict\";\n" + topics.joined(separator: "\n")
    + "\nreturn { start, receive, finish, rejected, warmUp };\n})(globalThis)"
}
