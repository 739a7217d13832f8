import Basics
import HTTPTypes
import Networking
import Terminal
import Workspaces

extension AppState {
  /// Whether keys type text at the moment.
  var isEditingText: Bool { isEditingOnPage || isSpeaking || focus == .request && session?.editor.editing != nil }

  mutating func apply(_ action: RequestAction) -> [Effect] {
    switch action {
    case .tabChosen(let tab): return request(.tabChosen(tab))
    case .methodChosen(let method): return request(.methodChosen(method))
    case .openedAt(let node, let text): return open(node, at: text)
    case .edited(let purpose, let text): return request(.tookBack(purpose, text), of: purpose.key)
    case .changed(let key, let definition):
      let kept = key == current ? leaveEditing() : []
      return kept + request(.changed(definition.withQueryInStep), of: key)
    case .codingsRead(let text):
      codings = .read(text)
      for key in sessions.keys { sessions[key]?.surroundings?.codings = text }
      return []
    case .typingPaused(let key, let serial): return key == current ? request(.typingPaused(serial)) : []
    }
  }

  /// Applies an action to the open request.
  mutating func request(_ action: RequestFeature.Action) -> [Effect] {
    current.map { request(action, of: $0) } ?? []
  }

  mutating func request(_ action: RequestFeature.Action, of key: RequestKey) -> [Effect] {
    guard let index = sessions.index(forKey: key) else { return [] }
    let given = requestSurroundings(of: sessions.values[index])
    var state = RequestFeature.State(keptTexts: keptTexts, serial: serial)
    // Swapped, not copied: a copy would cost as much as the texts being edited.
    swap(&state.session, &sessions.values[index])
    let outcomes = RequestFeature.reduce(&state, action, in: given)
    swap(&state.session, &sessions.values[index])
    keptTexts = state.keptTexts
    serial = state.serial
    return outcomes.flatMap { carryOut($0, of: key) }
  }

  func requestSurroundings(of session: RequestSession) -> RequestFeature.Surroundings {
    RequestFeature.Surroundings(
      size: size, capabilities: capabilities, theme: theme, isProtected: isProtected, keys: keys,
      isFocused: focusedPane == .request, isCovered: overlay != nil, rect: layout.panes[.request], schemes: schemes,
      isSendable: sends(session.draft),
      isSending: session.isSending, isConvertible: session.isOlder && olderCollection != nil,
      editsLikeVim: settings.configuration.editorVim?.value ?? false,
      suggestions: SmartSuggestions(workspace: workspace, history: history.entries),
      answers: AnswerPlaces(workspace: workspace, known: isEditingText ? knownAnswers : [:]))
  }

  /// The last good answer of each request that has one here, by its file.
  private var knownAnswers: [String: ByteStore] {
    sessions.values.reduce(into: [:]) { known, session in
      guard let path = session.key.path, let exchange = session.response.exchange, let body = exchange.body,
        exchange.response?.status.kind == .successful
      else { return }
      known[path] = body
    }
  }

  private mutating func carryOut(_ outcome: RequestFeature.Outcome, of key: RequestKey) -> [Effect] {
    switch outcome {
    case .said(let kind, let text): return say(kind, text)
    case .pick(let picker): return apply(.overlay(.show(.picker(picker))))
    case .ask(let prompt): return apply(.overlay(.show(.prompt(prompt))))
    case .system(let effect): return [.system(effect)]
    case .recorded(let before, let after, let group):
      return apply(UndoFeature.Action.recorded(.edit(key, before: before, after: after), group: group))
    case .drafted(let draft, let isUnsaved):
      let isKept = isUnsaved && sessions[key]?.isEntry == false
      return [.files(.journal(key, isKept ? sessions[key]?.kept(draft) : nil))]
    case .variablesChanged(let draft): return refreshVariables(of: key, draft)
    case .pause(let serial): return [.after(.milliseconds(500), .request(.typingPaused(key, serial: serial)))]
    case .requestChosen(let path): return apply(ScratchFeature.Action.requestChosen(path: path))
    case .urlEntered: return apply(ScratchFeature.Action.urlEntered)
    case .send: return perform(CommandTable.send)
    case .cancelSend: return send(.cancelled)
    case .focus: return setFocus(.request)
    case .leave: return leaveRequest()
    case .convert: return convertRequested()
    case .servicesRequested: return apply(ServicesFeature.Action.toggled)
    case .cookiesRequested: return apply(CookiesFeature.Action.opened)
    case .ignored(let key): return commands.commandWhileEditing(for: key, in: context).map { perform($0) } ?? []
    case .pasteRefused(let text): return refusePaste(of: text)
    }
  }

  /// Esc in the request pane, which has nothing left to leave.
  mutating func leaveRequest() -> [Effect] {
    guard layoutChoice.zoomed == nil else {
      layoutChoice.zoomed = nil
      return []
    }
    return setFocus(.tree)
  }
}

/// What other features ask of the open request.
extension AppState {
  /// Changes a draft and records the old one for undo.
  mutating func edit(_ key: RequestKey, _ change: (inout RequestDefinition) -> Void) -> [Effect] {
    guard var draft = sessions[key]?.draft else { return [] }
    change(&draft)
    return request(.changed(draft), of: key)
  }

  /// Changes the draft of the open request.
  mutating func edit(_ change: (inout RequestDefinition) -> Void) -> [Effect] {
    current.map { edit($0, change) } ?? []
  }

  /// Commits the edited text. A field is left as if by Enter; a text stays in editing mode.
  @discardableResult
  mutating func endEditing() -> [Effect] { request(.committed) }

  /// Commits the edited text and leaves editing mode.
  @discardableResult
  mutating func leaveEditing() -> [Effect] { request(.left) }

  mutating func editURL() -> [Effect] { setFocus(.request) + request(.urlRequested) }

  /// Opens the field that a send was refused for, to be typed in.
  mutating func edit(_ field: Refusal.Field) -> [Effect] {
    switch field {
    case .url: editURL()
    case .method: inRequest { $0.request(.methodsRequested) }
    case .param, .header, .bodyRow: setFocus(.request) + request(.fieldRequested(field))
    case .auth, .body, .other: request(.fieldSought(field))
    }
  }

  /// Opens the field of a setting, to be typed in.
  mutating func editSetting(_ key: String) -> [Effect] { setFocus(.request) + request(.settingRequested(key)) }

  /// A new variable of the request, where no environment is chosen that could have it.
  mutating func defineInRequest(_ name: String) -> [Effect] {
    let effects = refusalToEdit == nil ? setFocus(.request) : []
    return effects + request(.variableDefined(name))
  }

  /// Why the open request cannot be changed; `nil` if it can.
  var refusalToEdit: String? {
    guard let session else { return "No request is open" }
    return session.refusalToEdit(isSendable: sends(session.draft))
  }

  /// Adjusts cursor, scrolling and texts of the open request to its current content and the size of the pane.
  mutating func settleRequest() {
    guard let current, let index = sessions.index(forKey: current) else { return }
    let rect = layout.panes[.request] ?? Rect(x: 0, y: 0, width: 80, height: 24)
    sessions.values[index].trust = environment.current?.trust
    sessions.values[index].trustedBy = environment.current?.name ?? ""
    sessions.values[index].settle(in: rect, of: size, readsLines: capabilities.isLinear)
  }
}
