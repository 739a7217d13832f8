import Sessions
import Workspaces

extension AppState {
  /// Handles a save that found the same field changed on disk.
  mutating func conflicted(_ key: RequestKey, _ version: DiskVersion) -> [Effect] {
    endsWhenSaved = false
    guard sessions[key] != nil else { return [] }
    sessions[key]?.saving = nil
    sessions[key]?.onDisk = version
    sessions[key]?.isConflicted = true
    guard !isOccupied else {
      let name = sessions[key]?.draft.name ?? ""
      return say(.warning, "Not saved: another program changed \(name) in the same place. ^S chooses")
    }
    return showConflict(key, savesAfter: true)
  }

  /// Shows both versions side by side, unless they no longer change the same field.
  mutating func showConflict(_ key: RequestKey, savesAfter: Bool) -> [Effect] {
    guard let session = sessions[key], let version = session.onDisk, let base = session.saved else { return [] }
    let merge = DefinitionMerge(base: base, mine: session.draft, theirs: version.definition)
    guard !merge.conflicts.isEmpty else {
      let effects = adopt(version, draft: merge.merged, of: key)
      return savesAfter ? effects + [save(key)].compactMap(\.self) : effects
    }
    let page = ConflictPage(
      key: key, mine: session.draft, theirs: version, conflicts: merge.conflicts, savesAfter: savesAfter)
    return apply(.overlay(.show(.conflict(page))))
  }

  /// Applies the chosen version or both; undo restores the other one.
  mutating func decide(_ key: RequestKey, _ choice: ConflictChoice, savesAfter: Bool) -> [Effect] {
    guard let session = sessions[key], let version = session.onDisk, let base = session.saved else { return [] }
    let mine = session.draft
    let theirs = version.definition
    switch choice {
    case .mine:
      let merged = DefinitionMerge(base: base, mine: mine, theirs: theirs).merged
      return settle(key, version, merged, said: "Yours it is: ^S saves it", savesAfter: savesAfter)
    case .fields(let fields):
      let kept = DefinitionMerge(base: base, mine: mine, theirs: theirs).merged
      let merged = DefinitionMerge(base: base, mine: mine, theirs: theirs, taking: fields).merged
      let effects = settle(key, version, merged, said: "Settled field by field: ^S saves it", savesAfter: savesAfter)
      if kept != merged { apply(UndoFeature.Action.recorded(.edit(key, before: kept, after: merged))) }
      return effects
    case .theirs:
      let effects = adopt(version, draft: theirs, of: key)
      apply(UndoFeature.Action.recorded(.edit(key, before: mine, after: theirs)))
      return effects + say(.information, "The file's version is shown: u brings yours back")
    case .both:
      var copy = mine
      copy.name = "\(mine.name) (mine)"
      copy.sequence = nil
      let folder = key.path?.folderPath ?? workspace.path
      // The draft stays until the copy exists, which a question or a full disk may prevent.
      return [.files(.change(.create(copy, folder: folder, keeping: key)))]
    }
  }

  /// The copy of the draft is on disk: switches to the file's version.
  mutating func copyKept(_ key: RequestKey) -> [Effect] {
    guard let session = sessions[key], let version = session.onDisk else { return [] }
    let effects = adopt(version, draft: version.definition, of: key)
    apply(UndoFeature.Action.recorded(.edit(key, before: session.draft, after: version.definition)))
    return effects
  }

  /// Rebases the draft on the disk version; saves it if a save led here.
  private mutating func settle(
    _ key: RequestKey, _ version: DiskVersion, _ draft: RequestDefinition, said: String, savesAfter: Bool
  ) -> [Effect] {
    let effects = adopt(version, draft: draft, of: key)
    return effects + (savesAfter ? [save(key)].compactMap(\.self) : say(.information, said))
  }

  /// The effect that saves a draft to its file; `nil` if it has none or is unchanged.
  mutating func save(_ key: RequestKey, _ consent: SaveConsent = []) -> Effect? {
    guard case .file = key, let session = sessions[key], let saved = session.saved, session.isDraft else { return nil }
    sessions[key]?.saving = session.draft
    return .files(.save(key, from: saved, to: session.draft, consent))
  }
}

extension String {
  /// The path up to its last slash.
  var folderPath: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? self }
}
