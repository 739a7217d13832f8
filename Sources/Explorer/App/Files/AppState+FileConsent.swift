import Workspaces

/// Changes of files that are asked about first. A "no" loses no name that was typed for them.
extension AppState {
  mutating func consent(_ action: FileAction) -> [Effect] {
    switch action {
    case .consentNeeded: keptTexts.settle(failed: true)
    case .consented: keptTexts.answerAgain()
    case .perform(let change):
      keptTexts.answerAgain()
      return [.files(.change(change))]
    case .changeNeedsConsent(let change, let what):
      keptTexts.settle(failed: true)
      let question = Question.confirm("Before saving", "\(what). Do it anyway?", yes: .files(.perform(change)))
      return showUnasked(.question(question), orSay: "\(what). Not done: do it again to be asked")
    case .convertConfirmed(let path, let consent): return [.files(.convert(collection: path, consent))]
    case .convertNeedsConsent(let path, let consent, let what):
      let again = Action.files(.convertConfirmed(collection: path, consent))
      let question = Question.confirm("Convert", "\(what). Convert it anyway?", yes: again)
      return showUnasked(.question(question), orSay: "\(what). Not converted: do it again to be asked")
    default: break
    }
    return []
  }
}
