import Sessions
import Workspaces

extension FileTurn {
  mutating func saveAsItStands() -> [Outcome] {
    guard let session else { return [] }
    guard session.isUnsaved else { return say(.information, "Nothing to save: there are no changes") }
    if session.isGone { return askToRemake(session) }
    if session.onDisk != nil { return showConflict(savesAfter: true) }
    switch key {
    case .file: return save()
    case .scratch, .history: return [.askName]
    }
  }

  private mutating func askToRemake(_ session: RequestSession) -> [Outcome] {
    state.endsWhenSaved = false
    return [
      .ask(
        .confirm(
          "Save", "Another program removed the file of \(session.draft.name). Create it again?", yes: .remake(key)))
    ]
  }

  /// Saves the draft to its file, if it has one and is changed.
  mutating func save(_ consent: SaveConsent = []) -> [Outcome] {
    guard case .file = key, let session, session.saved != nil, session.isDraft else { return [] }
    self.session?.saving = session.draft
    return [.work(.save(key, session.draft, consent))]
  }

  /// Completes a save merged with another program's changes; edits since the save stay.
  mutating func merged(_ definition: RequestDefinition) -> [Outcome] {
    guard let session else { return [] }
    let sent = session.saving ?? session.draft
    let rebased = session.saved.map { [Outcome.rebased(from: $0, onto: definition)] } ?? []
    self.session?.saving = nil
    self.session?.onDisk = nil
    self.session?.saved = definition
    self.session?.draft = DefinitionMerge(base: sent, mine: session.draft, theirs: definition).merged
    let said = say(.information, "Saved \(definition.name), merged with another program's changes")
    return rebased + said + [journal, .written]
  }
}
