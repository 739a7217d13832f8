import Workspaces

extension AppState {
  /// `^S`: writes the draft; a request without a file is asked for its name first.
  mutating func saveRequested() -> [Effect] {
    endEditing() + saveAsItStands()
  }

  private mutating func saveAsItStands() -> [Effect] {
    guard let current, let session = sessions[current] else { return [] }
    guard session.isDraft else { return say(.information, "Nothing to save: the request is as in its file") }
    switch current {
    case .file:
      guard let saved = session.saved else { return [] }
      return [.files(.save(current, from: saved, to: session.draft, []))]
    case .scratch, .history:
      guard let folder = folderOfCursor else {
        return say(.warning, "There is no collection to save it in")
      }
      return apply(.overlay(.show(.prompt(.saveAs(current, folder: folder, name: session.draft.name)))))
    }
  }

  mutating func applySaving(_ action: FileAction) -> [Effect] {
    switch action {
    case .saved(let key, let definition):
      sessions[key]?.saved = definition
      return say(.information, "Saved \(definition.name)") + [.files(.journal(key, nil))] + endIfAllSaved()
    case .merged(let key, let definition):
      sessions[key]?.saved = definition
      sessions[key]?.draft = definition
      return say(.information, "Saved \(definition.name), with what another program had changed in it")
        + [.files(.journal(key, nil))] + endIfAllSaved()
    case .consentNeeded(let key, let consent, let what):
      endsWhenSaved = false
      let question = Question.confirm("\(what). Save all the same?", yes: .files(.consented(key, consent)))
      return apply(.overlay(.show(.question(question))))
    case .consented(let key, let consent):
      guard let session = sessions[key], let saved = session.saved else { return [] }
      return [.files(.save(key, from: saved, to: session.draft, consent))]
    case .savedAs(let key, let path, let definition):
      return savedAs(key, path: path, definition)
    case .conflicted(let key, let onDisk):
      return askAboutConflict(key, onDisk: onDisk)
    case .overwrite(let key):
      guard let session = sessions[key], let saved = session.saved else { return [] }
      return [.files(.save(key, from: saved, to: session.draft, .overwriting))]
    case .reload(let key):
      sessions[key] = nil
      return [.files(.journal(key, nil)), .files(.loadRequest(key))]
    case .saveAll(let thenEnd): return saveAll(thenEnd: thenEnd)
    default: return []
    }
  }

  private mutating func savedAs(_ key: RequestKey, path: String, _ definition: RequestDefinition) -> [Effect] {
    guard var session = sessions.removeValue(forKey: key) else { return [] }
    let file = RequestKey.file(path)
    session.key = file
    session.saved = definition
    session.draft = definition
    session.id = workspace.request(at: path)?.id
    sessions[file] = session
    if current == key { current = file }
    return [.files(.journal(key, nil))] + endIfAllSaved()
  }

  private mutating func askAboutConflict(_ key: RequestKey, onDisk: RequestDefinition) -> [Effect] {
    let name = sessions[key]?.draft.name ?? onDisk.name
    let question = Question(
      "The file of \(name) changed on disk since you opened it",
      [
        .init("o", "overwrite it with yours", .files(.overwrite(key))),
        .init("r", "read it and lose yours", .files(.reload(key))), .init("n", "decide later", nil),
      ])
    return apply(.overlay(.show(.question(question))))
  }

  /// The drafts that quitting would leave unsaved.
  var drafts: [RequestSession] {
    sessions.values.filter { session in
      if case .history = session.key { return false }
      return session.isDraft && session.fault == nil
    }
  }

  /// `q`: at once when nothing would be lost, else one question.
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
    let what = count == 1 ? "\(drafts[0].draft.name) has unsaved changes" : "\(count) requests have unsaved changes"
    let question = Question(
      what,
      [
        .init("s", "save and quit", .files(.saveAll(thenEnd: true))),
        .init("k", "keep as drafts and quit", .end),
        .init("d", "discard and quit", .files(.saveAll(thenEnd: false))), .init("n", "stay", nil),
      ])
    return apply(.overlay(.show(.question(question))))
  }

  /// Saves every draft (or forgets them all) and ends when the last one is written.
  private mutating func saveAll(thenEnd: Bool) -> [Effect] {
    if !thenEnd {
      let effects = drafts.map { Effect.files(.journal($0.key, nil)) }
      return effects + apply(.end)
    }
    endsWhenSaved = true
    return drafts.flatMap { session -> [Effect] in
      guard case .file = session.key, let saved = session.saved else { return [] }
      return [.files(.save(session.key, from: saved, to: session.draft, []))]
    } + endIfAllSaved()
  }

  private mutating func endIfAllSaved() -> [Effect] {
    guard endsWhenSaved else { return [] }
    let left = drafts
    if left.isEmpty { return apply(.end) }
    // What has no file yet needs a name, so it is asked for one before the end.
    if left.allSatisfy({ $0.key.path == nil }), let first = left.first, overlay == nil, let folder = folderOfCursor {
      current = first.key
      return apply(.overlay(.show(.prompt(.saveAs(first.key, folder: folder, name: first.draft.name)))))
    }
    return []
  }
}
