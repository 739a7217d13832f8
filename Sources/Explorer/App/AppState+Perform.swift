import Terminal

extension AppState {
  /// Does what a command asks, wherever the user is; says in the bottom line why not where it cannot be done.
  mutating func perform(_ command: Command) -> [Effect] {
    // Fingers are faster than files: what was opened a moment ago is meant, not what is still shown.
    if command == .send, opening != nil {
      sendsOnceOpen = true
      return []
    }
    if let reason = refusal(of: command) { return reason.isEmpty ? [] : say(.information, reason) }
    if let effects = performEverywhere(command) { return effects }
    switch focus {
    case .tree: return performInTree(command)
    case .request: return performInRequest(command)
    case .response: return performInResponse(command)
    }
  }

  /// Commands that mean the same in every pane; `nil` for those that the focused pane gives a meaning.
  private mutating func performEverywhere(_ command: Command) -> [Effect]? {
    switch command {
    case .send: return sendRequested()
    case .save: return saveRequested()
    case .undo: return undoRequested()
    case .redo: return redoRequested()
    case .nextPane: return moveFocus(by: 1)
    case .previousPane: return moveFocus(by: -1)
    case .editURL, .chooseMethod, .chooseBodyKind, .chooseAuthentication, .formatBody:
      return performInRequest(command)
    case .copyAsCurl, .compareWith: return performInResponse(command)
    case .jump: return apply(.overlay(.show(.picker(.jump(in: workspace)))))
    case .findInFiles: return leaveEditing() + apply(.overlay(.show(.find(FindPage()))))
    case .history: return goToHistory()
    case .filterHistory: return askForHistoryFilter()
    case .keepHistory: return askForRetention()
    case .resendToday: return current.map { resendToday($0) } ?? []
    case .resolveConflict: return current.map { showConflict($0, savesAfter: false) } ?? []
    case .convertCollection: return convertRequested()
    case .chooseEnvironment, .editEnvironment: return performOnEnvironment(command)
    case .zoom, .cycleLayout, .grow, .shrink: return rearrange(command)
    case .chooseTheme: return apply(.overlay(.show(.picker(.themes(current: theme.name)))))
    case .palette: return apply(.overlay(.show(.picker(.palette(for: self)))))
    case .help: return apply(.overlay(.show(.help(HelpPage(context: context)))))
    case .suspend: return [.system(.suspend)]
    case .quit: return quitRequested()
    case .cancel: return cancelRunning()
    default: return nil
    }
  }

  /// Why a command cannot be done now: a sentence for the palette and the bottom line; empty for "just nothing";
  /// `nil` when it can.
  public func refusal(of command: Command) -> String? {
    switch command {
    case .send:
      if case .unsupported(let kind)? = session?.draft.kind {
        return "A \(kind) request is shown and kept, but Apus cannot send it"
      }
      fallthrough
    case .editURL, .showResolvedURL, .chooseMethod, .chooseBodyKind, .chooseAuthentication, .copyAsCurl, .copy,
      .explainVariables:
      guard let session else { return Self.noRequest }
      return session.fault == nil || command == .copy ? nil : "This file cannot be read: mend it in an editor first"
    case .formatBody:
      guard let session else { return Self.noRequest }
      return session.hasJSONBody ? nil : "Only a JSON body can be formatted"
    case .undo: return undo.done.isEmpty && !isEditingText ? "Nothing to undo" : nil
    case .redo: return undo.undone.isEmpty && !isEditingText ? "Nothing to redo" : nil
    case .save:
      guard let session else { return "No request is open" }
      if session.fault != nil { return "This file cannot be read, so it is not written" }
      return session.isUnsaved ? nil : "Nothing to save: the request is as in its file"
    case .duplicate, .rename, .move, .delete, .moveUp, .moveDown:
      return focus == .tree && tree.selected?.filePath == nil ? "Choose a request or a folder first" : nil
    case .newCollection:
      return workspace.collections.contains { $0.path == workspace.path }
        ? "This workspace is one collection: start apus in the folder above it for another" : nil
    case .resendToday:
      guard let current, case .history = current else { return "Open an exchange of the history first" }
      return savedRequest(of: current) == nil ? "The request of this exchange is not there any more" : nil
    case .cycleLayout:
      return Layout.arrangements(for: size).count > 1 ? nil : "This window has room for one layout"
    case .resolveConflict:
      return session?.isConflicted == true ? nil : "Nothing to choose: no other program changed what you changed"
    case .convertCollection: return olderCollection == nil ? "This collection is not in the older format" : nil
    case .cancel: return isSending ? nil : "No request is running"
    default: return refusalInResponse(of: command)
    }
  }

  private static let noRequest = "No request is open: choose one in the tree, or press n there for a new one"

  /// Whether the open request is on its way.
  public var isSending: Bool {
    if case .sending = session?.response.phase { return true }
    return false
  }
}
