import Terminal
import Workspaces

extension AppState {
  var requestContext: Context {
    guard let session, !session.editor.isOnURL else { return .url }
    switch session.content {
    case .table: return .rows
    case .text: return .text
    case .fields, .nothing: return .fields
    }
  }

  /// Whether keys type text at the moment.
  var isEditingText: Bool { focus == .request && session?.editor.editing != nil }

  mutating func apply(_ action: RequestAction) -> [Effect] {
    switch action {
    case .tabChosen(let tab): return choose(tab)
    case .methodChosen(let method): return leaveEditing() + edit { $0.method = method.trimmed }
    case .openedAt(let node, let text): return open(node, at: text)
    case .edited(let purpose, let text): return takeBack(text, purpose)
    case .changed(let key, let definition):
      let kept = key == current ? leaveEditing() : []
      return kept + edit(key) { $0 = definition.withQueryInStep }
    case .typingPaused(let key, let serial): return typingPaused(key, serial)
    }
  }

  /// Moves the cursor; while a text is edited, page keys scroll the text.
  mutating func moveRequested(_ motion: Motion) -> [Effect] {
    if isEditingText, motion == .pageUp { return applyToEditor(.pageUp) ?? [] }
    if isEditingText, motion == .pageDown { return applyToEditor(.pageDown) ?? [] }
    return inRequest { $0.moveInRequest(motion) }
  }

  mutating func editURL() -> [Effect] { setFocus(.request) + goToURL() + beginEditing(.url) }

  mutating func showMethods() -> [Effect] { show(.methods(current: session?.draft.method ?? "")) }

  mutating func showBodyKinds() -> [Effect] { show(.bodyKinds(of: session?.draft.body ?? .none)) }

  mutating func showSchemes() -> [Effect] {
    show(.schemes(among: schemes, current: session?.draft.authentication.scheme ?? .none))
  }

  private mutating func show(_ picker: Picker) -> [Effect] {
    if let refused = refuseEdit() { return refused }
    return apply(.overlay(.show(.picker(picker))))
  }

  /// Why the open request cannot be changed; `nil` if it can.
  var refusalToEdit: String? {
    guard let session else { return "No request is open" }
    if session.fault != nil { return "This file cannot be read, so it cannot be changed here: mend it in an editor" }
    if session.isOlder {
      return "The older .bru format is shown and sent, not edited: convert the collection to edit it"
    }
    if case .unsupported(let kind) = session.draft.kind {
      let verbs = sends(session.draft) ? "changed" : "changed or sent"
      return "A \(kind) request is shown and kept as it is: it cannot be \(verbs) here"
    }
    return nil
  }

  /// Changes the editor of the open request in place.
  mutating func withEditor(_ change: (inout RequestEditor) -> Void) {
    guard let current, let index = sessions.index(forKey: current) else { return }
    change(&sessions.values[index].editor)
  }

  mutating func choose(_ tab: RequestTab) -> [Effect] {
    let kept = leaveEditing()
    withEditor { editor in
      editor.tab = tab
      editor.isOnURL = false
      editor.column = 0
    }
    return kept
  }

  private mutating func goToURL() -> [Effect] {
    withEditor { $0.isOnURL = true }
    return []
  }

  mutating func showResolvedURL() -> [Effect] {
    guard let session else { return [] }
    withEditor { $0.showsResolved.toggle() }
    guard let rect = layout.panes[.request], !RequestLayout(session: session, in: rect).hasRoomForResolved else {
      return []
    }
    return say(.information, ResolvedURL.text(of: session.draft, in: session.variables))
  }
}

extension RequestSession {
  /// The content of the selected tab.
  var content: RequestTab.Content { editor.tab.content(of: draft, graphSlot: editor.graphSlot) }

  var isReadOnly: Bool {
    if case .unsupported = draft.kind { return true }
    return fault != nil || isOlder
  }

  /// The lines of the auth or options tab.
  var fieldLines: [FieldLine] {
    editor.tab == .auth
      ? draft.authentication.lines(inheritedFrom: inheritedFrom) + overriddenLines
      : draft.optionLines + certificateLines + proxyLines
  }

  /// An explicit header overrides the one from the authentication, which is then not sent.
  private var overriddenLines: [FieldLine] {
    guard let name = draft.authentication.headerName?.lowercased() else { return [] }
    let isWritten = draft.headers.contains { row in
      row.isEnabled && VariableSpan.resolved(row.name, in: variables).lowercased() == name
    }
    return isWritten ? [FieldLine("overridden", "Not sent", .fact, "the header \(name) of the request is sent")] : []
  }

  /// The client certificate for the server, as far as it is known before the send.
  private var certificateLines: [FieldLine] {
    guard !certificates.isEmpty, let variables,
      let use = CertificateUse(among: certificates, for: draft.url, in: variables)
    else { return [] }
    return [FieldLine("certificate", "Client certificate", .fact, "\(use.path), for \(use.domain), of the collection")]
  }

  /// The proxy that the collection defines for the request, without its password.
  private var proxyLines: [FieldLine] {
    guard let proxy, let variables, let words = proxy.words(for: draft.url, in: variables) else { return [] }
    return [FieldLine("proxy", "Proxy", .fact, "\(words), of the collection")]
  }

  private var inheritedFrom: String {
    if let surroundings { return surroundings.inheritedLogin(of: draft) }
    let path = key.path ?? ""
    let root = collection.map { $0 + "/" } ?? ""
    guard !root.isEmpty, path.hasPrefix(root), path.dropFirst(root.count).contains("/") else {
      return "the collection"
    }
    return "the folders above it, or the collection"
  }
}
