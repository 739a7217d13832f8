import ArgumentParser
import Basics
import Sessions
import Workspaces

/// The options for sending a request again until its answer is as expected.
struct RetryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Send again until this holds of the answer: 'res.status eq 200', 'res.body.state == done'.",
      valueName: "assertion"))
  var retryUntil: String?

  @Option(help: ArgumentHelp("--retry-until: wait so long between tries; default: 1s.", valueName: "time"))
  var every: String?

  @Option(
    name: .customLong("for"), help: ArgumentHelp("--retry-until: try for so long; default: 1m.", valueName: "time"))
  var limit: String?

  func validate() throws {
    guard let retryUntil else {
      if every != nil || limit != nil { throw ValidationError("--every and --for belong to --retry-until.") }
      return
    }
    guard let assertion = Assertion(words: retryUntil) else {
      throw ValidationError(
        "--retry-until takes a path, an operator and a value, such as 'res.status eq 200' or 'res.body.id isDefined'.")
    }
    if let fault = assertion.patternFault { throw ValidationError("--retry-until: \(fault)") }
    for (name, text) in [("every", every), ("for", limit)] {
      if let text, Duration(words: text) == nil {
        throw ValidationError("--\(name) takes a time, such as 500ms, 2s or 5m.")
      }
    }
  }

  /// `nil` if a request is sent once.
  var condition: RetryCondition? {
    guard let assertion = retryUntil.flatMap(Assertion.init(words:)) else { return nil }
    var condition = RetryCondition(assertion)
    condition.every = every.flatMap { Duration(words: $0) } ?? condition.every
    condition.limit = limit.flatMap { Duration(words: $0) } ?? condition.limit
    return condition
  }
}
