import SessionModel
import Synchronization
import Workspaces

/// The servers of a request that scripts have changed, in itself or in its variables. They need the consent of requests
/// that scripts send themselves; otherwise a script could send what it reads to any server.
extension SendSession {
  /// - Parameters:
  ///   - plan: the request before its scripts.
  ///   - state: of its scripts, if it has some.
  nonisolated func checkReceivers(
    of send: SessionSend, from plan: SendPlan, _ state: SendScripts? = nil
  ) throws(SendFault) {
    guard let policy = plan.context.consent else { return }
    let scope = plan.context.answerScope
    let hasScripts = state.map { !$0.scripts.before.isEmpty } ?? false
    guard hasScripts || !scriptVariables(in: scope).isEmpty else { return }
    let (context, definition) = (send.context, send.prepared.definition)
    let receivers = context.origins(of: definition)
    var other = receivers.subtracting(state?.origins ?? originsBeforeScripts(of: plan))
    other.subtract(options.scriptOrigins)
    // Only now the answers of other requests are known.
    if !other.isEmpty { other.subtract(context.beforeScripts.origins(of: plan.definition)) }
    if !other.isEmpty { other.subtract(collectionOrigins(in: plan.context)) }
    var uses = other.sorted().map { UserValueUse(.scriptOrigin($0), to: $0, place: "scripts") }
    let read = known.withLock { $0.scripts[scope]?.read ?? [:] }
    for source in context.written(read, in: definition) {
      uses += receivers.sorted().map { UserValueUse(source, to: $0, place: "scripts") }
    }
    guard !uses.isEmpty else { return }
    let missing: [UserValueUse]
    do throws(WorkspaceError) { missing = try policy.unallowed(uses) } catch { throw .file(error) }
    if !missing.isEmpty { throw .refusal(SendRefusal(.url, .notAllowed(missing), "scripts")) }
  }

  /// The servers that a request has without its scripts, and without the variables that scripts have set.
  nonisolated func originsBeforeScripts(of plan: SendPlan) -> Set<String> {
    guard plan.context.consent != nil else { return [] }
    return plan.context.beforeScripts.with(runtime(in: plan.context.answerScope)).origins(of: plan.definition)
  }

  /// The servers of the collection's own requests in this environment, whatever scripts have set.
  nonisolated func collectionOrigins(in context: SendContext) -> Set<String> {
    let scope = context.answerScope
    if let known = known.withLock({ $0.origins[scope] }) { return known }
    let table = context.beforeScripts.with(runtime(in: scope)).table(for: RequestDefinition(name: ""))
    var origins: Set<String> = []
    for collection in workspace?.tree().collections ?? [] where collection.path == context.folder {
      for item in collection.requests { if let origin = table.origin(of: item.node.url) { origins.insert(origin) } }
    }
    known.withLock { $0.origins[scope] = origins }
    return origins
  }

  nonisolated func noteRead(_ value: String, from source: UserValueSource, in scope: AnswerScope) {
    known.withLock { $0.scripts[scope, default: Known.Scripts()].read[source] = value }
  }
}
