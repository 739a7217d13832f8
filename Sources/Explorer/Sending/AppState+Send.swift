import Networking
import Workspaces

extension AppState {
  /// `^R`: sends the open request as it is on the screen; a protected environment asks first.
  mutating func sendRequested() -> [Effect] {
    endEditing() + sendAsItStands()
  }

  private mutating func sendAsItStands() -> [Effect] {
    guard let current, let session = sessions[current] else { return [] }
    if let fault = session.fault { return say(.error, "\(fault)") }
    if isSending { return say(.information, "Already running: Esc cancels it") }
    if let refused = refuseMasked(current) ?? refuseTemplates(current) { return refused }
    return sendUnlessProtected(current)
  }

  /// A protected environment asks before anything that may change something.
  mutating func sendUnlessProtected(_ key: RequestKey) -> [Effect] {
    guard let session = sessions[key] else { return [] }
    if environment.current?.asks(before: session.draft.method) == true {
      let question = Question.confirm(
        "\(environment.chosen ?? "") is protected. Send \(session.draft.method) \(session.draft.name)?",
        yes: .response(.sendConfirmed(key)))
      return apply(.overlay(.show(.question(question))))
    }
    return send(key)
  }

  /// - Parameter prompts: the answers to what the request asks for, by label.
  mutating func send(_ key: RequestKey, prompts: [String: String] = [:], isConfirmed: Bool = false) -> [Effect] {
    guard var session = sessions[key] else { return [] }
    let id = nextSerial()
    departures[id] = Departure(former: session.response, isConfirmed: isConfirmed, prompts: prompts)
    var terms = terms
    terms.inputs.prompts = prompts
    terms.isConfirmed = isConfirmed
    session.checks = nil
    let draft = session.draft
    session.response.begin(Sending(id: id, method: draft.method, url: draft.url, startedAt: now))
    sessions[key] = session
    // Who asks for an answer wants to see it: where the size shows one pane of the two, it is the response's.
    let revealed = layout.panes[.response] == nil ? setFocus(.response) : []
    return revealed + [
      .transfer(.send(key, send: id, draft, terms)),
      .after(.milliseconds(100), .response(.tick(key, send: id))),
    ]
  }

  /// Whether a driver sends requests of this kind.
  func sends(_ definition: RequestDefinition?) -> Bool {
    definition.map { sendableKinds.contains($0.kind.word) } ?? true
  }

  /// Esc while a request runs.
  mutating func cancelRunning() -> [Effect] {
    guard let session, case .sending(let sending) = session.response.phase else { return [] }
    return [.transfer(.cancel(send: sending.id))]
  }
}
