package import Basics

/// The result of one test of a script.
package struct ScriptVerdict: Hashable, Sendable {
  package var name: String
  package var passed: Bool
  package var isSkipped = false
  /// The class of the error, such as `AssertionError`; `nil` if the test passed.
  package var error: String?
  package var message: String?
  package var place: ScriptPlace?

  package init(_ name: String, passed: Bool) {
    self.name = name
    self.passed = passed
  }
}

/// A place in the code of a script: its phase, file, line and column, from 1.
package struct ScriptPlace: Hashable, Sendable, CustomStringConvertible {
  package var phase: String
  package var file: String
  package var line: Int
  package var column: Int?
  /// The script around a place of the history, whose text may have changed since; `nil` for other places.
  package var recorded: RecordedScript?

  package init(phase: String, file: String, line: Int, column: Int? = nil) {
    self.phase = phase
    self.file = file
    self.line = line
    self.column = column
  }

  /// `before-request of users/folder.yml:12:5`.
  package var description: String { "\(phase) of \(file):\(line)" + (column.map { ":\($0)" } ?? "") }
}

/// A script as the history knows it.
package struct RecordedScript: Hashable, Sendable {
  /// See `PlacedScript.digest`.
  package var digest: String
  /// The line of the file where its code began.
  package var line: Int

  package init(digest: String, line: Int) {
    self.digest = digest
    self.line = line
  }
}

/// A line that a script wrote to its console.
package struct ConsoleLine: Hashable, Sendable {
  /// `log`, `info`, `warn`, `error` or `debug`.
  package var level: String
  package var text: String
  package var place: ScriptPlace?

  package init(level: String, text: String, place: ScriptPlace? = nil) {
    self.level = level
    self.text = text
    self.place = place
  }
}

/// Something that a script reports while it runs.
package enum ScriptEvent: Hashable, Sendable {
  /// The script begins.
  case began(ScriptPlace)
  case verdict(ScriptVerdict)
  case console(ConsoleLine)
}

/// A variable that a script set or removed.
package struct ScriptChange: Hashable, Sendable {
  package var scope: ScriptScope
  package var name: String
  /// `nil` if the script removed the variable.
  package var value: JSONValue?
  package var place: ScriptPlace?

  package init(_ scope: ScriptScope, _ name: String, _ value: JSONValue?, place: ScriptPlace? = nil) {
    self.scope = scope
    self.name = name
    self.value = value
    self.place = place
  }
}

/// The request that a script wants to be sent next.
package enum NextRequest: Hashable, Sendable {
  /// By name or identifier.
  case named(String)
  /// No further request of this iteration (Postman) or run (Bruno).
  case end
}

/// The outcome of the scripts of one job.
package struct ScriptOutcome: Hashable, Sendable {
  package var verdicts: [ScriptVerdict] = []
  package var console: [ConsoleLine] = []
  package var changes: [ScriptChange] = []
  /// The request as changed, in the form of `ScriptJob.request`; `nil` if unchanged.
  package var request: JSONValue?
  /// The body that `res.setBody` set.
  package var responseBody: JSONValue?
  package var next: NextRequest?
  /// The values of expressions, one for each script; see `ExpressionValues`.
  package var values: [JSONValue] = []
  /// True if the request is not to be sent (`pm.execution.skipRequest`).
  package var skipsRequest = false
  /// True if the run ends here (`bru.runner.stopExecution`).
  package var stopsRun = false
  /// The first error that ended a script, as a failed verdict named by its place.
  package var error: ScriptVerdict?
  /// The undeclared names that the scripts left, as JSON.
  package var names: JSONValue = .object([])
  /// Names taken from earlier scripts, readings of the clock and answers, as they were: input of a replay.
  package var readings: JSONValue = .object([])

  package init() {}
}

extension ScriptVerdict {
  /// An error that ended a script, as a failed verdict named by its place.
  package init(failureAt place: ScriptPlace?, error: String? = nil, _ message: String?) {
    self.init(place?.description ?? "script", passed: false)
    (self.error, self.message, self.place) = (error, message, place)
  }
}

extension ScriptOutcome {
  /// Adds what a script reports while it runs.
  package mutating func add(_ event: ScriptEvent) {
    switch event {
    case .began: break
    case .verdict(let verdict): verdicts.append(verdict)
    case .console(let line): console.append(line)
    }
  }

  /// The outcome of scripts that were ended from outside.
  package func ended(_ why: String, at place: ScriptPlace?) -> ScriptOutcome {
    var outcome = self
    outcome.error = ScriptVerdict(failureAt: place, why)
    return outcome
  }
}

/// Why no outcome exists.
package enum ScriptFailure: Error, Hashable, Sendable {
  /// The engine or its confinement is missing; contains what to install.
  case unavailable(String)
  /// A limit ended the script, such as "ran 5 s without an end".
  case ended(String, ScriptPlace?)
  case cancelled
}

/// The answer to a question that a script asks while it runs.
package struct ScriptAnswer: Hashable, Sendable {
  package var json: JSONValue
  /// The decoded body of a response.
  package var body: [UInt8]
  /// The size of a body that is too large to be given; reading it fails.
  package var withheldBody: Int?

  package init(_ json: JSONValue, body: [UInt8] = [], withheldBody: Int? = nil) {
    self.json = json
    self.body = body
    self.withheldBody = withheldBody
  }
}
