import Networking
import Workspaces

extension AppState {
  mutating func apply(_ action: SendAction) -> [Effect] {
    switch action {
    case .answersNeeded(let key, let id, let questions): return send(.answersNeeded(id, questions), of: key)
    case .consentNeeded(let key, let id, let question): return send(.consentNeeded(id, question), of: key)
    case .consented(let key, let question): return [.transfer(.allow(question, key))]
    case .allowed(let key):
      if sessions[key] == nil { outbox.pending = nil }
      return send(.allowed, of: key)
    case .judged(let key, let checks, let scope):
      // Captured variables reach other requests even if this one has been closed since.
      if sessions[key] == nil, !checks.captured.isEmpty { return carryOut(.captured(checks.captured, scope), of: key) }
      return send(.judged(checks, scope), of: key)
    case .resendToday(let key): return send(.resentToday, of: key)
    }
  }

  /// Applies an action to the send of the open request.
  mutating func send(_ action: SendingFeature.Action) -> [Effect] {
    current.map { send(action, of: $0) } ?? []
  }

  mutating func send(_ action: SendingFeature.Action, of key: RequestKey) -> [Effect] {
    guard let session = sessions[key] else { return [] }
    let given = sendingSurroundings(of: session)
    let outcomes = SendingFeature.reduce(&outbox, action, in: given)
    if outbox.departures[given.number] != nil { serial = given.number }
    return outcomes.flatMap { carryOut($0, of: key) }
  }

  /// Passes the answers of a form on to the waiting send.
  mutating func answeredForSend(_ answers: [String: String]) -> [Effect] {
    guard let key = outbox.pending?.key, sessions[key] != nil else {
      outbox.pending = nil
      return []
    }
    let known = outbox.lastAnswers
    let effects = send(.answered(answers), of: key)
    return effects + (outbox.lastAnswers == known ? [] : [.system(.remember(preferences))])
  }

  /// Handles Esc in a prompt or question of a waiting send.
  mutating func sendAbandoned() -> [Effect] {
    guard outbox.pending != nil else { return [] }
    outbox.pending = nil
    return say(.information, "Nothing was sent")
  }

  private func sendingSurroundings(of session: RequestSession) -> SendingFeature.Surroundings {
    SendingFeature.Surroundings(
      key: session.key, mayAsk: session.key == current && !isOccupied, draft: session.sent, saved: session.saved,
      fault: session.fault, response: session.response, environment: environment.current,
      environmentName: environment.chosen, terms: terms(of: session),
      savedRequest: savedRequest(of: session.key), now: now, number: serial + 1)
  }

  private mutating func ask(_ question: Question) -> [Effect] { apply(.overlay(.show(.question(question)))) }

  private mutating func carryOut(_ outcome: SendingFeature.Outcome, of key: RequestKey) -> [Effect] {
    switch outcome {
    case .said(let kind, let text): return say(kind, text)
    case .ask(let form): return apply(.overlay(.show(.answers(form))))
    case .askProtected(let environment):
      let (method, name) = (sessions[key]?.draft.shownMethod ?? "", sessions[key]?.shownName ?? "")
      return ask(
        .confirm(
          "Protected environment", "\(environment) is protected. Send \(method) \(name)?",
          yes: .response(.sendConfirmed(key))))
    case .askResending(let node):
      let text = "Its secrets are masked in the history. Send \(node.name) as it is now?"
      return ask(.confirm("Send again", text, yes: .sending(.resendToday(key))))
    case .askConsent(let asked):
      var question = Question(
        "Before sending", "Allow it for this collection, now and later?",
        [.init("y", "allow", .sending(.consented(key, asked))), .init("n", "not now", nil)])
      question.details = asked.details
      return ask(question)
    case .speak: return speak(into: key)
    case .begin(let sending):
      sessions[key]?.response.begin(sending)
      watched = key
      // A sender wants to see the response: if only one of the two panes is visible, show the response.
      return layout.panes[.response] == nil ? setFocus(.response) : []
    case .restore(let pane):
      sessions[key]?.response = pane
      return []
    case .transfer(let effect): return [.transfer(effect)]
    case .tick(let id): return [.after(.milliseconds(100), .response(.tick(key, send: id)))]
    case .checked(let checks):
      sessions[key]?.checks = checks
      // Without an answer nothing was judged: the results only say that there is none.
      if let session = sessions[key], session.response.exchange?.isAnswered != false {
        sessions[key]?.response.tests = TestReport(checks, of: session.draft, in: session.variables)
      }
      return []
    case .captured(let values, let scope):
      runtime[scope, default: RuntimeVariables()].set(values)
      return current.map { refreshVariables(of: $0) } ?? []
    case .sendSaved(let node):
      return open(node, to: .send)
    }
  }
}
