import Sessions
import Workspaces

/// Changes of the file by other programs.
extension FileTurn {
  mutating func changed(_ version: DiskVersion, isOurs: Bool = false) -> [Outcome] {
    guard session != nil else { return [] }
    session?.onDisk = version
    session?.isConflicted = false
    session?.isGone = false
    return takeOver(isOurs: isOurs)
  }

  /// Merges a request with its file: base, draft and disk version. A version that arrived during editing waits until
  /// editing ends. Changes made by Apus itself have already been reported.
  mutating func takeOver(isOurs: Bool = false) -> [Outcome] {
    guard let session, let version = session.onDisk, !session.isConflicted, session.editor.editing == nil,
      session.saving == nil
    else { return [] }
    let theirs = version.definition
    if session.fault != nil {
      self.session?.fault = nil
      return adopt(version, draft: theirs)
    }
    guard let base = session.saved, session.isDraft else {
      let isTold = given.isCurrent && !isOurs
      let said = isTold ? say(.information, "\(theirs.name) changed on disk: reloaded") : []
      return adopt(version, draft: theirs) + said
    }
    let merge = DefinitionMerge(base: base, mine: session.draft, theirs: theirs)
    guard merge.conflicts.isEmpty else {
      self.session?.isConflicted = true
      return say(
        .warning,
        "\(session.draft.name): another program changed \(merge.conflicts[0].field), and so did you: \(key: "save") chooses"
      )
    }
    let outcomes = adopt(version, draft: merge.merged)
    return isOurs
      ? outcomes : outcomes + say(.information, "\(theirs.name) changed on disk: its changes are merged with yours")
  }

  /// Makes the disk version the new base of the draft and of its undo steps, so that undo does not revert the other
  /// program's changes.
  mutating func adopt(_ version: DiskVersion, draft: RequestDefinition) -> [Outcome] {
    guard let session else { return [] }
    let theirs = version.definition
    let rebased = session.saved.map { [Outcome.rebased(from: $0, onto: theirs)] } ?? []
    self.session?.saved = theirs
    self.session?.draft = draft
    self.session?.onDisk = nil
    self.session?.isConflicted = false
    let kept: [Outcome] = [
      .work(.adopt(key, version: version.number)), .work(.journal(key, draft == theirs ? nil : draft)),
    ]
    return rebased + kept + (session.draft.variables == draft.variables ? [] : [.variablesChanged])
  }
}
