import Basics
import Synchronization
package import Workspaces

/// The variables that scripts have set in this session.
extension SendSession {
  package nonisolated func scriptVariables(in scope: AnswerScope) -> ScriptVariables {
    known.withLock { $0.scripts[scope]?.variables } ?? ScriptVariables()
  }

  /// The undeclared names that earlier scripts left.
  nonisolated func scriptNames(in scope: AnswerScope) -> JSONValue {
    known.withLock { $0.scripts[scope]?.names } ?? .object([])
  }

  /// A context with the session's variables: those of answers, and those of scripts above their scopes.
  /// - Parameter local: the variables of one send.
  nonisolated func current(_ context: SendContext, _ plan: SendPlan, local: [ScriptChange] = []) -> SendContext {
    let scope = context.answerScope
    var context = context.with(runtime(in: scope))
    let scripts = scriptVariables(in: scope)
    if !scripts.isEmpty || !local.isEmpty { context.setScripts(scripts, of: plan.requestID, local: local) }
    return context
  }

  /// Keeps the variables that a job has set, and the undeclared names that it has changed, for later sends.
  nonisolated func keep(_ outcome: ScriptOutcome, of job: ScriptJob, _ plan: SendPlan, in scope: AnswerScope) {
    let keepsNames = job.rules == .postman && outcome.names != job.names
    guard !outcome.changes.isEmpty || keepsNames else { return }
    let runtime = Set(outcome.changes.lazy.filter { $0.scope == .runtime }.map(\.name))
    known.withLock { known in
      known.scripts[scope, default: Known.Scripts()].variables.take(
        outcome.changes, request: plan.requestID, folder: plan.context.layers.last?.path,
        isRun: options.iteration.isRun)
      if keepsNames { known.scripts[scope]?.names.take(outcome.names, given: job.names) }
      // The last one to set a variable wins, be it a script or an answer.
      if !runtime.isEmpty { known.runtime[scope, default: initialRuntime].remove(runtime) }
    }
  }
}

extension JSONValue {
  /// Takes the names that a job has set or removed. Another job may have changed others meanwhile.
  fileprivate mutating func take(_ left: JSONValue, given: JSONValue) {
    for name in given.memberNames where left[name] == nil { self[name] = nil }
    guard case .object(let members) = left else { return }
    for member in members where given[member.name] != member.value { self[member.name] = member.value }
  }
}
