import Terminal
import Workspaces

extension AppState {
  /// Changes the state for one action and returns the effects to run. Pure, synchronous, never throws.
  package mutating func apply(_ action: Action) -> [Effect] {
    let place = covered?.isSchema == true ? placeInPanes : nil
    var effects = change(by: action)
    // What a box over the schema led to in the panes is in sight: the schema waits.
    if let place, case .terminal = action, placeInPanes != place { hideSchema() }
    effects += relist(after: action)
    effects += followCollection()
    effects += takeOverFromDisk()
    effects += readCodings()
    effects += keepWire()
    keepSchema()
    effects += readSchema()
    effects += readTypes()
    settleRequest()
    // Any action may have changed the window, so the documents in it adjust.
    _ = respond(.settled)
    return effects
  }

  private mutating func change(by action: Action) -> [Effect] {
    switch action {
    case .started: return started()
    case .clock(let date, let offset):
      now = date
      secondsFromGMT = offset
      return []
    case .terminal(let event): return apply(event)
    case .command(let command): return perform(command)
    case .messageExpired(let serial):
      if message?.serial == serial { message = nil }
      remindOfSettings()
      return []
    case .overridden(let values):
      // It would hold for the requests of every folder.
      guard workspace.folders.isEmpty else {
        return say(.warning, "The port of the demo API is taken: open the demo by itself to send its requests")
      }
      overrides.merge(values) { _, new in new }
      return current.map { refreshVariables(of: $0) } ?? []
    case .settingsChanged: return [.system(.readSettings(theme: chosenTheme?.name))]
    case .settingsRead(let settings): return apply(settings)
    case .themesRead(let files): return apply(themes: files)
    case .notified(let kind, let text):
      keptTexts.settle(failed: kind != .information)
      // An error is about something lost: a warning does not replace it before a key was pressed.
      if kind == .warning, message?.kind == .error { return [] }
      return say(kind, text)
    case .tree(let action): return apply(action)
    case .history(let action): return apply(action)
    case .historyPage(let action): return apply(action)
    case .files(let action): return apply(action)
    case .scratch(.clipboardRead(let text)): return clipboardRead(text)
    case .scratch(let action): return apply(ScratchFeature.Action.told(action))
    case .request(let action): return apply(action)
    case .response(let action): return apply(action.addressed(follower))
    case .sending(let action): return apply(action.addressed(follower))
    case .find(let action): return apply(action)
    case .environment(let action): return apply(action)
    case .cookies(let action): return apply(action)
    case .run(let action): return apply(action)
    case .export(let action): return apply(ExportFeature.Action.told(action))
    case .switching(let action): return apply(action)
    case .overlay(let action): return apply(action)
    case .wire(let action): return apply(action)
    case .schema(let action): return apply(action)
    case .services(let action): return apply(action)
    case .several(let action): return apply(action)
    case .end:
      // A signal can end the program while the user types.
      let kept =
        endEditing() + apply(EnvironmentFeature.Action.cellKept) + apply(CookiesFeature.Action.formLeft) + keepEntries()
      isEnding = true
      return kept + [.system(.remember(preferences))]
    }
  }

  private mutating func apply(_ event: Event) -> [Effect] {
    leaveDepartures(at: event)
    switch event {
    case .resized(let size):
      self.size = size
      settleTree()
      // The terminal comes back from a shell, whose lines stand in between.
      if capabilities.isLinear { linear.ask(.place) }
      return []
    case .key, .paste: return isHeld(event) ? [] : type(event)
    case .mouse(let mouse):
      if mouse.kind == .press { typedStart = TypedStart() }
      // The footer was drawn beside the message: the click means what stands there.
      let said = message
      let effects = click(mouse)
      if mouse.kind == .press, message == said { dismissMessage() }
      return effects
    case .terminationRequested:
      successor = []
      return apply(.end)
    // Commits are made in other windows.
    case .focusGained: return [.files(.readGit)]
    case .focusLost: return []
    case .background(let isLight):
      backgroundAnswered(isLight: isLight)
      return []
    }
  }

  private mutating func type(_ event: Event) -> [Effect] {
    switch event {
    case .key(let key): press(key)
    case .paste(let text): paste(text)
    default: []
    }
  }

  /// A key goes to the topmost layer first, then to the text being edited, then to the command table.
  private mutating func press(_ key: Key) -> [Effect] {
    linear.begin()
    if let command = linearCommand(for: key) { return perform(command) }
    dismissMessage()
    let effects = passOn(key)
    remindOfSettings()
    return effects
  }

  private mutating func passOn(_ key: Key) -> [Effect] {
    if overlay != nil || isEditingText { typedStart = TypedStart() }
    if overlay != nil { return applyToOverlay(key) }
    if let effects = pressOnStart(key) { return effects }
    if isEditingOnPage { return apply(CookiesFeature.Action.pressed(key)) }
    if isSpeaking { return respond(.spoke(key)) }
    if isEditingText {
      return request(.pressed(key))
    }
    if let effects = beginTyping(with: key) { return effects }
    return commands.command(for: key, in: context).map { perform($0) } ?? tell(unused: key)
  }

  private mutating func paste(_ text: String) -> [Effect] {
    typedStart = TypedStart()
    // A pasted command is not a file name: its token would end up in the name.
    if case .prompt(let prompt)? = overlay, prompt.isAnsweredByDisk, case .commands? = ScratchText(text) {
      overlay = nil
    }
    if overlay != nil { return applyToOverlay(paste: text) }
    if isEditingOnPage { return pasteLine(text) { $0.apply(CookiesFeature.Action.pasted(text)) } }
    if isSpeaking { return respond(.pastedInSpeech(text)) }
    if page != nil {
      guard ScratchText(text) != nil else { return refusePaste(of: text) }
      page = nil
    }
    return apply(ScratchFeature.Action.pasted(text))
  }
}
