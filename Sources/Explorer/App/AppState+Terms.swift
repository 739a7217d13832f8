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
      environment: environmentChosen(in: session.collection), inputs: inputs, collection: collection,
      inherits: session.inherits)
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

  /// The saved request that an exchange was made by, if it still exists.
  func savedRequest(of entry: HistorySummary) -> RequestNode? {
    guard let id = entry.requestID else { return nil }
    guard let name = entry.collection else { return request(named: id) }
    let root = "\(workspace.historyBase)/\(name)"
    return workspace.collections.first { $0.path == root }?.requests.first { $0.node.id == id }?.node
  }

  /// The saved request with that path; the collection of the open request is searched first, and no other folder that is
  /// open beside it.
  func request(named id: String) -> RequestNode? {
    let own = workspace.collections.first { $0.path == session?.collection }
    let folder = own.map { workspace.folder(of: $0.path) }
    let near = workspace.collections.filter { folder == nil || workspace.folder(of: $0.path) == folder }
    return ([own].compactMap(\.self) + near).lazy
      .compactMap { collection in collection.requests.first { $0.node.id == id }?.node }.first
  }

  /// The environment that requests of a collection are sent with: the chosen one is that of the current collection.
  func environmentChosen(in collection: String?) -> String? {
    guard let collection, let own = environment.collection, collection != own else { return environment.chosen }
    if let choice = environment.choices[collection] { return choice.name }
    let names = workspace.collections.first { $0.path == collection }?.environments ?? []
    return environment.chosen.flatMap { names.contains($0) ? $0 : nil }
  }

  /// The collection that lists a file or folder, or is that folder.
  func collection(around path: String) -> String? {
    workspace.collections.filter { path == $0.path || path.hasPrefix($0.path + "/") }
      .max { $0.path.utf8.count < $1.path.utf8.count }?.path
  }

  var sendingSituation: SendingCommands.Situation {
    var kind: String?
    if case .unsupported(let word)? = session?.draft.kind, !sends(session?.draft) { kind = word }
    var isExchange = false
    if case .history? = current { isExchange = true }
    return SendingCommands.Situation(
      unsendableKind: kind, isShared: session?.draft.kind.isShared == true,
      refusalWithoutReadableRequest: refusalWithoutReadableRequest, isSending: isSending,
      takesInput: session?.response.conversation?.takesInput == true,
      isExchange: isExchange, savedRequest: current.flatMap { savedRequest(of: $0) })
  }
}
