import Basics
package import Essentials
import SessionModel
package import Terminal
import Workspaces

/// A request by the user or an event. Only actions change the state.
package indirect enum Action: Equatable, Sendable {
  /// The program has started and loads the data that the first frame does not need.
  case started
  case clock(Date, secondsFromGMT: Int)
  case terminal(Event)
  case command(Command)
  case messageExpired(serial: Int)
  /// Values that the program sets, such as the demo server's address.
  case overridden([String: String])
  case settingsChanged
  case settingsRead(UserSettings)
  case themesRead([ThemeFile])
  /// An effect reports a line for the user.
  case notified(Message.Kind, String)
  /// An effect asks a question; if the user is busy, a message says how to be asked again.
  case asked(Question, orSay: String)
  /// An effect of an answer, or prepared by another effect.
  case effect(Effect)
  /// The content codings that the transport accepts.
  case codingsRead(String)
  /// The user trusts a file of certificate authorities for a host and port until Apus ends.
  case authoritiesChosen(String, host: String)

  case tree(Tree.Action)
  case history(HistoryList.Action)
  case historyPage(HistoryBrowser.Action)
  case files(FileAction)
  /// For the file of the shown request, unless another one is named.
  case openFile(OpenFile.Action, of: RequestKey? = nil)
  case scratch(Scratch.Action)
  case undo(Undo.Action)
  /// For the shown request, unless another one is named.
  case request(RequestPane.Action, of: RequestKey? = nil)
  /// For the response of the shown request, or an event for that of the named one.
  case response(ResponseFeature.Action, of: RequestKey? = nil)
  case sending(Outbox.Action)
  case find(Find.Action)
  case environment(Environments.Action)
  case folderSettings(FolderSettings.Action)
  case variables(Variables.Action)
  case valueUse(ValueUse.Action)
  case cookies(Cookies.Action)
  case run(Run.Action)
  case export(Export.Action)
  case switching(Switching.Action)
  case demo(DemoTour.Action)
  case overlay(OverlayAction)
  case sendPreview(SendPreviewPage.Action)
  case schema(SchemaBrowserAction<SchemaReference>)
  case services(SchemaBrowserAction<TypesReference>)
  case environmentComparison(EnvironmentComparisonPage.Action)
  /// Quits without asking; the question about unsaved changes has been answered.
  case end
}

/// Work for the outside world. Results come back as actions. Tests compare effects by equality.
package indirect enum Effect: Equatable, Sendable {
  case files(FileEffect)
  case transfer(TransferEffect)
  case document(DocumentEffect)
  case environment(EnvironmentEffect)
  case cookies(CookieEffect)
  case find(FindEffect)
  case run(RunEffect)
  case system(SystemEffect)
  case after(Duration, Action)
}

extension AppState {
  /// Changes the state for one action and returns the effects to run. Pure, synchronous, never throws.
  package mutating func apply(_ action: Action) -> [Effect] {
    let place = boxes.covered?.isSchema == true ? placeInPanes : nil
    var effects = change(by: action)
    // A box over the schema led to something in the panes: hide the schema to show it.
    if let place, case .terminal = action, placeInPanes != place { hideSchema() }
    effects += relist(after: action)
    effects += followCollection()
    effects += takeOverFromDisk()
    effects += readCodings()
    if sendPreview != nil { effects += apply(.looked, to: \.sendPreview) }
    keepSchema()
    returnToEditor()
    effects += readSchema()
    settleRequest()
    effects += checkScript()
    // Any action may have changed the window, so the documents in it adjust.
    _ = respond(.settled)
    return effects
  }

  mutating func change(by action: Action) -> [Effect] {
    switch action {
    case .started: return started()
    case .clock(let date, let offset): return set(WallClock(now: date, secondsFromGMT: offset))
    case .terminal(let event): return apply(event)
    case .command(let command): return perform(command)
    case .messageExpired(let serial): return expire(message: serial)
    case .overridden(let values): return override(values)
    case .settingsChanged: return [.system(.readSettings(theme: settings.picked?.name))]
    case .settingsRead(let settings): return apply(settings)
    case .themesRead(let files): return apply(themes: files)
    case .notified(let kind, let text): return notify(kind, text)
    case .asked(let question, let words): return showUnasked(question, orSay: words)
    case .effect(let effect): return [effect]
    case .codingsRead(let text): return read(codings: text)
    case .authoritiesChosen(let path, let host):
      inputs.authorities[host] = path
      return say(.information, "Until Apus quits, \(path) is trusted for \(host): \(key: "send") sends the request")
    case .tree(let action): return apply(action, to: \.tree)
    case .history(let action): return apply(action, to: \.history)
    case .historyPage(let action): return apply(action, to: \.historyPage)
    case .files(let action): return apply(action)
    case .openFile(let action, let key):
      return (key ?? current).map { apply(action, toFile: $0) } ?? []
    case .scratch(let action): return apply(action, to: \.scratch)
    case .undo(let action): return apply(action, to: \.undo)
    case .request(let action, let key): return (key ?? current).map { request(action, of: $0) } ?? []
    case .response(let action, let key?): return received(action, of: sessions.follower(key))
    case .response(let action, nil): return respond(action)
    case .sending(let action): return apply(action, to: \.outbox)
    case .find(let action): return apply(action, to: \.find)
    case .environment(let action): return apply(action, to: \.environment)
    case .folderSettings(let action): return apply(action, by: FolderSettings())
    case .variables(let action): return apply(action, to: \.variables)
    case .valueUse(let action): return apply(action, by: ValueUse())
    case .cookies(let action): return apply(action, to: \.cookies)
    case .run(let action): return apply(action, to: \.run)
    case .export(let action): return apply(action, by: Export())
    case .switching(let action): return apply(action, to: \.switching)
    case .demo(let action): return apply(action, to: \.demo)
    case .overlay(let action): return apply(action)
    case .sendPreview(let action): return apply(action, to: \.sendPreview)
    case .schema(let action): return apply(action, to: \.schema)
    case .services(let action): return apply(action, to: \.services)
    case .environmentComparison(let action): return apply(action, to: \.environmentComparison)
    case .end: return end()
    }
  }

  private mutating func set(_ clock: WallClock) -> [Effect] {
    self.clock = clock
    return []
  }

  private mutating func expire(message serial: Int) -> [Effect] {
    if message?.serial == serial { message = nil }
    remindOfSettings()
    return []
  }

  private mutating func override(_ values: [String: String]) -> [Effect] {
    // A choice here would apply to the requests of every folder.
    guard workspace.folders.isEmpty else {
      return say(.warning, "The demo API's port is in use: open the demo alone to send its requests")
    }
    inputs.overrides.merge(values) { _, new in new }
    return current.map { refreshVariables(of: $0) } ?? []
  }

  private mutating func notify(_ kind: Message.Kind, _ text: String) -> [Effect] {
    boxes.keptTexts.settle(failed: kind != .information)
    // An error reports a loss, so a warning does not replace it before the next key.
    if kind == .warning, message?.kind == .error { return [] }
    return say(kind, text)
  }

  private mutating func read(codings text: String) -> [Effect] {
    program.codings = .read(text)
    for key in sessions.all.keys { sessions[key]?.surroundings?.codings = text }
    return []
  }

  private mutating func end() -> [Effect] {
    // A signal can end the program while the user types.
    let kept = endEditing() + apply(.cellKept, to: \.environment) + apply(.formLeft, to: \.cookies) + keepEntries()
    isEnding = true
    return kept + [.system(.remember(preferences))]
  }

  private mutating func apply(_ event: Event) -> [Effect] {
    commitRevocableSends(at: event)
    switch event {
    case .resized(let size):
      self.size = size
      _ = apply(.revealed, to: \.tree)
      // The terminal returns from a shell, whose output separates the user from the last line.
      if capabilities.isLinear { linear.ask(.place) }
      return []
    case .key, .paste: return isHeld(event) ? [] : type(event)
    case .mouse(let mouse):
      if mouse.kind == .press { (scratch.typed, demo) = (TypedStart(), DemoTour()) }
      // The footer was drawn beside the message, so the click refers to that drawing.
      let said = message
      let effects = click(mouse)
      if mouse.kind == .press, message == said { dismissMessage() }
      return effects
    case .terminationRequested:
      switching.successor = []
      return apply(.end)
    // The user may have committed in another window.
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
    leaveDemo(by: key)
    let effects = passOn(key)
    remindOfSettings()
    return effects
  }

  private mutating func passOn(_ key: Key) -> [Effect] {
    if overlay != nil || isEditingText { scratch.typed = TypedStart() }
    if overlay != nil { return applyToOverlay(key) }
    if let effects = pressOnStart(key) { return effects }
    if isEditingOnPage { return apply(.pressed(key), to: \.cookies) }
    if isComposing { return inResponse { $0.pressInComposer(key) } }
    if isEditingText {
      return request(.pressed(key))
    }
    if let effects = typeOnLine(key) { return effects }
    if let effects = beginTyping(with: key) { return effects }
    return commands.command(for: key, in: context).map { perform($0) } ?? explain(unused: key)
  }

  private mutating func paste(_ text: String) -> [Effect] {
    (scratch.typed, demo) = (TypedStart(), DemoTour())
    // A pasted command is not a file name; used as one, its token would become part of the name.
    if case .prompt(let prompt)? = overlay, prompt.isAnsweredByDisk, case .commands? = ScratchText(text, formats) {
      overlay = nil
    }
    if overlay != nil { return applyToOverlay(paste: text) }
    if isEditingOnPage { return pasteLine(text) { $0.apply(.pasted(text), to: \.cookies) } }
    if isComposing { return inResponse { $0.pasteInComposer(text) } }
    if page != nil {
      guard ScratchText(text, formats) != nil else { return refusePaste(of: text) }
      page = nil
    }
    return pasteOutside(text)
  }
}

extension AppState {
  /// Pastes into a single-line field. A message reports rejected or changed text.
  mutating func pasteLine(_ text: String, _ take: (inout AppState) -> [Effect]) -> [Effect] {
    let line = PastedLine(text: text)
    if let refusal = line.refusal() { return say(.warning, refusal) }
    let effects = take(&self)
    return effects + (line.remark.map { say(.information, $0) } ?? [])
  }

  /// Reports that the focused field does not accept a paste.
  /// - Parameter text: the pasted text, if it may be a file of another tool.
  mutating func refusePaste(of text: String = "") -> [Effect] { say(.information, Self.pasteRefusal(of: text)) }

  static func pasteRefusal(of text: String) -> String {
    let isFile = text.trimmed.contains(where: \.isNewline) || text.trimmed.hasPrefix("{")
    let way = isFile ? ": \(key: "import") in the tree imports other formats" : ""
    return "Cannot paste here\(way)"
  }
}
