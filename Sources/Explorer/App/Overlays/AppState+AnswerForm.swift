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
      outbox.typedAnswers.merge(form.kept) { _, new in new }
      return sendAbandoned()
    case .accepted:
      overlay = nil
      if several?.isAsking == true { return apply(SeveralFeature.Action.formAnswered(form.answers)) }
      return answeredForSend(form.answers)
    }
  }
}
