import Sessions
import Workspaces

extension FileTurn {
  /// Handles a save that found the same field changed on disk.
  mutating func conflicted(_ version: DiskVersion) -> [Outcome] {
    state.endsWhenSaved = false
    guard session != nil else { return [] }
    session?.saving = nil
    session?.onDisk = version
    session?.isConflicted = true
    guard !given.isOccupied else {
      let name = session?.draft.name ?? ""
      return say(.warning, "Not saved: another program changed \(name) in the same place. \(key: "save") chooses")
    }
    return showConflict(savesAfter: true)
  }

  /// Shows both versions side by side, unless they no longer change the same field.
  mutating func showConflict(savesAfter: Bool) -> [Outcome] {
    guard let session, let version = session.onDisk, let base = session.saved else { return [] }
    let merge = DefinitionMerge(base: base, mine: session.draft, theirs: version.definition)
    guard !merge.conflicts.isEmpty else {
      let outcomes = adopt(version, draft: merge.merged)
      return savesAfter ? outcomes + save() : outcomes
    }
    let page = ConflictPage(
      key: key, mine: session.draft, theirs: version, conflicts: merge.conflicts, savesAfter: savesAfter)
    return [.show(page)]
  }

  /// Applies the chosen version or both; undo restores the other one.
  mutating func decide(_ choice: ConflictChoice, savesAfter: Bool) -> [Outcome] {
    guard let session, let version = session.onDisk, let base = session.saved else { return [] }
    let mine = session.draft
    let theirs = version.definition
    switch choice {
    case .mine:
      let merged = DefinitionMerge(base: base, mine: mine, theirs: theirs).merged
      return settle(version, merged, said: "Your version is kept: \(key: "save") saves it", savesAfter: savesAfter)
    case .fields(let fields):
      let kept = DefinitionMerge(base: base, mine: mine, theirs: theirs).merged
      let merged = DefinitionMerge(base: base, mine: mine, theirs: theirs, taking: fields).merged
      let outcomes = settle(
        version, merged, said: "Merged field by field: \(key: "save") saves it", savesAfter: savesAfter)
      return outcomes + (kept == merged ? [] : [.recorded(before: kept, after: merged)])
    case .theirs:
      let outcomes = adopt(version, draft: theirs) + [.recorded(before: mine, after: theirs)]
      return outcomes + say(.information, "The file's version is shown: \(key: "undo") brings yours back")
    case .both:
      var copy = mine
      copy.name = "\(mine.name) (mine)"
      copy.sequence = nil
      let folder = key.path?.folderPath ?? given.workspace
      // The draft stays until the copy exists, which a question or a full disk may prevent.
      return [.work(.change(.create(copy, folder: folder, keeping: key)))]
    }
  }

  /// The copy of the draft is on disk: switches to the file's version.
  mutating func copyKept() -> [Outcome] {
    guard let session, let version = session.onDisk else { return [] }
    return adopt(version, draft: version.definition) + [.recorded(before: session.draft, after: version.definition)]
  }

  /// Rebases the draft on the disk version; saves it if a save led here.
  private mutating func settle(
    _ version: DiskVersion, _ draft: RequestDefinition, said: String, savesAfter: Bool
  ) -> [Outcome] {
    adopt(version, draft: draft) + (savesAfter ? save() : say(.information, said))
  }
}
