import Networking
import Terminal
import Workspaces

extension AppState {
  /// Applies an event of a send or a service.
  mutating func received(_ action: ResponseFeature.Action, of key: RequestKey) -> [Effect] {
    switch action {
    case .transfer(let id, _), .refused(let id, _): outbox.revocableSends[id] = nil
    default: break
    }
    return respond(action, of: key) + goToFailure(of: key)
  }

  /// Applies an action to the response pane of the open request.
  mutating func respond(_ action: ResponseFeature.Action) -> [Effect] {
    current.map { respond(action, of: $0) } ?? []
  }

  mutating func respond(_ action: ResponseFeature.Action, of key: RequestKey) -> [Effect] {
    sessions[key] == nil ? [] : apply(action, to: \.[response: key])
  }

  /// The response of an open request. It is empty if the request is closed.
  subscript(response key: RequestKey) -> ResponseFeature {
    get {
      let session = sessions[key]
      return ResponseFeature(
        key: key, pane: session?.response ?? ResponsePane(), searchOptions: searchOptions,
        ignored: session.flatMap { sessions.ignored[$0.comparisonKey] })
    }
    set {
      guard let index = sessions.all.index(forKey: key) else { return }
      sessions.all.values[index].response = newValue.pane
      searchOptions = newValue.searchOptions
      sessions.ignored[sessions.all.values[index].comparisonKey] = newValue.ignored
    }
  }

  /// The data for the views of a response; `nil` while no request is open.
  var responseScene: ResponseScene? {
    session.map { session in
      ResponseScene(
        pane: session.response, subject: ResponseSubject(session, session.response, in: self),
        ignored: ignoredDifferences,
        said: message?.text)
    }
  }

  /// The options of the search in the visible document.
  var searchBar: SearchBar { SearchBar(searchOptions, in: session?.response.reading, theme) }

}

extension AppState {
  /// The differences hidden in comparisons of the open request. Initially only the date.
  var ignoredDifferences: Set<String> {
    session.map { sessions.ignored[$0.comparisonKey] ?? Self.ignoredAtFirst } ?? []
  }

  static var ignoredAtFirst: Set<String> { ["Headers: Date"] }
}

extension RequestSession {
  /// The key under which hidden differences are remembered.
  var comparisonKey: String {
    if let id { return id }
    if case .file(let path) = key { return path }
    return "\(draft.method) \(draft.url)"
  }
}

/// Handles the choices on the page of a failure.
extension AppState {
  /// The loop calls this after each frame: the letters on the page act from then on. Returns true if they differ from
  /// those of the frame before.
  mutating func failureDrawn() -> Bool {
    guard overlay == nil, page == nil, let session else { return false }
    let shown = session.response.shownChoices(for: ResponseSubject(session, session.response, in: self))
    guard session.response.offered != shown else { return false }
    sessions[session.key]?.response.offered = shown
    return true
  }

  /// Moves the focus to the page that explains the failure, unless the user has gone on to something else.
  mutating func goToFailure(of key: RequestKey) -> [Effect] {
    guard outbox.watched == key, let session = sessions[key] else { return [] }
    switch session.response.phase {
    case .empty, .sending: return []
    case .finished, .refused: outbox.watched = nil
    }
    guard key == current, page == nil, !isOccupied,
      let page = FailurePage(session.response, for: ResponseSubject(session, session.response, in: self)),
      page.isHelpful
    else { return [] }
    // The page already shows this message.
    if message?.text == page.headline { message = nil }
    return setFocus(.response)
  }
}

extension FailurePage {
  /// True if the page offers choices other than global commands.
  fileprivate var isHelpful: Bool { choices.contains { $0.action != .command } }
}

/// Typing into an open conversation.
extension AppState {
  /// True if the field of an open conversation receives the keys.
  var isComposing: Bool {
    focus == .response && page == nil && overlay == nil && session?.response.composer.isActive == true
  }

  /// True if Esc ends an open conversation. In the response, anything above the messages closes first.
  var endsConversation: Bool {
    guard let session, session.isSending, let conversation = session.response.conversation else { return false }
    return focus == .request || session.response.looks.isEmpty && conversation.filter == nil
  }

  /// Handles `^R` during a conversation: sends the saved message under the cursor, or focuses the message field.
  mutating func sendMessage(in key: RequestKey) -> [Effect] {
    if key == current, focus == .request, let message = session?.messageUnderCursor {
      return respond(.savedMessageSent(message), of: key)
    }
    return respond(.composerRequested, of: key)
  }
}

extension RequestSession {
  /// The saved message under the cursor, unless it is being edited.
  fileprivate var messageUnderCursor: ConversationDefinition.Message? {
    guard !editor.isOnURL, editor.editing == nil else { return nil }
    let row: Int
    switch content {
    case .table(.messages):
      guard case .own(let own)? = tableLine else { return nil }
      row = own
    case .text(.message(let place)): row = place
    default: return nil
    }
    return draft.conversation.messages.indices.contains(row) ? draft.conversation.messages[row] : nil
  }
}
