import Essentials
import Networking
package import Workspaces

extension SendContext {
  /// The responses that a request needs, by the current paths of their requests.
  func neededAnswers(of definition: RequestDefinition, in workspace: Workspace) -> [NeededAnswer] {
    references(of: definition).map { reference, field, place in
      var reference = reference
      reference.requestID = workspace.meant(reference.requestID, in: folder)
      return NeededAnswer(reference: reference, field: field, place: place)
    }
  }
}

/// A response that a request needs, and the field that refers to it.
struct NeededAnswer {
  let reference: ResponseReference
  let field: SendRefusal.Field
  let place: String

  func missing(_ why: String) -> SendFault {
    .refusal(SendRefusal(field, .unresolved([UnresolvedVariable("{{\(reference.name)}}", .noAnswer(why))]), place))
  }

  func plan(
    _ context: SendContext, _ workspace: Workspace, _ chain: SendChain
  ) throws(SendFault) -> SendPlan {
    let id = reference.requestID
    if chain.requests.contains(id) {
      let way = (chain.requests.drop { $0 != id } + [id]).joined(separator: " → ")
      throw missing("the requests depend on each other: \(way)")
    }
    var plan: SendPlan
    do throws(WorkspaceError) {
      guard let path = workspace.path(ofRequest: id, in: context.folder) else {
        throw WorkspaceError.file(FileError(id, .missing, "there is no such request"))
      }
      let file = try workspace.request(at: path)
      if let damage = file.damage(under: file.definition) { throw WorkspaceError.invalid(damage) }
      let other = try workspace.context(for: path, environment: context.environment?.name, inputs: context.inputs)
      plan = SendPlan(definition: file.definition, context: other, workspace: workspace, requestID: id)
    } catch {
      throw missing(error.description)
    }
    plan.context.options = context.options
    plan.isConfirmed = chain.isConfirmed
    if context.environment?.asks(before: plan.definition.method) == true, !chain.isConfirmed {
      throw missing("the environment is protected; send \(id) yourself, or confirm this send")
    }
    return plan
  }
}

extension SendSession {
  /// The answer in the history; `nil` without a readable history, when only the answers of this session are known.
  nonisolated func recorded(
    _ reference: ResponseReference, in scope: AnswerScope, _ workspace: Workspace
  ) -> RecordedAnswer? {
    // The send that stores an answer reports why the history cannot be used.
    try? workspace.recordedAnswer(
      to: reference, environment: scope.environment, in: scope.collection, dynamic.now())
  }

  /// The reason why a reference has no value, from the answers of this session and the history.
  /// - Parameter recorded: the answer in the history, which is read only if this session has none.
  nonisolated func missingAnswer(
    to reference: ResponseReference, in scope: AnswerScope, recorded: @autoclosure () -> RecordedAnswer?
  ) -> MissingAnswer {
    if let last = lastAnswer(to: reference.requestID, in: scope) {
      return reference.accepts(last.startedAt, now: dynamic.now())
        ? .withoutValue(last.startedAt) : .outdated(last.startedAt)
    }
    if case .missing(let missing)? = recorded() { return missing }
    return .neverSent
  }

  /// True if a request is sent for its answer only after the user has agreed: it was answered before, and sending it
  /// again may change something.
  nonisolated func asks(before method: String, _ missing: MissingAnswer) -> Bool {
    options.asks && missing != .neverSent && !["GET", "HEAD"].contains(method.uppercased())
  }

  /// Finds out what a send would do for each reference of a request to an answer, by its name. Nothing is sent.
  package nonisolated func outlooks(of plan: SendPlan) -> [String: AnswerOutlook] {
    guard let workspace = plan.workspace else { return [:] }
    let context = current(plan.context, plan)
    let scope = context.answerScope
    var outlooks: [String: AnswerOutlook] = [:]
    for needed in context.neededAnswers(of: plan.definition, in: workspace) {
      let reference = needed.reference
      if known(reference, in: scope) != nil, let last = lastAnswer(to: reference.requestID, in: scope) {
        outlooks[reference.name] = .uses(last.startedAt)
        continue
      }
      let recorded = recorded(reference, in: scope, workspace)
      if case .value(_, let date)? = recorded {
        outlooks[reference.name] = .uses(date)
        continue
      }
      // The send itself reports why that request cannot be sent.
      guard let method = try? needed.plan(context, workspace, SendChain(plan)).definition.method else {
        continue
      }
      let missing = missingAnswer(to: reference, in: scope, recorded: recorded)
      outlooks[reference.name] = .sendsFirst(method: method, missing, asks: asks(before: method, missing))
    }
    return outlooks
  }

  /// Gives the last answers to a request without a file to the file that it was saved in, so that a request that refers
  /// to it need not send it again.
  package nonisolated func adopt(draft number: String, as request: String, in collection: String) {
    move(answersTo: HistoryName.draft(number).request, to: request, in: collection)
  }
}

extension ResponseReference {
  func accepts(_ date: Date, now: Date) -> Bool {
    guard let maximumAge else { return true }
    return now.timeIntervalSince(date) <= Double(maximumAge.components.seconds)
  }
}
