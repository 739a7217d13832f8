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

  /// Whether keys are text now.
  var isEditingText: Bool { focus == .request && session?.editor.editing != nil }

  mutating func apply(_ action: RequestAction) -> [Effect] {
    switch action {
    case .tabChosen(let tab): return choose(tab)
    case .methodChosen(let method): return leaveEditing() + edit { $0.method = method.trimmed }
    case .edited(let purpose, let text): return takeBack(text, purpose)
    case .changed(let key, let definition):
      let kept = key == current ? leaveEditing() : []
      return kept + edit(key) { $0 = definition.withQueryInStep }
    case .typingPaused(let key, let serial): return typingPaused(key, serial)
    }
  }

  /// What commands mean in the request pane.
  mutating func performInRequest(_ command: Command) -> [Effect] {
    guard session != nil else { return command == .leave ? leaveRequest() : [] }
    if let effects = performWhileEditing(command) { return effects }
    let kept = leaveEditing()
    return kept + performOnRequest(command)
  }

  private mutating func performOnRequest(_ command: Command) -> [Effect] {
    if let tab = RequestTab.allCases.first(where: { $0.command == command }) { return choose(tab) }
    switch command {
    case .editURL: return setFocus(.request) + goToURL() + beginEditing(.url)
    case .chooseMethod: return show(.methods(current: session?.draft.method ?? ""))
    case .chooseBodyKind: return show(.bodyKinds(of: session?.draft.body ?? .none))
    case .chooseAuthentication: return show(.schemes(current: session?.draft.authentication.scheme ?? .none))
    case .showResolvedURL: return showResolvedURL()
    case .up, .down, .pageUp, .pageDown, .top, .bottom: return moveInRequest(command)
    case .left: return moveSideways(by: -1)
    case .right: return moveSideways(by: 1)
    case .enter: return enterRequest()
    case .leave: return leaveRequest()
    case .toggle: return toggle()
    case .addRow: return addRow()
    case .duplicate: return duplicateRow()
    case .delete: return deleteRow()
    case .moveUp: return moveRow(by: -1)
    case .moveDown: return moveRow(by: 1)
    case .switchKind: return switchKind()
    case .copy: return performInResponse(.copy)
    default: return []
    }
  }

  /// Commands that do not end the editing that goes on; `nil` for the others.
  private mutating func performWhileEditing(_ command: Command) -> [Effect]? {
    switch command {
    case .formatBody: return formatBody()
    case .explainVariables: return explainVariables()
    case .editExternally: return editExternally()
    case .enter where isEditingText: return applyToEditor(.enter) ?? []
    case .leave where isEditingText: return applyToEditor(.escape) ?? []
    case .pageUp where isEditingText: return applyToEditor(.pageUp) ?? []
    case .pageDown where isEditingText: return applyToEditor(.pageDown) ?? []
    default: return nil
    }
  }

  private mutating func show(_ picker: Picker) -> [Effect] {
    if let refused = refuseEdit() { return refused }
    return apply(.overlay(.show(.picker(picker))))
  }

  /// Why the open request cannot be changed; `nil` when it can.
  var refusalToEdit: String? {
    guard let session else { return "No request is open" }
    if session.fault != nil { return "This file cannot be read, so it cannot be changed here: mend it in an editor" }
    if session.isOlder {
      return "The older .bru format is shown and sent, not edited: convert the collection to edit it"
    }
    if case .unsupported(let kind) = session.draft.kind {
      return "A \(kind) request is shown and kept as it is: it cannot be changed or sent here"
    }
    return nil
  }

  /// The editor of the open request, changed in place.
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

  private mutating func showResolvedURL() -> [Effect] {
    guard let session else { return [] }
    withEditor { $0.showsResolved.toggle() }
    guard let rect = layout.panes[.request], !RequestLayout(session: session, in: rect).hasRoomForResolved else {
      return []
    }
    return say(.information, ResolvedURL.text(of: session.draft, in: session.variables))
  }
}

extension RequestTab {
  /// The digit that chooses it.
  var command: Command? {
    let commands: [Command] = [.tab1, .tab2, .tab3, .tab4, .tab5, .tab6, .tab7, .tab8]
    return Self.allCases.firstIndex(of: self).flatMap { commands.indices.contains($0) ? commands[$0] : nil }
  }
}

extension RequestSession {
  /// What the chosen tab holds.
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

  /// A header that is written by hand wins over the same one from the authentication, which is then not sent.
  private var overriddenLines: [FieldLine] {
    guard let name = draft.authentication.headerName?.lowercased() else { return [] }
    let isWritten = draft.headers.contains { row in
      row.isEnabled && VariableSpan.resolved(row.name, in: variables).lowercased() == name
    }
    return isWritten ? [FieldLine("overridden", "Not sent", .fact, "the header \(name) of the request is sent")] : []
  }

  /// The client certificate that the server is shown, as far as that is known before the send.
  private var certificateLines: [FieldLine] {
    guard !certificates.isEmpty, let variables,
      let use = CertificateUse(among: certificates, for: draft.url, in: variables)
    else { return [] }
    return [FieldLine("certificate", "Client certificate", .fact, "\(use.path), for \(use.domain), of the collection")]
  }

  /// The proxy that the collection has for the request, without its password.
  private var proxyLines: [FieldLine] {
    guard let proxy, let variables, let words = proxy.words(for: draft.url, in: variables) else { return [] }
    return [FieldLine("proxy", "Proxy", .fact, "\(words), of the collection")]
  }

  private var inheritedFrom: String {
    let path = key.path ?? ""
    let root = collection.map { $0 + "/" } ?? ""
    guard !root.isEmpty, path.hasPrefix(root), path.dropFirst(root.count).contains("/") else {
      return "the collection"
    }
    return "the folders above it, or the collection"
  }
}
