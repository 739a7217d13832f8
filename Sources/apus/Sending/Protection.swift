import Sessions
import Workspaces

/// Asks before sending a request that may change data in a protected environment.
enum Protection {
  static func check(_ plan: SendPlan, isConfirmed: Bool) throws(Failure) {
    _ = try check(plan.definition.method, in: plan.context.environment, isConfirmed: isConfirmed)
  }

  /// Whether the user was asked and agreed; `false` if there was no need to ask.
  static func check(_ method: String, in environment: Environment?, isConfirmed: Bool) throws(Failure) -> Bool {
    guard let environment, environment.asks(before: method), !isConfirmed else { return false }
    guard Output.error.isTerminal, Output.standardInputIsTerminal else {
      throw Failure(.usage, "environment \(environment.name) is protected; add --yes to send a \(method)")
    }
    Output.error.write(quietly: "Environment \(environment.name) is protected. Send this \(method)? [y/N] ")
    guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
      throw Failure(.interrupted, "nothing was sent")
    }
    return true
  }
}
