import Workspaces

extension AppState {
  /// `^S`: saves the draft; a request without a file gets a name first.
  mutating func saveRequested() -> [Effect] {
    endEditing() + saveAsItStands()
  }

  private mutating func saveAsItStands() -> [Effect] {
    guard let current, let session = sessions[current] else { return [] }
    guard session.isUnsaved else { return say(.information, "Nothing to save: the request is as in its file") }
    if session.isGone { return askToRemake(current, session) }
    if session.onDisk != nil { return showConflict(current, savesAfter: true) }
    switch current {
    case .file: return [save(current)].compactMap(\.self)
    case .scratch, .history:
      guard let folder = folderOfCursor else {
        savedInNewCollection = current
        return askForNewCollection()
      }
      return apply(.overlay(.show(.prompt(.saveAs(current, folder: folder, name: session.draft.name)))))
    }
  }

  private mutating func askToRemake(_ key: RequestKey, _ session: RequestSession) -> [Effect] {
    endsWhenSaved = false
    let question = Question.confirm(
      "Another program removed the file of \(session.draft.name). Make it again?", yes: .files(.remake(key)))
    return apply(.overlay(.show(.question(question))))
  }

  mutating func applySaving(_ action: FileAction) -> [Effect] {
    switch action {
    case .saved(let key, let definition):
      sessions[key]?.saving = nil
      sessions[key]?.saved = definition
      return say(.information, "Saved \(definition.name)") + journal(key) + endIfAllSaved()
    case .saveFailed(let key, let text):
      sessions[key]?.saving = nil
      endsWhenSaved = false
      return say(.error, "Not saved. \(text)")
    case .merged(let key, let definition): return merged(key, definition)
    case .consentNeeded(let key, let consent, let what, let folder):
      endsWhenSaved = false
      sessions[key]?.saving = nil
      let question = Question.confirm(
        "\(what). Save all the same?", yes: .files(.consented(key, consent, folder: folder)))
      return showUnasked(.question(question), orSay: "\(what). Not saved: ^S asks again")
    case .consented(let key, let consent, let folder?):
      return sessions[key].map { [.files(.saveAs(key, $0.draft, folder: folder, consent))] } ?? []
    case .consented(let key, let consent, nil): return [save(key, consent)].compactMap(\.self)
    case .savedAs(let key, let path, let definition):
      return savedAs(key, path: path, definition)
    case .conflicted(let key, let version): return conflicted(key, version)
    case .conflictDecided(let key, let choice, let savesAfter): return decide(key, choice, savesAfter: savesAfter)
    case .remake(let key):
      guard let session = sessions[key], let folder = key.path?.folderPath else { return [] }
      // The file may have come back while the question was open.
      if !session.isGone { return [save(key)].compactMap(\.self) }
      return [.files(.saveAs(key, session.draft, folder: folder))]
    case .saveAll(let thenEnd): return saveAll(thenEnd: thenEnd)
    default: return []
    }
  }

  /// Completes a save merged with another program's changes; edits since the save stay.
  private mutating func merged(_ key: RequestKey, _ definition: RequestDefinition) -> [Effect] {
    guard let session = sessions[key] else { return [] }
    let sent = session.saving ?? session.draft
    if let saved = session.saved { apply(UndoFeature.Action.rebased(key, from: saved, onto: definition)) }
    sessions[key]?.saving = nil
    sessions[key]?.onDisk = nil
    sessions[key]?.saved = definition
    sessions[key]?.draft = DefinitionMerge(base: sent, mine: session.draft, theirs: definition).merged
    return say(.information, "Saved \(definition.name), with what another program had changed in it")
      + journal(key) + endIfAllSaved()
  }

  /// Records the unsaved changes of a request in the journal, or removes them.
  private func journal(_ key: RequestKey) -> [Effect] {
    guard let session = sessions[key] else { return [.files(.journal(key, nil))] }
    return [.files(.journal(key, session.isDraft ? session.draft : nil))]
  }

  private mutating func savedAs(_ key: RequestKey, path: String, _ definition: RequestDefinition) -> [Effect] {
    guard var session = sessions.removeValue(forKey: key) else { return [] }
    let file = RequestKey.file(path)
    session.key = file
    session.saved = definition
    session.draft = definition
    session.isGone = false
    session.id = workspace.request(at: path)?.id
    sessions[file] = session
    if current == key { current = file }
    if case .scratch = key { rebuildTree() }
    apply(UndoFeature.Action.moved(key, to: file))
    return [.files(.journal(key, nil))] + endIfAllSaved()
  }

  /// The drafts that quitting would leave unsaved.
  var drafts: [RequestSession] {
    sessions.values.filter { session in
      switch session.key {
      case .history: return false
      // It is restored at the next start.
      case .scratch where draftsAreKept: return false
      case .scratch, .file: break
      }
      return session.isUnsaved && session.fault == nil
    }
  }

  /// `q`: quits immediately if nothing would be lost, else asks once.
  mutating func quitRequested() -> [Effect] {
    leaveEditing() + askBeforeQuitting()
  }

  private mutating func askBeforeQuitting() -> [Effect] {
    let count = drafts.count
    let sending = sessions.values.contains { if case .sending = $0.response.phase { true } else { false } }
    if count == 0, !sending { return apply(.end) }
    if count == 0 {
      let question = Question.confirm("A request is still running. Quit and cancel it?", yes: .end)
      return apply(.overlay(.show(.question(question))))
    }
    var what = count == 1 ? "\(drafts[0].draft.name) has unsaved changes" : "\(count) requests have unsaved changes"
    if !draftsAreKept { what += ", and drafts cannot be kept" }
    var choices: [Question.Choice] = [
      .init("s", "save and quit", .files(.saveAll(thenEnd: true))),
      .init("k", "keep as drafts and quit", .end),
      .init("d", "discard and quit", .files(.saveAll(thenEnd: false))), .init("n", "stay", nil),
    ]
    // Keeping drafts is not offered unless they would be restored: a kept draft needs a file.
    if !draftsAreKept || drafts.contains(where: { $0.key.path == nil }) { choices.remove(at: 1) }
    return apply(.overlay(.show(.question(Question(what, choices)))))
  }

  /// Saves or discards all drafts, and ends after the last write.
  private mutating func saveAll(thenEnd: Bool) -> [Effect] {
    if !thenEnd {
      let effects = drafts.map { Effect.files(.journal($0.key, nil)) }
      return effects + apply(.end)
    }
    endsWhenSaved = true
    // Drafts that need a decision come first and keep the program open.
    if let session = drafts.first(where: { $0.isGone || $0.onDisk != nil }) {
      endsWhenSaved = false
      return show(session.key) + saveAsItStands()
    }
    return drafts.compactMap { save($0.key) } + endIfAllSaved()
  }

  private mutating func endIfAllSaved() -> [Effect] {
    guard endsWhenSaved else { return [] }
    let left = drafts
    if left.isEmpty { return apply(.end) }
    // Requests without a file need a name before the program ends.
    if left.allSatisfy({ $0.key.path == nil }), let first = left.first, overlay == nil, let folder = folderOfCursor {
      current = first.key
      return apply(.overlay(.show(.prompt(.saveAs(first.key, folder: folder, name: first.draft.name)))))
    }
    return []
  }
}
