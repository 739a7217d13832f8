package import Basics

/// The rules by which the scripts of a collection run.
package enum ScriptRules: String, Hashable, Sendable {
  case postman
  case bruno
}

/// A script with its place in the files.
package struct PlacedScript: Hashable, Sendable {
  /// `before-request`, `after-response` or `tests`.
  package var phase: String
  package var code: String
  /// The path of the file in the collection, such as `users/folder.yml`.
  package var file: String
  /// The line of the file where the code begins, from 1.
  package var line: Int
  /// The number of columns by which the lines of the code are indented in the file.
  package var indent: Int

  package init(phase: String, code: String, file: String, line: Int = 1, indent: Int = 0) {
    self.phase = phase
    self.code = code
    self.file = file
    self.line = line
    self.indent = indent
  }
}

/// The input of the scripts of one phase: they see nothing else.
package struct ScriptJob: Sendable {
  package var rules: ScriptRules
  /// In the order in which they run.
  package var scripts: [PlacedScript]
  /// The request with its templates, in the form that `RequestForm` writes.
  package var request: JSONValue
  /// The response without its body; `nil` before the request, and after a failed transfer.
  package var response: JSONValue?
  /// The decoded body of the response.
  package var body: [UInt8]
  /// The size of a body that is too large to be given; reading it fails.
  package var withheldBody: Int?
  /// The variables: an object of name and value for each `ScriptScope`.
  package var scopes: [ScriptScope: [(name: String, value: JSONValue)]]
  /// The names of variables whose values are missing above: scripts ask for them.
  package var secrets: [ScriptScope: [String]]
  /// Everything else that scripts read: names of request, collection and environment, iteration, folders, limits.
  package var info: JSONValue
  /// The seed of `Math.random` and the dynamic variables.
  package var seed: UInt64
  /// The undeclared names that earlier scripts of the run left, as JSON.
  package var names: JSONValue
  /// The limit on running time, without waits; `nil` for the default.
  package var timeout: Duration?
  /// Of a replay: the questions and timers in the order in which they were answered; waits then take no time.
  package var order: [UInt64]?

  package init(rules: ScriptRules, scripts: [PlacedScript], request: JSONValue) {
    self.rules = rules
    self.scripts = scripts
    self.request = request
    body = []
    scopes = [:]
    secrets = [:]
    info = .object([])
    seed = 0
    names = .object([])
  }
}

/// The scopes of variables that scripts distinguish.
package enum ScriptScope: String, CaseIterable, Hashable, Sendable {
  case globals
  case collection
  case environment
  case folder
  case request
  case runtime
  /// Variables of one send, or of a run until it ends (`pm.variables.set`).
  case local
  /// The row of the data file.
  case data

  package static let inFiles: [ScriptScope] = [.environment, .collection, .globals]
}
