import Basics
import Essentials
import HTTPTypes
import Networking
import Workspaces

extension SendSession {
  /// Adds the value of every `{{request | part}}` to the context, after sending the requests that this needs.
  /// - Returns: the requests that were sent.
  nonisolated func addAnswers<Stop: Error>(
    for definition: RequestDefinition, to context: inout SendContext, in workspace: Workspace, after chain: SendChain,
    _ report: (SendEvent) throws(Stop) -> Void
  ) async throws(Halt<Stop>) -> [String] {
    var resent: [String] = []
    var fresh: [String: Exchange] = [:]
    for needed in context.neededAnswers(of: definition, in: workspace) {
      let reference = needed.reference
      let answer = fresh[reference.requestID]
      var value = answer.map { Workspace.value(reference.part, $0) } ?? known(reference, in: context.answerScope)
      // A request that was just sent is not sent again if its answer has no value there.
      if value == nil, answer == nil {
        if addRecorded(reference, to: &context, in: workspace) { continue }
        let exchange = try await resend(needed, around: context, in: workspace, after: chain, report)
        resent.append(reference.requestID)
        fresh[reference.requestID] = exchange
        value = Workspace.value(reference.part, exchange)
      }
      guard let value else { throw .refused(needed.missing("its answer has no value there")) }
      context.variables.add(value, for: reference)
    }
    return resent
  }

  /// Adds the value of every `{{request | part}}` that this session has an answer for, for an export, which sends
  /// nothing.
  package nonisolated func addKnownAnswers(to plan: inout SendPlan) {
    guard let workspace = plan.workspace else { return }
    for needed in plan.context.neededAnswers(of: plan.definition, in: workspace) {
      guard let value = known(needed.reference, in: plan.context.answerScope) else { continue }
      plan.context.variables.add(value, for: needed.reference)
    }
  }

  /// Adds the value of every `{{request | part}}` that this session or the history has an answer for.
  /// - Returns: the references whose requests a send would send first.
  nonisolated func addAnswersAtHand(to plan: inout SendPlan, in workspace: Workspace) -> [ResponseReference] {
    var missing: [ResponseReference] = []
    for needed in plan.context.neededAnswers(of: plan.definition, in: workspace) {
      if let value = known(needed.reference, in: plan.context.answerScope) {
        plan.context.variables.add(value, for: needed.reference)
      } else if !addRecorded(needed.reference, to: &plan.context, in: workspace) {
        missing.append(needed.reference)
      }
    }
    return missing
  }

  nonisolated func known(_ reference: ResponseReference, in scope: AnswerScope) -> String? {
    guard let exchange = lastAnswer(to: reference.requestID, in: scope),
      reference.accepts(exchange.startedAt, now: dynamic.now())
    else { return nil }
    return Workspace.value(reference.part, exchange)
  }

  /// Adds a value from the history; returns whether it has one.
  private nonisolated func addRecorded(
    _ reference: ResponseReference, to context: inout SendContext, in workspace: Workspace
  ) -> Bool {
    // An unreadable history has no answer: the request is sent again.
    (try? context.addRecorded(reference, in: workspace, now: dynamic.now())) ?? false
  }

  private nonisolated func resend<Stop: Error>(
    _ needed: NeededAnswer, around context: SendContext, in workspace: Workspace, after chain: SendChain,
    _ report: (SendEvent) throws(Stop) -> Void
  ) async throws(Halt<Stop>) -> Exchange {
    let id = needed.reference.requestID
    let plan = try Halt<Stop>.refusing { () throws(SendFault) in try needed.plan(context, workspace, chain) }
    let method = plan.definition.method
    if options.asks, !chain.agreed.contains(id) {
      let (reference, scope, name) = (needed.reference, context.answerScope, plan.definition.name)
      let missing = missingAnswer(to: reference, in: scope, recorded: recorded(reference, in: scope, workspace))
      if asks(before: method, missing) {
        throw .asked(.resend(ResendQuestion(requestID: id, name: name, method: method, missing: missing)))
      }
    }
    var next = chain
    next.requests.append(id)
    let send: SessionSend
    do throws(Halt<Stop>) { send = try await resolved(plan, next, report) } catch {
      guard case .refused(.refusal(let refusal)) = error else { throw error }
      // The user is asked for its consent like for that of the dependent request.
      if case .notAllowed = refusal.problem { throw error }
      throw .refused(needed.missing("\(id) cannot be sent: \(refusal.description)"))
    }
    // Of parallel sends that need the same answer, one sends its request, and the others use the answer.
    let turn = AnswerKey(request: id, scope: context.answerScope)
    let hasTurn = await sendingFirst.insert(turn)
    defer { if hasTurn { sendingFirst.change { _ = $0.remove(turn) } } }
    if known(needed.reference, in: turn.scope) != nil, let answer = lastAnswer(to: id, in: turn.scope) { return answer }
    try Halt.report(.sendingFirst(id, method: method), report)
    let answer = try await delivered(send, through: dependencies.drivers, following: false) { event throws(Stop) in
      switch event {
      case .kept, .notKept, .cookiesNotKept: try report(event)
      default: break
      }
    }
    let exchange = answer.record.exchange
    if let failure = exchange.failure { throw .refused(needed.missing("\(id): \(failure.message)")) }
    guard let status = exchange.response?.status, status.kind == .successful else {
      throw .refused(needed.missing("\(id) answered \(exchange.response?.status.code ?? 0)"))
    }
    return exchange
  }
}

extension Monitor {
  /// Inserts an element as soon as it is not in the set.
  /// - Returns: false if the task was cancelled first.
  fileprivate func insert<Element>(_ element: Element) async -> Bool where Value == Set<Element> {
    while !Task.isCancelled {
      await wait { !$0.contains(element) }
      if change({ $0.insert(element).inserted }) { return true }
    }
    return false
  }
}
