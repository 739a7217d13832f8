import Workspaces

extension AppState {
  /// The numbers of the requests without a file, oldest first.
  var scratches: [Int] { sessions.keys.compactMap(\.scratchNumber).sorted() }

  mutating func apply(_ action: ScratchFeature.Action) -> [Effect] {
    var state = ScratchFeature.State(serial: serial)
    let outcomes = ScratchFeature.reduce(&state, action, in: scratchSurroundings)
    serial = state.serial
    return outcomes.flatMap { carryOut($0) }
  }

  /// Begins a request without a file, to type or paste into.
  mutating func beginScratch() -> [Effect] { leaveEditing() + apply(ScratchFeature.Action.begun) }

  mutating func performScratch(_ action: ScratchFeature.Action) -> [Effect] { leaveEditing() + apply(action) }

  /// The clipboard is read beside the screen: who went on to something else is not interrupted.
  mutating func clipboardRead(_ text: String) -> [Effect] {
    guard overlay == nil, !isEditingText else {
      return say(.information, "The clipboard arrived too late: try again")
    }
    if ScratchText(text) != nil { page = nil }
    return apply(ScratchFeature.Action.told(.clipboardRead(text)))
  }

  private var scratchSurroundings: ScratchFeature.Surroundings {
    ScratchFeature.Surroundings(
      open: session, isFocused: focus == .request, isEditing: isEditingText, isEditable: refusalToEdit == nil,
      blank: sessions.first { $0.value.isEntry }?.key, session: { [sessions] in sessions[.scratch($0)] },
      collection: currentCollection, workspace: workspace, now: now)
  }

  private mutating func carryOut(_ outcome: ScratchFeature.Outcome) -> [Effect] {
    switch outcome {
    case .said(let kind, let text): return say(kind, text)
    case .readClipboard: return [.system(.readClipboard)]
    case .ask(let question):
      return apply(.overlay(.show(.question(question.map(\.action)))))
    case .act(let action): return apply(ScratchFeature.Action.told(action))
    case .added(let session):
      sessions[session.key] = session
      return []
    case .removed(let key):
      sessions[key] = nil
      return []
    case .left(let key):
      forgetBlankScratch(key)
      return []
    case .show(let key): return show(key)
    case .hide(let key):
      if current == key { current = nil }
      return []
    case .listed:
      rebuildTree()
      return []
    case .select(let number):
      showInTree(.scratch(number))
      return []
    case .journal(let key, let draft): return [.files(.journal(key, draft))]
    case .commit: return endEditing()
    case .editURL: return editURL()
    case .change(let definition): return edit { $0 = definition }
    case .send: return perform(CommandTable.send)
    case .open(let node):
      showInTree(.request(node.path))
      return open(node)
    case .lookUp(let key, let path): return [.files(.findPath(key, path))]
    case .importFile(let path):
      // If it cannot be imported, the path comes back with `I`.
      keptTexts.answer(path, of: .prompt(.importSource))
      return importSource(.path(path))
    case .openWorkspace(let path): return apply(SwitchAction.chosen(paths: [path]))
    case .passOn(let text):
      return focus == .request && session != nil ? request(.pasted(text)) : refusePaste(of: text)
    }
  }

  /// Removes a blank request once another one is shown, and one with a text that is none: the text comes back with `^O`.
  mutating func forgetBlankScratch(_ key: RequestKey?) {
    guard let key, key != current, let session = sessions[key], session.isEntry else { return }
    keptTexts.keep(session.draft.address, of: .smartLine)
    sessions[key] = nil
    rebuildTree()
  }
}

extension ScratchFeature.Answer {
  fileprivate var action: Action {
    switch self {
    case .act(let action): .scratch(action)
    case .replace(let key, let definition): .request(.changed(key, definition))
    }
  }
}
