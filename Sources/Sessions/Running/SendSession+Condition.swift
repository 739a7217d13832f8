import Networking
import Workspaces

extension SendSession {
  /// Why a run does not send a request: its condition does not hold by the variables and answers so far. Nothing is sent to
  /// find out; an answer that is missing, or that was no success, counts as undefined.
  /// - Throws: if the condition cannot be decided.
  nonisolated func reasonToSkip(_ plan: SendPlan) throws(SendFault) -> String? {
    let written = plan.definition.condition
    if written.isEmpty { return nil }
    guard let condition = SendCondition(words: written) else {
      throw Self.refusal("\(written) is none; write a text, an operator and a value, such as {{role}} eq admin")
    }
    var context = plan.context.with(runtime(in: plan.context.answerScope))
    if let workspace {
      for named in ResponseReference.references(in: condition.texts) {
        var reference = named
        reference.requestID = workspace.meant(named.requestID, in: context.folder)
        guard let value = known(reference, in: context.answerScope) else { continue }
        // With the name that the text has.
        context.addAnswer(value, for: named, keptHome(in: context))
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
