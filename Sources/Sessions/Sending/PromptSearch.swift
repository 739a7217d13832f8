import Essentials
import Networking
package import Workspaces

/// Finds the prompts (`{{?label}}`) of requests before anything is sent, including those of requests that are sent
/// first for their answers.
package struct PromptSearch: Sendable {
  /// Each label once, in the order of the requests.
  package private(set) var questions: [PromptQuestion] = []
  private struct Key: Hashable {
    var request: String
    var scope: AnswerScope
  }

  private var known: [Key: [PromptQuestion]] = [:]
  private let dynamic: DynamicValues
  /// Returns whether a session has the answer.
  private let isKnown: @Sendable (ResponseReference, AnswerScope) -> Bool

  /// - Parameter isKnown: returns whether a session has the answer, so that its request is not sent.
  package init(
    dynamic: DynamicValues = .live,
    isKnown: @escaping @Sendable (ResponseReference, AnswerScope) -> Bool = { _, _ in false }
  ) {
    self.dynamic = dynamic
    self.isKnown = isKnown
  }

  package mutating func add(_ plan: SendPlan) {
    questions.add(plan.context.prompts(in: plan.definition))
    questions.add(chained(plan))
  }

  /// The prompts of the requests whose answers this one needs.
  private mutating func chained(_ plan: SendPlan) -> [PromptQuestion] {
    guard let workspace = plan.workspace else { return [] }
    var found: [PromptQuestion] = []
    for needed in plan.context.neededAnswers(of: plan.definition, in: workspace) {
      let asked = asked(by: needed, plan, workspace)
      if !asked.isEmpty, !isAtHand(needed.reference, plan.context, workspace) { found.add(asked) }
    }
    return found
  }

  /// The prompts of a request that is sent for its answer; cached.
  private mutating func asked(by needed: NeededAnswer, _ plan: SendPlan, _ workspace: Workspace) -> [PromptQuestion] {
    let key = Key(request: needed.reference.requestID, scope: plan.context.answerScope)
    if let known = known[key] { return known }
    // Ends the recursion for requests that need each other.
    known[key] = []
    // The error is reported when it is the request's turn.
    guard let other = try? needed.plan(plan.context, workspace, SendChain(plan)) else { return [] }
    var asked = other.context.prompts(in: other.definition)
    asked.add(chained(other))
    known[key] = asked
    return asked
  }

  private func isAtHand(_ reference: ResponseReference, _ context: SendContext, _ workspace: Workspace) -> Bool {
    let scope = context.answerScope
    if isKnown(reference, scope) { return true }
    // A history that cannot be read has no answer.
    let recorded = try? workspace.recordedValue(
      of: reference, environment: scope.environment, in: scope.collection, now: dynamic.now())
    return recorded != nil
  }
}

extension SendSession {
  nonisolated func prompts(of plan: SendPlan) -> [PromptQuestion] {
    var plan = plan
    plan.context = current(plan.context, plan)
    var search = PromptSearch(dynamic: dynamic) { [self] reference, scope in known(reference, in: scope) != nil }
    search.add(plan)
    return search.questions
  }
}
