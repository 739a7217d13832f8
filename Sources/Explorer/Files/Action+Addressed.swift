extension ResponseAction {
  /// Readdresses the action if the request's file was moved while the work was running.
  func addressed(_ follower: (RequestKey) -> RequestKey) -> ResponseAction {
    switch self {
    case .sendConfirmed(let key): .sendConfirmed(follower(key))
    case .transfer(let key, let send, let event): .transfer(follower(key), send: send, event)
    case .refused(let key, let send, let refusal): .refused(follower(key), send: send, refusal)
    case .tick(let key, let send): .tick(follower(key), send: send)
    case .indexed(let key): .indexed(follower(key))
    case .searchAdvanced(let key): .searchAdvanced(follower(key))
    case .filtered(let key, let serial, let document, let origins):
      .filtered(follower(key), serial: serial, document, origins: origins)
    case .tableMade(let key, let serial, let table): .tableMade(follower(key), serial: serial, table)
    case .tableSorted(let key, let serial, let table, let sorting):
      .tableSorted(follower(key), serial: serial, table, sorting)
    case .pictured(let key, let serial, let result): .pictured(follower(key), serial: serial, result)
    case .compared(let key, let serial, let comparison): .compared(follower(key), serial: serial, comparison)
    case .comparandLoaded(let key, let exchange, let name, let secrets):
      .comparandLoaded(follower(key), exchange, named: name, hiding: secrets)
    case .certificatePresented(let key, let offer): .certificatePresented(follower(key), offer)
    case .trustConfirmed(let key, let change): .trustConfirmed(follower(key), change)
    case .unsaid(let key, let send, let why): .unsaid(follower(key), send: send, why)
    case .inputAnswered(let key, let send, let reply): .inputAnswered(follower(key), send: send, reply)
    case .tabChosen, .copyPrepared, .saveCollided, .saveConfirmed: self
    }
  }
}

extension SendAction {
  /// Readdresses the action if the request's file was moved while the work was running.
  func addressed(_ follower: (RequestKey) -> RequestKey) -> SendAction {
    switch self {
    case .answersNeeded(let key, let send, let questions): .answersNeeded(follower(key), send: send, questions)
    case .consentNeeded(let key, let send, let question): .consentNeeded(follower(key), send: send, question)
    case .consented(let key, let question): .consented(follower(key), question)
    case .allowed(let key): .allowed(follower(key))
    case .judged(let key, let checks, let scope): .judged(follower(key), checks, scope)
    case .resendToday(let key): .resendToday(follower(key))
    }
  }
}
