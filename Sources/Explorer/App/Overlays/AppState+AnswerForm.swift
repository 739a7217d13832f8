import Terminal

extension AppState {
  mutating func press(_ key: Key, in form: AnswerForm) -> [Effect] {
    var form = form
    switch form.press(key) {
    case .none:
      overlay = .answers(form)
      return []
    case .left:
      overlay = nil
      if several?.isAsking == true { return apply(SeveralFeature.Action.formLeft) }
      if run.isAsking { return apply(RunFeature.Action.answersLeft) }
      outbox.typedAnswers.merge(form.kept) { _, new in new }
      return sendAbandoned()
    case .accepted:
      overlay = nil
      if several?.isAsking == true {
        return apply(SeveralFeature.Action.formAnswered(form.answers)) + remember(form)
      }
      if run.isAsking { return apply(RunFeature.Action.answered(form.answers)) + remember(form) }
      return answeredForSend(form.answers)
    }
  }

  /// Offers the answers again the next time.
  private mutating func remember(_ form: AnswerForm) -> [Effect] {
    let known = outbox.lastAnswers
    outbox.lastAnswers.merge(form.kept) { _, new in new }
    return outbox.lastAnswers == known ? [] : [.system(.remember(preferences))]
  }
}
