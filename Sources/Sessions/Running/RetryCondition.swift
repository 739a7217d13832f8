import Basics
package import Networking
package import Workspaces

extension RetryCondition {
  package func verdict(on exchange: Exchange, to plan: SendPlan) -> AssertionResult {
    plan.context.verdict(of: assertion, plan.definition, on: exchange)
  }

  /// Waits before the next try.
  /// - Parameter start: the start of the first try.
  /// - Returns: `false` immediately if no time is left for another try.
  package func pause(since start: ContinuousClock.Instant) async throws -> Bool {
    guard .now + every - start <= limit else { return false }
    try await Pause.wait(every)
    return true
  }
}

extension SendSession {
  /// The reason why a run skips a request: its condition does not hold for the current variables and answers. Sends
  /// nothing to find out; a missing or unsuccessful answer counts as undefined.
  /// - Throws: if the condition cannot be decided.
  nonisolated func reasonToSkip(_ plan: SendPlan) throws(SendFault) -> String? {
    let written = plan.definition.condition
    if written.isEmpty { return nil }
    guard let condition = SendCondition(words: written) else {
      throw Self.refusal("\(written) is not a condition; write a text, operator and value, such as {{role}} eq admin")
    }
    var context = current(plan.context, plan)
    if let workspace {
      for named in ResponseReference.references(in: condition.texts) {
        var reference = named
        reference.requestID = workspace.meant(named.requestID, in: context.folder)
        guard let value = known(reference, in: context.answerScope) else { continue }
        // The answer is added under the name that the text uses.
        context.variables.add(value, for: named)
      }
    }
    do throws(CheckFault) {
      return try condition.holds(in: context.table(for: plan.definition)) ? nil : "\(written) does not hold"
    } catch {
      throw Self.refusal("\(written): \(error.description)")
    }
  }

  private static func refusal(_ problem: String) -> SendFault {
    .refusal(SendRefusal(.settings, .invalid(problem), "condition"))
  }
}
