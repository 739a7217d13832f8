package import SessionModel
import Terminal
package import Workspaces

/// An open request and its file: saves it, and adopts changes made by other programs.
package struct OpenFile: Feature {
  package enum Action: Equatable, Sendable {
    /// Saves the request as `^S` does, once the edited text has been committed.
    case saveRequested
    /// Saves the draft, as one of all.
    case writeRequested
    case saved(RequestDefinition)
    /// The draft could not be saved, for the given reason, and stays a draft.
    case saveFailed(String)
    /// The draft was saved, merged with another program's changes to other fields.
    case merged(RequestDefinition)
    /// A save would do something that needs the consent described in the text.
    case consentNeeded(SaveConsent, String, folder: String? = nil)
    case consented(SaveConsent, folder: String? = nil)
    /// Creates the missing file of a draft again.
    case remake
    /// Another program changed the file. Carries the new version.
    case changedOnDisk(DiskVersion)
    /// A change made in Apus wrote to the file.
    case refreshed(DiskVersion)
    /// A save found the same field changed on disk. Carries the version on disk.
    case conflicted(DiskVersion)
    /// Shows both versions of a request that another program changed, too.
    case conflictRequested(savesAfter: Bool)
    case conflictDecided(ConflictChoice, savesAfter: Bool)
    /// The copy of a draft exists, so the file's version can replace the draft.
    case copyKept
    /// Editing may have ended, so a waiting disk version can be adopted.
    case settled
  }

  var key = RequestKey.scratch(0)
  /// `nil` if the request was closed while its file was being worked on.
  var session: RequestSession?

  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .saveRequested: saveAsItStands(in: &context)
    case .writeRequested: save(in: &context)
    case .settled: takeOver(in: &context)
    case .conflictRequested(let savesAfter): showConflict(savesAfter: savesAfter, in: &context)
    case .saved(let definition):
      session?.saving = nil
      session?.saved = definition
      context.say("Saved \(definition.name)")
      written(in: &context)
    case .saveFailed(let text):
      session?.saving = nil
      context.perform(.switching(.stayed))
      context.say("Not saved: \(text)", .error)
    case .merged(let definition): merged(definition, in: &context)
    case .consentNeeded(let consent, let what, let folder):
      session?.saving = nil
      context.perform(.switching(.stayed))
      if isOccupied(context.app) {
        return context.say("\(what). Not saved: \(key: "save") asks again", .warning)
      }
      context.ask(
        .confirm("Save", "\(what). Save anyway?", yes: .openFile(.consented(consent, folder: folder), of: key)))
    case .consented(let consent, let folder?):
      if let session { context.run(.files(.saveAs(key, session.draft, folder: folder, consent))) }
    case .consented(let consent, nil): save(consent, in: &context)
    case .conflicted(let version): conflicted(version, in: &context)
    case .conflictDecided(let choice, let savesAfter): decide(choice, savesAfter: savesAfter, in: &context)
    case .copyKept: copyKept(in: &context)
    case .changedOnDisk(let version): changed(version, in: &context)
    case .refreshed(let version): changed(version, isOurs: true, in: &context)
    case .remake: remake(in: &context)
    }
  }
}

/// Saving.
extension OpenFile {
  private mutating func saveAsItStands(in context: inout FeatureContext) {
    guard let session else { return }
    guard session.isUnsaved else { return context.say("Nothing to save: there are no changes") }
    if session.isGone {
      context.perform(.switching(.stayed))
      let text = "The file of \(session.draft.name) was removed. Create it again?"
      return context.ask(.confirm("Save", text, yes: .openFile(.remake, of: key)))
    }
    if session.onDisk != nil { return showConflict(savesAfter: true, in: &context) }
    switch key {
    case .file: save(in: &context)
    case .scratch, .history: context.perform(.files(.nameRequested(key)))
    }
  }

  private mutating func remake(in context: inout FeatureContext) {
    guard let session, let folder = key.path?.folder else { return }
    // The file may have come back while the question was open.
    guard session.isGone else { return save(in: &context) }
    context.run(.files(.saveAs(key, session.draft, folder: folder)))
  }

  private mutating func save(_ consent: SaveConsent = [], in context: inout FeatureContext) {
    guard case .file = key, let session, session.saved != nil, session.isDraft else { return }
    self.session?.saving = session.draft
    context.run(.files(.save(key, session.draft, consent)))
  }

  /// Completes a save merged with another program's changes; edits since the save stay.
  private mutating func merged(_ definition: RequestDefinition, in context: inout FeatureContext) {
    guard let session else { return }
    let sent = session.saving ?? session.draft
    self.session?.saving = nil
    self.session?.onDisk = nil
    self.session?.saved = definition
    self.session?.draft = DefinitionMerge(base: sent, mine: session.draft, theirs: definition).merged
    if let base = session.saved { context.perform(.undo(.rebased(key, from: base, onto: definition))) }
    context.say("Saved \(definition.name), merged with another program's changes")
    written(in: &context)
  }

  /// Records the changes that are still unsaved in the journal, and that a draft has been written.
  private func written(in context: inout FeatureContext) {
    context.run(.files(.journal(key, session.flatMap { $0.isDraft ? $0.draft : nil })))
    context.perform(.switching(.written))
  }
}

/// Changes of the file by other programs.
extension OpenFile {
  private mutating func changed(_ version: DiskVersion, isOurs: Bool = false, in context: inout FeatureContext) {
    guard session != nil else { return }
    session?.onDisk = version
    session?.isConflicted = false
    session?.isGone = false
    takeOver(isOurs: isOurs, in: &context)
  }

  /// Merges a request with its file: base, draft and disk version. A version that arrives during editing waits until
  /// editing ends. Changes made by Apus itself have already been reported.
  private mutating func takeOver(isOurs: Bool = false, in context: inout FeatureContext) {
    guard let session, let version = session.onDisk, !session.isConflicted, session.editor.editing == nil,
      session.saving == nil
    else { return }
    let theirs = version.definition
    if session.fault != nil {
      self.session?.fault = nil
      return adopt(version, draft: theirs, in: &context)
    }
    guard let base = session.saved, session.isDraft else {
      adopt(version, draft: theirs, in: &context)
      if key == context.app.current, !isOurs { context.say("\(theirs.name) changed on disk: reloaded") }
      return
    }
    let merge = DefinitionMerge(base: base, mine: session.draft, theirs: theirs)
    guard merge.conflicts.isEmpty else {
      self.session?.isConflicted = true
      let field = merge.conflicts[0].field
      return context.say(
        "\(session.draft.name): you and another program changed \(field): \(key: "save") resolves it", .warning)
    }
    adopt(version, draft: merge.merged, in: &context)
    if !isOurs { context.say("\(theirs.name) changed on disk: its changes are merged with yours") }
  }

  /// Makes the disk version the new base of the draft and of its undo steps, so that undo does not revert the other
  /// program's changes.
  private mutating func adopt(_ version: DiskVersion, draft: RequestDefinition, in context: inout FeatureContext) {
    guard let session else { return }
    let theirs = version.definition
    self.session?.saved = theirs
    self.session?.draft = draft
    self.session?.onDisk = nil
    self.session?.isConflicted = false
    if let base = session.saved { context.perform(.undo(.rebased(key, from: base, onto: theirs))) }
    context.run(.files(.adopt(key, version: version.number)))
    context.run(.files(.journal(key, draft == theirs ? nil : draft)))
    // The draft's own variables changed, so that others are in scope.
    guard session.draft.variables != draft.variables, let changed = self.session else { return }
    context.run(.files(.loadVariables(key, draft, context.app.terms(of: changed))))
  }
}

/// The choice between the draft and the version of another program.
extension OpenFile {
  /// Handles a save that found the same field changed on disk.
  private mutating func conflicted(_ version: DiskVersion, in context: inout FeatureContext) {
    context.perform(.switching(.stayed))
    guard let name = session?.draft.name else { return }
    session?.saving = nil
    session?.onDisk = version
    session?.isConflicted = true
    guard !isOccupied(context.app) else {
      return context.say(
        "Not saved: another program changed \(name) in the same place. \(key: "save") resolves the conflict", .warning)
    }
    showConflict(savesAfter: true, in: &context)
  }

  /// True if a text or a box receives the input. The request itself is not in the context.
  private func isOccupied(_ app: AppState) -> Bool {
    var app = app
    app.sessions[key] = session
    return app.isOccupied
  }

  /// Shows both versions side by side, unless they no longer change the same field.
  private mutating func showConflict(savesAfter: Bool, in context: inout FeatureContext) {
    guard let session, let version = session.onDisk, let base = session.saved else { return }
    let merge = DefinitionMerge(base: base, mine: session.draft, theirs: version.definition)
    guard !merge.conflicts.isEmpty else {
      adopt(version, draft: merge.merged, in: &context)
      if savesAfter { save(in: &context) }
      return
    }
    let page = Conflict(
      key: key, mine: session.draft, theirs: version, conflicts: merge.conflicts, savesAfter: savesAfter)
    context.perform(.overlay(.show(.conflict(page))))
  }

  /// Applies the chosen version or both; undo restores the other one.
  private mutating func decide(_ choice: ConflictChoice, savesAfter: Bool, in context: inout FeatureContext) {
    guard let session, let version = session.onDisk, let base = session.saved else { return }
    let mine = session.draft
    let theirs = version.definition
    let merged = DefinitionMerge(base: base, mine: mine, theirs: theirs).merged
    switch choice {
    case .mine:
      settle(
        version, merged, said: "Your version is kept: \(key: "save") saves it", savesAfter: savesAfter, in: &context)
    case .fields(let fields):
      let taken = DefinitionMerge(base: base, mine: mine, theirs: theirs, taking: fields).merged
      settle(
        version, taken, said: "Merged field by field: \(key: "save") saves it", savesAfter: savesAfter, in: &context)
      if taken != merged { record(merged, taken, in: &context) }
    case .theirs:
      adopt(version, draft: theirs, in: &context)
      record(mine, theirs, in: &context)
      context.say("The file's version is shown: \(key: "undo") restores yours")
    case .both:
      var copy = mine
      copy.name = "\(mine.name) (mine)"
      copy.sequence = nil
      let folder = key.path?.folder ?? context.app.workspace.path
      // The draft stays until the copy exists, which a question or a full disk may prevent.
      context.run(.files(.change(.create(copy, folder: folder, keeping: key))))
    }
  }

  /// The copy of the draft is on disk: switches to the file's version.
  private mutating func copyKept(in context: inout FeatureContext) {
    guard let session, let version = session.onDisk else { return }
    adopt(version, draft: version.definition, in: &context)
    record(session.draft, version.definition, in: &context)
  }

  private func record(_ before: RequestDefinition, _ after: RequestDefinition, in context: inout FeatureContext) {
    context.perform(.undo(.recorded(.edit(key, before: before, after: after))))
  }

  /// Rebases the draft on the disk version; saves it if a save led here.
  private mutating func settle(
    _ version: DiskVersion, _ draft: RequestDefinition, said: String, savesAfter: Bool,
    in context: inout FeatureContext
  ) {
    adopt(version, draft: draft, in: &context)
    if savesAfter { save(in: &context) } else { context.say(said) }
  }
}

extension AppState {
  /// An open request with its file. It is empty if the request is closed.
  subscript(file key: RequestKey) -> OpenFile {
    get { OpenFile(key: key, session: sessions[key]) }
    set { sessions[key] = newValue.session }
  }

  /// Applies an action to an open request with its file. A refused save keeps the typed name.
  mutating func apply(_ action: OpenFile.Action, toFile key: RequestKey) -> [Effect] {
    switch action {
    case .saveFailed, .consentNeeded(_, _, .some): boxes.keptTexts.settle(failed: true)
    case .consented(_, .some): boxes.keptTexts.answerAgain()
    default: break
    }
    return apply(action, to: \.[file: key])
  }

  /// Called after every action, because a disk version that arrives during editing waits until editing ends.
  mutating func takeOverFromDisk() -> [Effect] {
    guard let session, session.onDisk != nil else { return [] }
    return apply(.settled, to: \.[file: session.key])
  }
}

extension RequestDefinition {
  /// The definition to write: rows that the screen derived from the URL are omitted if the file has none.
  package func written(over old: RequestDefinition) -> RequestDefinition {
    var copy = self
    if url == old.url, params == old.withQueryInStep.params {
      copy.params = old.params
    } else {
      copy.params.removeAll { param in
        param.place == .path && param.row.value.isEmpty && param.row.note.isEmpty
          && !old.params.contains { $0.place == .path && $0.row.name == param.row.name }
      }
    }
    return copy
  }
}

/// Commands that save the open request, discard its changes and resolve conflicts with other programs.
enum FileCommands {
  static let all: [Command] = [save, discard, resolveConflict]

  private static let save = Command(
    "save", "Save the request", [.control("s")], section: .request, rank: 30,
    footer: .word("save", lead: (1, Context.everywhere)),
    refusal: { state in
      guard let session = state.session else { return "No request is open" }
      if session.fault != nil { return "This file cannot be read, so it cannot be saved" }
      return session.isUnsaved ? nil : "Nothing to save: there are no changes"
    },
    // Commits the text being edited, so that it is saved.
    handler: { $0.endEditing() + $0.change(by: .openFile(.saveRequested)) })

  /// A draft restored at the start has no steps of undo, so this is the only way back to the file.
  private static let discard = Command(
    "discard", "Discard the changes", section: .editing, rank: 145,
    refusal: { state in
      if let refusal = state.refusalWithoutReadableRequest { return refusal }
      guard let session = state.session, session.saved != nil else { return "This request was not saved yet" }
      if session.onDisk != nil { return "Another program changed the file: save to choose a version first" }
      if session.isGone { return "The file was removed: save creates it again" }
      return session.isDraft ? nil : "Nothing to discard: there are no changes"
    },
    handler: { state in
      guard let saved = state.session?.saved else { return [] }
      return state.leaveEditing() + state.request(.changed(saved))
        + state.say(.information, "The changes are discarded: \(key: "undo") brings them back")
    })

  private static let resolveConflict = Command(
    "resolveConflict", "Resolve conflicts with another program's changes", section: .request, rank: 140,
    refusal: { state in
      state.session?.isConflicted == true ? nil : "No conflicts with another program's changes"
    },
    handler: { state in
      state.current.map { state.change(by: .openFile(.conflictRequested(savesAfter: false), of: $0)) } ?? []
    })
}
