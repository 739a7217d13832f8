import Sessions
import Workspaces

/// What an opened request has to do with its file: saving it, and taking over what other programs write into it.
///
/// It writes no file and shows nothing: it delegates that through an `Outcome`.
enum FileFeature {
  struct State: Equatable {
    /// `nil` if the request was closed while its file was being worked on.
    var session: RequestSession?
    /// Quitting waits until the last draft is written.
    var endsWhenSaved = false
  }

  struct Surroundings {
    var key: RequestKey
    /// Whether it is the open request.
    var isCurrent: Bool
    /// Whether input goes to a text or a box, so that nothing may be asked now.
    var isOccupied: Bool
    /// The folder of the workspace.
    var workspace: String
  }

  enum Action: Equatable {
    /// `^S`, after the edited text was taken.
    case saveRequested
    /// Shows both versions of a conflict.
    case conflictRequested(savesAfter: Bool)
    /// All drafts are being saved: this one, too.
    case writeRequested
    /// Nothing is edited any more: what the file has waits no longer.
    case settled
    case told(FileAction)
  }

  /// What the feature asks its surroundings to do.
  enum Outcome: Equatable {
    case said(Message.Kind, String)
    case work(FileEffect)
    case ask(ChoiceQuestion<FileAction>)
    /// Asks unless the user is busy elsewhere; then says what was not done.
    case askUnasked(ChoiceQuestion<FileAction>, orSay: String)
    /// Asks for the name of a request without a file.
    case askName
    case show(ConflictPage)
    /// Its steps of undo have another base, or there is one more.
    case rebased(from: RequestDefinition, onto: RequestDefinition)
    case recorded(before: RequestDefinition, after: RequestDefinition)
    /// The draft's own variables changed, so that others are in scope.
    case variablesChanged
    /// A draft is written: a program that waits for the last one may end.
    case written
  }

  static func reduce(_ state: inout State, _ action: Action, in surroundings: Surroundings) -> [Outcome] {
    FileTurn.take(&state, action, in: surroundings)
  }
}

/// The handling of one action of the feature.
struct FileTurn: FeatureTurn {
  typealias Outcome = FileFeature.Outcome

  var state = FileFeature.State()
  let given: FileFeature.Surroundings

  init(given: FileFeature.Surroundings) { self.given = given }

  var session: RequestSession? {
    get { state.session }
    _modify { yield &state.session }
  }

  var key: RequestKey { given.key }

  func say(_ kind: Message.Kind, _ text: String) -> [Outcome] { [.said(kind, text)] }

  mutating func apply(_ action: FileFeature.Action) -> [Outcome] {
    switch action {
    case .saveRequested: return saveAsItStands()
    case .conflictRequested(let savesAfter): return showConflict(savesAfter: savesAfter)
    case .writeRequested: return save()
    case .settled: return takeOver()
    case .told(let action): return hear(action)
    }
  }

  private mutating func hear(_ action: FileAction) -> [Outcome] {
    switch action {
    case .saved(_, let definition):
      session?.saving = nil
      session?.saved = definition
      return say(.information, "Saved \(definition.name)") + [journal, .written]
    case .saveFailed(_, let text):
      session?.saving = nil
      state.endsWhenSaved = false
      return say(.error, "Not saved: \(text)")
    case .merged(_, let definition): return merged(definition)
    case .consentNeeded(_, let consent, let what, let folder):
      state.endsWhenSaved = false
      session?.saving = nil
      let question = ChoiceQuestion<FileAction>.confirm(
        "Save", "\(what). Save anyway?", yes: .consented(key, consent, folder: folder))
      return [.askUnasked(question, orSay: "\(what). Not saved: \(key: "save") asks again")]
    case .consented(_, let consent, let folder?):
      return session.map { [.work(.saveAs(key, $0.draft, folder: folder, consent))] } ?? []
    case .consented(_, let consent, nil): return save(consent)
    case .conflicted(_, let version): return conflicted(version)
    case .conflictDecided(_, let choice, let savesAfter): return decide(choice, savesAfter: savesAfter)
    case .copyKept: return copyKept()
    case .changedOnDisk(_, let version): return changed(version)
    case .refreshed(_, let version): return changed(version, isOurs: true)
    case .remake:
      guard let session, let folder = key.path?.folderPath else { return [] }
      // The file may have come back while the question was open.
      return session.isGone ? [.work(.saveAs(key, session.draft, folder: folder))] : save()
    // These concern the tree, or no particular request.
    default: return []
    }
  }

  /// Records the unsaved changes of the request in the journal, or removes them.
  var journal: Outcome {
    .work(.journal(key, session.flatMap { $0.isDraft ? $0.draft : nil }))
  }
}
