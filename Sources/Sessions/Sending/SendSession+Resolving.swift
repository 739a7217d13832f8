import Networking
import Workspaces

extension SendSession {
  /// Resolves a request completely: session variables, values of other responses, inheritance, authentication.
  ///
  /// Requests whose responses are needed but missing or too old are sent first and recorded, each once.
  nonisolated func resolved<Stop: Error>(
    _ plan: SendPlan, _ chain: SendChain, _ tell: (SendEvent) throws(Stop) -> Void
  ) async throws(Halt<Stop>) -> SessionSend {
    let runtime = runtime(in: plan.context.answerScope)
    if let send = plan.memory?.send(with: runtime, logins) { return send }
    let context = plan.context.with(runtime)
    // Only secret commands and missing responses need a session.
    guard let workspace, context.needsSession(for: plan.definition) else {
      return try Halt<Stop>.refusing { () throws(SendFault) in
        guard let memory = plan.memory else { return try ready(plan, context, [], dynamic) }
        return try memory.made(from: plan, with: runtime, dynamic) { dynamic throws(SendFault) in
          try ready(plan, context, [], dynamic)
        }
      }
    }
    return try await completed(plan, with: context, in: workspace, after: chain, tell)
  }

  private nonisolated func completed<Stop: Error>(
    _ plan: SendPlan, with context: SendContext, in workspace: Workspace, after chain: SendChain,
    _ tell: (SendEvent) throws(Stop) -> Void
  ) async throws(Halt<Stop>) -> SessionSend {
    var context = context
    do throws(SendRefusal) {
      try workspace.checkConsent(of: plan.definition, in: context, dynamic: dynamic)
      let commands = try workspace.secretCommands(for: plan.definition, in: context)
      if !commands.isEmpty {
        for (command, value) in try await values(of: commands, in: workspace) {
          context.setSecret(command.name, value, from: command)
        }
      }
    } catch {
      throw .refused(.refusal(error))
    }
    let resent = try await addAnswers(for: plan.definition, to: &context, in: workspace, after: chain, tell)
    return try Halt<Stop>.refusing { () throws(SendFault) in try ready(plan, context, resent, dynamic) }
  }

  private nonisolated func ready(
    _ plan: SendPlan, _ context: SendContext, _ resent: [String], _ dynamic: DynamicValues
  ) throws(SendFault) -> SessionSend {
    let id = plan.requestID
    var send = SessionSend(
      prepared: try plan.prepared(in: context, dynamic: dynamic, logins: logins, kinds: outside.kinds),
      context: context,
      workspace: workspace?.name,
      collection: id == nil ? nil : workspace.flatMap { HistoryName.collection(context.folder, $0.path) },
      requestID: id, resent: resent, logins: logins)
    if let id, plan.definition.assertions.contains(where: { $0.ownOperator == .sameAsRecorded }) {
      send.requestFile = workspace?.path(ofRequest: id, in: context.folder)
    }
    return send
  }
}

extension SendContext {
  /// The context with the session's variables overriding the given ones.
  func with(_ runtime: RuntimeVariables) -> SendContext {
    guard !runtime.values.isEmpty else { return self }
    var known = RuntimeVariables(variables.pairs(.runtime))
    known.set(runtime.values)
    var context = self
    context.setRuntime(known)
    return context
  }

  /// Whether a request needs more than the known values: a secret from a command, or another request's response.
  fileprivate func needsSession(for definition: RequestDefinition) -> Bool {
    guard !templates(of: definition).isEmpty else { return false }
    // Where every declared secret has a value, none needs a command: nothing has to be resolved to know.
    let needsCommand =
      !variables.unsetSecrets.isEmpty
      && missing(in: definition).contains {
        if case .secretWithoutValue = $0.variable.reason { true } else { false }
      }
    return needsCommand || !references(of: definition).isEmpty
  }
}

extension Workspace {
  /// The value of a secret from its command, if the user has allowed it for this collection. Blocks until the command
  /// exits, because it may ask the user for a password.
  func value(
    of command: SecretCommand, for found: MissingVariable, silently: Bool
  ) throws(SendRefusal) -> String {
    do throws(SecretCommandError) { return try consents.value(of: command, silently: silently) } catch {
      let reason = UnresolvedVariable.Reason.secretCommandFailed(error.description)
      throw SendRefusal(
        found.field, .unresolved([UnresolvedVariable(found.variable.name, reason)]), found.place)
    }
  }
}
