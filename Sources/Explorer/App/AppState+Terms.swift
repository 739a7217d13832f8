import Workspaces

/// What sends depend on, and what other parts ask about them.
extension AppState {
  /// The variables of this session, passed to every lookup and every send.
  var inputs: VariableInputs {
    VariableInputs(
      commandLine: overrides.sorted { $0.key < $1.key }.map { VariableInputs.Pair($0.key, $0.value) },
      runtime: runtime)
  }

  func terms(of session: RequestSession) -> SendTerms {
    let collection = session.key.path == nil ? session.collection : nil
    var terms = SendTerms(
      environment: environment.chosen, inputs: inputs, collection: collection, inherits: session.inherits)
    if !authorities.isEmpty, let host = VariableSpan.host(of: session.draft, in: session.variables) {
      terms.authorities = authorities[host]
    }
    return terms
  }

  /// Whether a driver can send requests of this kind.
  func sends(_ definition: RequestDefinition?) -> Bool {
    definition.map { sendableKinds.contains($0.kind.word) } ?? true
  }

  func sending(_ key: RequestKey) -> Sending? {
    if case .sending(let sending) = sessions[key]?.response.phase { return sending }
    return nil
  }

  /// The saved request that a history entry came from, if it still exists.
  func savedRequest(of key: RequestKey) -> RequestNode? {
    guard case .history = key, let id = sessions[key]?.id else { return nil }
    return request(named: id)
  }

  /// The saved request with that path; the collection of the open request is searched first.
  func request(named id: String) -> RequestNode? {
    let own = workspace.collections.first { $0.path == session?.collection }
    return ([own].compactMap(\.self) + workspace.collections).lazy
      .compactMap { collection in collection.requests.first { $0.node.id == id }?.node }.first
  }

  var sendingSituation: SendingCommands.Situation {
    var kind: String?
    if case .unsupported(let word)? = session?.draft.kind, !sends(session?.draft) { kind = word }
    var isExchange = false
    if case .history? = current { isExchange = true }
    return SendingCommands.Situation(
      unsendableKind: kind, isShared: session?.draft.kind.isShared == true,
      refusalWithoutReadableRequest: refusalWithoutReadableRequest, isSending: isSending,
      isExchange: isExchange, savedRequest: current.flatMap { savedRequest(of: $0) })
  }
}
