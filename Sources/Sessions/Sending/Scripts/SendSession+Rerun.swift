package import HTTPModel
package import SessionModel
import Workspaces

extension SendSession {
  /// Runs the scripts after a response again, on an answer that came before.
  /// - Returns: the results, masked; `nil` if the request has no scripts.
  package nonisolated func rerunScripts(
    of plan: SendPlan, on exchange: Exchange
  ) async throws(SendFault) -> ScriptResults? {
    guard let scripts = try scripts(of: plan) else { return nil }
    if let fault = await fault(of: scripts) { throw fault }
    let origins = originsBeforeScripts(of: plan)
    var plan = plan
    plan.context = current(plan.context, plan)
    if let workspace { _ = addAnswersAtHand(to: &plan, in: workspace) }
    var send = try ready(plan, plan.context, [], dynamic)
    send.scripts = SendScripts(scripts, origins: origins)
    do throws(Halt<Never>) {
      try await runAfter(scripts.after, &send, exchange) { _ in }
      try await runAfter(scripts.tests, &send, exchange) { _ in }
    } catch {
      if case .refused(let fault) = error { throw fault }
      throw .cancelled
    }
    return send.scripts?.results.masked(by: send.redaction(of: exchange))
  }
}
