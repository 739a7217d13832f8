import Networking
import Workspaces

extension SendingFeature {
  /// Withdraws a send before any data has been sent, so that the last response can be shown again.
  private static func takeBack(_ id: Int, _ state: inout State, in given: Surroundings) -> Departure? {
    guard given.sending?.id == id else { return nil }
    return state.departures.removeValue(forKey: id)
  }

  static func ask(
    for questions: [PromptQuestion], of id: Int, _ state: inout State, in given: Surroundings
  ) -> [Outcome] {
    guard let departure = takeBack(id, &state, in: given) else { return [] }
    let back = Outcome.restore(departure.former)
    guard let first = questions.first else { return [back] }
    guard given.mayAsk else {
      return [back, .said(.warning, "\(given.draft.shownName) was not sent: it asks for \(first.label)")]
    }
    state.pending = PendingSend(key: given.key, isConfirmed: departure.isConfirmed, questions: questions)
    let offered = state.lastAnswers.merging(state.typedAnswers) { _, typed in typed }
    return [back, .ask(AnswerForm("Before sending", questions, offered: offered))]
  }

  static func answer(_ answers: [String: String], _ state: inout State, in given: Surroundings) -> [Outcome] {
    guard let pending = state.pending else { return [] }
    state.pending = nil
    for question in pending.questions {
      state.typedAnswers[question.label] = nil
      guard let text = answers[question.label], question.remembers(text) else { continue }
      state.lastAnswers[question.label] = text
    }
    return begin(&state, in: given, prompts: answers, isConfirmed: pending.isConfirmed)
  }

  static func ask(
    _ asked: ConsentQuestion, of id: Int, _ state: inout State, in given: Surroundings
  ) -> [Outcome] {
    guard let departure = takeBack(id, &state, in: given) else { return [] }
    let back = Outcome.restore(departure.former)
    // A server may choose the moment of this question, so it is only shown to a user waiting for the send.
    guard given.mayAsk, departure.isAwaited else {
      let name = given.draft.shownName
      return [back, .said(.warning, "\(name) was not sent: it would use \(asked.summary); \(key: "send") asks again")]
    }
    state.pending = PendingSend(
      key: given.key, isConfirmed: departure.isConfirmed, answers: departure.prompts)
    return [back, .askConsent(asked)]
  }

  /// Reports failed assertions and captures without a value; the Tests tab shows the others.
  static func judge(_ checks: AnswerChecks, _ scope: AnswerScope, in given: Surroundings) -> [Outcome] {
    var outcomes = [Outcome.checked(checks)]
    if !checks.captured.isEmpty { outcomes.append(.captured(checks.captured, scope)) }
    // Without a response, the failure itself is reported; failing tests add nothing.
    guard given.response.exchange?.response != nil else { return outcomes }
    let name = given.draft.shownName
    let failed = checks.assertions.filter { !$0.passed }
    if let first = failed.first {
      let count = "\(failed.count) of \(checks.assertions.count) tests failed"
      let text = "\(name): \(count): \(first.expression), but it was \(first.shortActual)"
      return outcomes + [.said(.warning, text)]
    }
    if let missed = checks.missed.first {
      let text = "\(name): nothing at \(missed.expression): \(missed.variable) keeps its value"
      return outcomes + [.said(.warning, text)]
    }
    return outcomes
  }
}
