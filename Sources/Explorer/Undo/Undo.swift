package import SessionModel
package import Terminal
package import Workspaces

/// Undo and redo across edits and changes of files.
package struct Undo: Feature {
  package enum Step: Equatable, Sendable {
    case edit(RequestKey, before: RequestDefinition, after: RequestDefinition)
    /// A change of files, with the token that undoes it.
    case files(FileUndo)
    /// Certificates that the user began to trust.
    case trust(TrustChange)
    /// A variable set in an environment.
    case environment(collection: String, before: Environment, after: Environment)
  }

  package private(set) var steps = UndoStack<Step>()
  /// The step that was refused last.
  private var refused: FileUndo?

  package enum Action: Equatable, Sendable {
    /// `u`, after the edited text was taken, which may be a step.
    case undoRequested
    case redoRequested
    /// Records a step. Consecutive edits of the same group form one step.
    case recorded(Step, group: Int? = nil)
    /// A request's file has moved, or a request has been saved to its first file.
    case moved(RequestKey, to: RequestKey)
    /// The base of a request has changed: rebases its steps.
    case rebased(RequestKey, from: RequestDefinition, onto: RequestDefinition)
    /// A change of files could not be undone or redone.
    case refused(FileUndo, String)
  }

  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .undoRequested: step(undoing: true, in: &context)
    case .redoRequested: step(undoing: false, in: &context)
    case .recorded(let step, let group): record(step, group: group)
    case .moved(let key, let place): move(key, to: place)
    case .rebased(let key, let base, let other): rebase(key, from: base, onto: other)
    case .refused(let step, let why):
      let next = refuse(step) ? "Press the key again to retry" : "Skipped from now on: \(step.label)"
      context.say("Not undone: \(why). \(next)", .error)
    }
  }

  /// Undoes or redoes the newest step, and moves it to the other list.
  private mutating func step(undoing: Bool, in context: inout FeatureContext) {
    steps.seal()
    guard let step = undoing ? steps.done.last : steps.undone.last else {
      return context.say(undoing ? "Nothing to undo" : "Nothing to redo")
    }
    switch step {
    case .files(let token): context.run(.files(.change(.undo(token))))
    case .trust(let change):
      let change = undoing ? change.inverse : change
      context.perform(.environment(.trustRequested(change, isStep: false, sends: nil)))
    case .environment(let collection, let before, let after):
      let (now, target) = undoing ? (after, before) : (before, after)
      context.perform(.environment(.restored(collection: collection, from: now, to: target)))
    case .edit(let key, let before, let after):
      let target = undoing ? before : after
      guard context.app.sessions[key] != nil else {
        // The step stays, so that the user sees the effect of pressing the key again.
        return reopen(key, named: target.name, key: undoing ? "u" : "\(key: "redo")", in: &context)
      }
      context.request(.restored(target), of: key)
      context.open(key)
      context.say(undoing ? "Undone: an edit of \(target.shownName)" : "Redone: an edit of \(target.shownName)")
    }
    if undoing { steps.undo() } else { steps.redo() }
  }

  /// Opens the closed request of a step.
  private mutating func reopen(
    _ key: RequestKey, named name: String, key letter: String, in context: inout FeatureContext
  ) {
    guard let path = key.path, context.app.workspace.lists(path) else {
      changeSteps(of: key) { _, _ in nil }
      return context.say("\(name) is gone, with its undo steps")
    }
    context.open(key)
    context.say("\(name) is open again: press \(letter) again to undo")
  }
}

/// The steps.
extension Undo {
  /// Records a step; consecutive edits of the same group form one step, or none if nothing has changed.
  private mutating func record(_ step: Step, group: Int?) {
    steps.record(step, group: group) { last in
      guard case .edit(let key, let before, _) = last, case .edit(key, _, let after) = step else { return nil }
      return .edit(key, before: before, after: after)
    }
    if case .edit(_, let before, let after)? = steps.done.last, before == after {
      steps.done.removeLast()
      steps.seal()
    }
  }

  var keys: Set<RequestKey> {
    Set((steps.done + steps.undone).compactMap { if case .edit(let key, _, _) = $0 { key } else { nil } })
  }

  private mutating func move(_ key: RequestKey, to place: RequestKey) {
    changeSteps(of: key) { .edit(place, before: $0, after: $1) }
  }

  /// Rebases the steps of a request from `base` onto `other`, so that undoing one does not revert changes by others.
  private mutating func rebase(_ key: RequestKey, from base: RequestDefinition, onto other: RequestDefinition) {
    guard base != other else { return }
    func moved(_ definition: RequestDefinition) -> RequestDefinition {
      DefinitionMerge(base: base, mine: definition, theirs: other).merged
    }
    changeSteps(of: key) { .edit(key, before: moved($0), after: moved($1)) }
  }

  /// - Parameter change: the changed edit; `nil` drops it.
  private mutating func changeSteps(
    of key: RequestKey, _ change: (RequestDefinition, RequestDefinition) -> Step?
  ) {
    steps.adapt { step in if case .edit(key, let before, let after) = step { change(before, after) } else { step } }
  }

  /// Restores a step that could not be undone or redone, for another attempt. The second time, the step is dropped,
  /// so that the steps before it stay reachable.
  /// - Returns: true if the step was restored.
  private mutating func refuse(_ files: FileUndo) -> Bool {
    let wasUndo = steps.undone.contains(.files(files))
    steps.adapt { $0 == .files(files) ? nil : $0 }
    let isKept = refused != files
    refused = isKept ? files : nil
    guard isKept else { return false }
    if wasUndo { steps.done.append(.files(files)) } else { steps.undone.append(.files(files)) }
    return true
  }
}

/// Undoes a change of files; only the service that made the change understands the token.
package struct FileUndo: Hashable, Sendable {
  package var token: String
  /// For example `Deleted Get user`.
  package var label: String

  package init(token: String, label: String) {
    self.token = token
    self.label = label
  }
}

/// Commands that undo and redo changes. An edited text counts as a step not recorded yet.
enum UndoCommands {
  static let all: [Command] = [undo, redo]

  static let undo = Command(
    "undo", "Undo", [.character("u")], section: .editing, rank: 130, footer: .word("undo"),
    refusal: { $0.undo.steps.done.isEmpty && !$0.isEditingText ? "Nothing to undo" : nil },
    handler: { $0.leaveEditing() + $0.apply(.undoRequested, to: \.undo) })

  private static let redo = Command(
    "redo", "Redo", [.control("y")], section: .editing, rank: 140,
    refusal: { $0.undo.steps.undone.isEmpty && !$0.isEditingText ? "Nothing to redo" : nil },
    action: .undo(.redoRequested))
}
