import Workspaces

extension AppState {
  mutating func apply(_ action: SendAction) -> [Effect] {
    switch action {
    case .answersNeeded(let key, let id, let labels): return answersNeeded(key, id, labels)
    case .consentNeeded(let key, let id, let question): return consentNeeded(key, id, question)
    case .consented(let key, let question): return [.transfer(.allow(question, key))]
    case .allowed(let key):
      defer { pendingSend = nil }
      return send(key, prompts: pendingSend?.answers ?? [:], isConfirmed: pendingSend?.isConfirmed ?? false)
    case .judged(let key, let checks, let scope): return judged(key, checks, scope)
    case .resendToday(let key): return resendToday(key)
    }
  }

  /// What every look at the variables and every send takes along from this session.
  var inputs: VariableInputs {
    VariableInputs(
      commandLine: overrides.sorted { $0.key < $1.key }.map { VariableInputs.Pair($0.key, $0.value) },
      runtime: runtime)
  }

  var terms: SendTerms { SendTerms(environment: environment.chosen, inputs: inputs) }

  /// The send goes back to where it began: nothing went out, and the last answer is shown again.
  private mutating func takeBackSend(_ key: RequestKey, _ id: Int) -> Departure? {
    guard sending(key)?.id == id, let departure = departures.removeValue(forKey: id) else { return nil }
    sessions[key]?.response = departure.former
    return departure
  }

  private mutating func answersNeeded(_ key: RequestKey, _ id: Int, _ labels: [String]) -> [Effect] {
    guard let departure = takeBackSend(key, id), !labels.isEmpty else { return [] }
    guard key == current, overlay == nil else {
      let name = sessions[key]?.draft.name ?? ""
      return say(.warning, "\(name) was not sent: it asks for \(labels[0])")
    }
    pendingSend = PendingSend(key: key, isConfirmed: departure.isConfirmed, labels: labels)
    return askNext()
  }

  private mutating func askNext() -> [Effect] {
    guard let label = pendingSend?.labels.first else { return [] }
    let isHidden = VariableTable.namesSecret(label)
    var prompt = Prompt(label, .sendAnswer, text: isHidden ? "" : lastAnswers[label] ?? "")
    prompt.isHidden = isHidden
    return apply(.overlay(.show(.prompt(prompt))))
  }

  /// Enter in the prompt; an empty answer is one, too.
  mutating func answeredForSend(_ text: String) -> [Effect] {
    guard var pending = pendingSend, let label = pending.labels.first else { return [] }
    pending.labels.removeFirst()
    pending.answers[label] = text
    if !VariableTable.namesSecret(label) { lastAnswers[label] = text }
    pendingSend = pending
    if !pending.labels.isEmpty { return askNext() }
    pendingSend = nil
    return send(pending.key, prompts: pending.answers, isConfirmed: pending.isConfirmed)
  }

  /// Esc in the prompt or the question.
  mutating func sendAbandoned() -> [Effect] {
    guard pendingSend != nil else { return [] }
    pendingSend = nil
    return say(.information, "Nothing was sent")
  }

  private mutating func consentNeeded(_ key: RequestKey, _ id: Int, _ asked: ConsentQuestion) -> [Effect] {
    guard let departure = takeBackSend(key, id) else { return [] }
    guard key == current, overlay == nil else {
      let name = sessions[key]?.draft.name ?? ""
      return say(.warning, "\(name) was not sent: it would use \(asked.summary); send it again to be asked")
    }
    pendingSend = PendingSend(
      key: key, isConfirmed: departure.isConfirmed, labels: [], answers: departure.prompts)
    var question = Question(
      "Allow it for this collection, now and later?",
      [.init("y", "allow", .sending(.consented(key, asked))), .init("n", "not now", nil)])
    question.details = asked.details
    return apply(.overlay(.show(.question(question))))
  }

  /// Failed assertions and captures without a value are told; the others are seen in the Tests tab.
  private mutating func judged(_ key: RequestKey, _ checks: AnswerChecks, _ scope: AnswerScope) -> [Effect] {
    sessions[key]?.checks = checks
    var effects: [Effect] = []
    if !checks.captured.isEmpty {
      runtime[scope, default: RuntimeVariables()].set(checks.captured)
      if let current { effects += refreshVariables(of: current) }
    }
    // Where no answer came, the failure says it; that tests fail too is no news.
    guard sessions[key]?.response.exchange?.response != nil else { return effects }
    let name = sessions[key]?.draft.name ?? ""
    let failed = checks.assertions.filter { !$0.passed }
    if let first = failed.first {
      let count = "\(failed.count) of \(checks.assertions.count) tests failed"
      return effects + say(.warning, "\(name): \(count): \(first.expression), but it was \(first.shortActual)")
    }
    if let missed = checks.missed.first {
      return effects + say(.warning, "\(name): nothing at \(missed.expression): \(missed.variable) keeps its value")
    }
    return effects
  }
}
