import Sessions
import Terminal
import Workspaces

/// The environments of the open collection, the chosen one, and the editor that changes them.
///
/// It does not know the requests that use them: it delegates work elsewhere through an `Outcome`.
package enum EnvironmentFeature {
  /// What it needs to know about the rest of the program.
  struct Surroundings {
    var size: Size
    var unicode: Bool
    /// Root of the current collection.
    var collection: String?
    /// The variables in scope of the open request, for completion.
    var variables: VariableTable?
    /// Whether the environments are still being read, so that it is unknown whether there are any.
    var areAwaited: Bool
  }

  /// What the feature asks its surroundings to do.
  enum Outcome: Equatable {
    case work(EnvironmentEffect)
    case said(Message.Kind, String)
    /// The values that requests resolve to may have changed.
    case valuesChanged
    /// Another environment is chosen; it is remembered for the next start.
    case choiceChanged
    case pick(Picker)
    /// Opens a file in `$EDITOR`.
    case openFile(String)
    /// A question that opens on its own, and the message to show if it cannot be asked now.
    case ask(String, yes: Action, orSay: String)
    /// A change of trust is written.
    case trusted(TrustChange, isStep: Bool, sends: RequestKey?)
  }

  /// - Parameter editor: the open editor; setting it opens or closes the box.
  static func reduce(
    _ state: inout State, _ editor: inout EnvironmentEditor?, _ action: Action, in surroundings: Surroundings
  ) -> [Outcome] {
    switch action {
    case .loaded(let all, let unreadable, let faults): return load(&state, &editor, all, unreadable, faults)
    case .chooseRequested:
      guard !state.names.isEmpty || surroundings.areAwaited else { return edit(state, &editor, in: surroundings) }
      return [.pick(.environments(state))]
    case .chosen(let name): return choose(name, &state)
    case .newRequested:
      let outcomes = edit(state, &editor, in: surroundings)
      editor?.ask(.new)
      return outcomes
    case .editRequested(let name):
      if let name, state.all.contains(where: { $0.name == name }) { state.chosen = name }
      return edit(state, &editor, in: surroundings)
    case .variableSought(let name, let environment):
      let outcomes = edit(state, &editor, in: surroundings)
      editor?.seek(name, in: environment)
      settle(&editor, in: surroundings)
      return outcomes
    case .created(let name):
      guard let collection = surroundings.collection else { return [] }
      return [.work(.create(collection: collection, Environment(name: name)))]
    case .pressed, .pasted, .clicked, .cellKept: return type(&state, &editor, action, in: surroundings)
    case .changed(let all, let select, let said):
      return changed(&state, &editor, all, select: select, said: said, in: surroundings)
    case .failed(let text):
      // The edited text stays in the editor while it is open.
      state.pending = max(0, state.pending - 1)
      return [.said(.error, "Not written: \(text)")]
    case .consentNeeded(let effect, let what):
      // Without consent the files do not change, and the screen returns to their state.
      state.pending = max(0, state.pending - 1)
      editor?.forget(effect)
      let back = surroundings.collection.map { Outcome.work(.load(collection: $0)) }
      let question = "\(what). Write it anyway?"
      let later = "\(what). Not written: the next change asks again"
      return [back].compactMap(\.self) + [.ask(question, yes: .consented(effect), orSay: later)]
    case .trusted(let all, let change, let isStep, let sends):
      let isHere = surroundings.collection == change.collection && change.environment != nil
      state.pending = max(0, state.pending - 1)
      let loaded = isHere ? load(&state, &editor, all, state.unreadable, state.faults) : []
      return loaded + [.trusted(change, isStep: isStep, sends: sends)]
    case .consented(let effect):
      state.pending += 1
      editor?.remember(effect)
      return [.work(effect)]
    }
  }

  /// - Parameter name: `nil` for none.
  static func choose(_ name: String?, _ state: inout State) -> [Outcome] {
    state.chosen = name
    state.wasChosen = true
    return [
      .valuesChanged, .choiceChanged, .said(.information, name.map { "Environment: \($0)" } ?? "No environment"),
    ]
  }

  private static func load(
    _ state: inout State, _ editor: inout EnvironmentEditor?, _ all: [Environment], _ unreadable: [String],
    _ faults: [String: Notice]
  ) -> [Outcome] {
    // Changes being written are newer than this result.
    guard state.pending == 0 else { return [] }
    if editor?.isBrowsing == true {
      let shown = editor?.shownName
      if editor?.environments != all { editor?.adopt(all, select: nil) }
      editor?.adopt(broken: unreadable, faults, showing: shown)
    }
    state.faults = faults
    let former = state.names
    state.all = all
    state.isLoaded = true
    state.unreadable = unreadable
    var outcomes: [Outcome] = []
    if let chosen = state.chosen, !state.names.contains(chosen) {
      state.chosen = nil
      if state.wasChosen {
        let now = former.contains(chosen) ? " any more" : ""
        outcomes = [.said(.warning, "There is no environment \(chosen)\(now): none is chosen")]
      }
    }
    if state.chosen == nil, !state.wasChosen { state.chosen = all.first { !$0.isProtected }?.name }
    return outcomes + [.valuesChanged]
  }

  /// Adopts the state of the files once no other change is being written.
  private static func changed(
    _ state: inout State, _ editor: inout EnvironmentEditor?, _ all: [Environment], select: String?, said: String,
    in surroundings: Surroundings
  ) -> [Outcome] {
    state.pending = max(0, state.pending - 1)
    guard state.pending == 0 else { return [.valuesChanged] }
    let outcomes = load(&state, &editor, all, state.unreadable, state.faults)
    if editor?.isBrowsing == true {
      editor?.adopt(all, select: select)
      settle(&editor, in: surroundings)
    }
    return outcomes + (said.isEmpty ? [] : [.said(.information, said)])
  }

  static func settle(_ editor: inout EnvironmentEditor?, in surroundings: Surroundings) {
    guard let count = editor?.rows.count else { return }
    editor?.cursor.settle(count: count, height: EnvironmentEditorLayout(size: surroundings.size).rows.height)
  }
}
