package import Basics
package import HTTPModel
package import Workspaces

/// The results of the scripts of one send, in their order.
package struct ScriptResults: Hashable, Sendable {
  /// The tests. An error that ended a script is a failed verdict named by its place.
  package var verdicts: [ScriptVerdict] = []
  package var console: [ConsoleLine] = []
  package var changes: [ScriptChange] = []
  package var next: NextRequest?
  /// True if the request is not sent, as a script asked.
  package var skipsRequest = false
  /// True if the run ends here.
  package var stopsRun = false
  /// The error of a script before the request that kept it from being sent (Bruno's rules).
  package var failure: ScriptVerdict?
  /// The body that a script put in the place of the answer's (`res.setBody`).
  package var responseBody: JSONValue?
  /// Values that the scripts asked for and that the user has not allowed.
  package var missing: [UserValueUse] = []

  package init() {}

  package var passed: Bool { verdicts.allSatisfy { $0.passed || $0.isSkipped } }

  /// Adds the outcome of the next job of the same send.
  package mutating func add(_ outcome: ScriptOutcome) {
    verdicts += outcome.verdicts
    if let error = outcome.error { verdicts.append(error) }
    console += outcome.console
    changes += outcome.changes
    next = outcome.next ?? next
    skipsRequest = skipsRequest || outcome.skipsRequest
    stopsRun = stopsRun || outcome.stopsRun
    responseBody = outcome.responseBody ?? responseBody
  }

  /// The results as shown and reported: without secrets.
  package func masked(by redaction: Redaction) -> ScriptResults {
    var results = self
    results.verdicts = verdicts.map { $0.masked(by: redaction) }
    results.console = console.map { $0.masked(by: redaction) }
    results.changes = changes.map { $0.masked(by: redaction) }
    results.failure = failure?.masked(by: redaction)
    results.responseBody = responseBody?.masked(by: redaction, except: [])
    return results
  }
}

extension ScriptEvent {
  package func masked(by redaction: Redaction) -> ScriptEvent {
    switch self {
    case .began: self
    case .verdict(let verdict): .verdict(verdict.masked(by: redaction))
    case .console(let line): .console(line.masked(by: redaction))
    }
  }
}

extension ScriptVerdict {
  package func masked(by redaction: Redaction) -> ScriptVerdict {
    var verdict = self
    verdict.name = redaction.masked(text: name)
    verdict.message = message.map { redaction.masked(text: $0) }
    return verdict
  }
}

extension ConsoleLine {
  package func masked(by redaction: Redaction) -> ConsoleLine {
    ConsoleLine(level: level, text: redaction.masked(text: text), place: place)
  }
}

extension ScriptChange {
  package func masked(by redaction: Redaction) -> ScriptChange {
    var change = self
    let isSecret = VariableTable.namesSecret(name)
    change.value = value.map { isSecret ? .string(redaction.mask) : $0.masked(by: redaction, except: []) }
    return change
  }
}

/// The scripts of one send, and what they did so far.
package struct SendScripts: Sendable {
  package var scripts: RequestScripts
  package var results = ScriptResults()
  package var values = ExpressionValues()
  /// The variables of this send alone.
  package var local: [ScriptChange] = []
  /// The values of the user's that the scripts read; they are masked.
  package var secrets: Set<String> = []
  /// The jobs so far, for the record.
  package var jobs: [ScriptRecord] = []
  /// The servers of the request as it was before its scripts, which may send there, too.
  package let origins: Set<String>

  package init(_ scripts: RequestScripts, origins: Set<String>) {
    self.scripts = scripts
    self.origins = origins
  }
}

/// Scripts that need the user's permission to run: all of a collection that the user has not allowed yet.
package struct ScriptQuestion: Hashable, Sendable {
  /// Absolute path.
  package var collection: String
  /// Each code once.
  package var scripts: [PlacedScript]

  package init(collection: String, scripts: [PlacedScript]) {
    self.collection = collection
    self.scripts = scripts
  }
}

/// Why scripts cannot run.
package enum ScriptRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The engine is missing; contains the number of scripts and what to install.
  case unavailable(Int, String)
  case notAllowed(ScriptQuestion)
  /// A changed request cannot be sent.
  case invalidRequest(String)

  package var description: String {
    switch self {
    case .unavailable(let count, let why): "\(why); send without its \(Quantity.amount(count, "script")): --no-scripts"
    case .notAllowed(let question):
      "\(Quantity.amount(question.scripts.count, "script")) of the collection may not run yet, the first in "
        + "\(question.scripts.first?.file ?? ""); allow them with apus allow --scripts, "
        + "or send without scripts: --no-scripts"
    case .invalidRequest(let why): "the request as changed by its scripts: \(why)"
    }
  }
}
