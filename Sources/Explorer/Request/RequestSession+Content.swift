import Documents
import Terminal
import Workspaces

extension RequestSession {
  var content: RequestTab.Content {
    editor.tab.content(
      of: draft, graphSlot: editor.graphSlot, message: shownMessage,
      script: editor.tab == .scripts ? shownScript : nil)
  }

  var shownMessage: Int { max(0, min(editor.message, draft.conversation.messages.count - 1)) }

  /// True if the messages of a call are shown as rows of text.
  var isInCallMessages: Bool {
    if case .text(.message) = content { return true }
    return false
  }

  /// True if the cursor is on the row of body kinds, where ← and → change the kind. Without a body it is always there.
  var isOnKinds: Bool { !editor.isOnURL && editor.tab == .body && (content == .nothing || editor.isOnKinds) }

  /// True if the cursor is on the URL line or on the row of body kinds.
  var isAboveContent: Bool { editor.isOnURL || isOnKinds }

  /// The context in which keys are looked up.
  var context: Context {
    if editor.isOnURL { return .url }
    if isOnKinds {
      // The text of an empty table names the key that adds a row.
      if case .table(let kind) = content, draft.rows(of: kind).isEmpty { return .rows }
      return .fields
    }
    switch content {
    case .table, .text(.message): return .rows
    case .text: return .text
    case .fields, .nothing: return .fields
    }
  }

  /// True if the edited field holds a secret, such as a password or a passphrase.
  var isEditingSecret: Bool {
    guard case .field(let edit)? = editor.editing else { return false }
    switch edit.target {
    case .url: return false
    case .cell(_, let column): return content == .table(.certificates) && column == TableKind.passphraseColumn
    case .field(let id): return fieldLines.first { $0.id == id }?.kind == .text(isSecret: true)
    }
  }

  /// True if the edited text is the path of one existing file, which Tab completes.
  func isPath(_ edit: FieldEdit) -> Bool {
    let text = edit.field.text
    guard !text.isEmpty, !text.contains(FormPart.pathSeparator), !text.contains("{{") else { return false }
    switch (edit.target, content) {
    case (.cell(let row, let column), .table(let kind)):
      let rows = draft.rows(of: kind)
      return rows.indices.contains(row) && rows[row].isPath(column, in: kind)
    case (.field(let id), _):
      return [TrustField.authorities.rawValue, TrustField.revocations.rawValue, "protoFile", "graphql schema"]
        .contains(id)
    default: return false
    }
  }

  /// The edited field as it is drawn: a secret is masked.
  var shownField: TextField? {
    guard case .field(let edit)? = editor.editing else { return nil }
    return isMasked(edit) ? edit.field.masked() : edit.field
  }

  /// True if the edited field hides its text.
  func isMasked(_ edit: FieldEdit) -> Bool { isEditingSecret && !edit.isRevealed }

  var isReadOnly: Bool {
    if case .unsupported = draft.kind { return true }
    return fault != nil || isOlder
  }

  /// The reason the request cannot be edited; `nil` if it can.
  /// - Parameter isSendable: whether a driver can send requests of this kind.
  func refusalToEdit(isSendable: Bool) -> String? {
    if fault != nil { return "This file cannot be read or changed here: fix it in an editor" }
    if isOlder { return "The older .bru format is read-only: convert the collection to edit it" }
    if case .unsupported(let kind) = draft.kind {
      let verbs = isSendable ? "changed" : "changed or sent"
      return "A \(kind) request cannot be \(verbs) here; its file stays unchanged"
    }
    return nil
  }

  /// The number of rows of the tab; 0 for a text.
  var rowCount: Int {
    switch content {
    case .table(let kind): lines(of: kind).count
    case .fields: fieldLines.count
    case .text, .nothing: 0
    }
  }

  /// The lines of the auth, options or proxy tab.
  var fieldLines: [FieldLine] {
    switch editor.tab {
    case .auth: draft.authenticationLines(inheritedFrom: inheritedFrom) + overriddenLines
    case .proxy: draft.proxyLines
    case .cookies: draft.cookieLines
    case .history: draft.historyLines
    case .trust: draft.trustLines(trustAround)
    default: riskLines + optionLines + certificateLines + usedProxyLines
    }
  }

  /// The lines of the options. An unset option shows the value inherited from a folder or the collection.
  private var optionLines: [FieldLine] {
    let around: [(String, (SharedSettings) -> String?)] = [
      (SettingKind.cookies.key, { $0.cookies?.rawValue }), (SettingKind.history.key, { $0.history?.rawValue }),
      (SettingKind.scriptTimeout.key, { $0.scriptTimeout.map(String.init) }),
    ]
    let lines = draft.optionLines(configuration).map { line in
      guard line.value.isEmpty, let said = around.first(where: { $0.0 == line.id })?.1,
        let layer = surroundings?.layers.last(where: { said($0.settings) != nil })
      else { return line }
      var line = line
      line.placeholder = said(layer.settings) ?? line.placeholder
      line.note = "from \(layer.name)"
      return line
    }
    // The condition and the tags come last, because they do not affect a single send.
    return lines.dropLast(2) + draft.trustLines(trustAround) + lines.suffix(2)
  }

  /// True if the history records its exchanges.
  var historyUse: HistoryUse {
    let layers = inherits == .everything ? surroundings?.layers ?? [] : []
    return draft.settings.history ?? layers.reversed().lazy.compactMap(\.settings.history).first ?? .keep
  }

  /// The line under the cursor in the auth or options tab.
  var fieldLine: FieldLine? {
    guard case .fields = content else { return nil }
    let lines = fieldLines
    return lines.indices.contains(editor.cursor.row) ? lines[editor.cursor.row] : nil
  }

  /// An explicit header overrides the one from the authentication, which is then not sent.
  private var overriddenLines: [FieldLine] {
    guard let name = draft.authentication.headerName?.lowercased() else { return [] }
    let isWritten = draft.headers.contains { row in
      row.isEnabled && VariableSpan.resolved(row.name, in: variables).lowercased() == name
    }
    return isWritten
      ? [FieldLine("overridden", "Not sent", .fact, "the header \(name) of the \(draft.noun) is sent")] : []
  }

  private var configuration: Configuration { surroundings?.configuration ?? Configuration() }

  /// A warning that TLS is not verified, as the first line.
  private var riskLines: [FieldLine] {
    let said = effectiveTrust
    let place: String
    if let verifies = said.verifies, !verifies.value {
      // The request's own setting is already shown in its line.
      if draft.trust.verifies == false { return [] }
      place = verifies.place.words
    } else if let given = configuration.verifyTLS, !given.value, said.isEmpty {
      place = given.origin.rawValue
    } else {
      return []
    }
    var line = FieldLine("tls", "TLS", .fact, "not verified, set in \(place)")
    line.isRisky = true
    return [line]
  }

  /// The client certificate for the server, if it can be determined before the send.
  private var certificateLines: [FieldLine] {
    guard !certificates.isEmpty, let variables,
      let use = CertificateUse(among: certificates, for: draft.url, in: variables)
    else { return [] }
    return [FieldLine("certificate", "Client certificate", .fact, "\(use.path), for \(use.domain), of the collection")]
  }

  /// The proxy that the collection defines for the request, without its password.
  private var usedProxyLines: [FieldLine] {
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

/// The hint in the bottom line for the caret or cursor in a request.
struct RequestHint {
  private let session: RequestSession
  private let theme: Theme
  private let keys: KeyNames

  /// `nil` on the URL line, and while the pane cannot be typed into.
  init?(_ app: AppState) {
    guard let session = app.session, app.focusedPane == .request, app.overlay == nil, !session.isAboveContent else {
      return nil
    }
    self.session = session
    theme = app.theme
    keys = app.keys
  }

  /// A header sent without the usual blank, or not at all.
  var blank: StyledText? {
    guard case .table(.headers) = session.content else { return nil }
    let (rows, row) = (session.draft.headers, session.editor.cursor.row)
    guard rows.indices.contains(row) else { return nil }
    if rows[row].omitsInherited, !rows[row].isEnabled {
      let words = "no \(rows[row].name) is sent: \(key: "toggle") sends this one, \(key: "delete") the inherited one"
      return StyledText(keys.filled(words), theme[.dim])
    }
    guard rows[row].omitsBlank, !rows[row].value.isEmpty else { return nil }
    return StyledText("sent as \(rows[row].name):value, without a space", theme[.dim])
  }

  /// An invalid row, or an error in JSON.
  var problem: StyledText? {
    switch session.content {
    case .table(let kind):
      let rows = session.draft.rows(of: kind)
      let row = session.editor.cursor.row
      guard rows.indices.contains(row) else { return nil }
      guard let problem = RowProblem.of(rows[row], in: kind) else {
        let reason = session.draft.unsentRows(of: kind, in: session.variables)[row] ?? ""
        return reason.isEmpty ? nil : StyledText(reason, theme[.warn])
      }
      // A missing name is reported only after the user has moved on.
      if case .field(let field)? = session.editor.editing, field.isNewRow, rows[row][0].isEmpty { return nil }
      return StyledText(problem.reason, theme[.error])
    case .text(let slot):
      if let issue = session.editor.texts[slot]?.issue {
        return StyledText("line \(issue.line), column \(issue.column): \(issue.message)", theme[.warn])
      }
      guard let pane = session.editor.texts[slot], let fault = pane.fault else { return nil }
      let isHere = fault.line == pane.area.caret.line + 1
      let place = "line \(fault.line), column \(fault.column)"
      return StyledText(isHere ? "\(fault)" : "not JSON yet: \(place)", theme[isHere ? .error : .warn])
    case .fields:
      guard [.options, .trust].contains(session.editor.tab), case .field(let field)? = session.editor.editing,
        case .field(let id) = field.target,
        let problem = RequestDefinition.problem(ofOption: id, field.field.text)
      else { return nil }
      return StyledText(problem, theme[.error])
    case .nothing: return nil
    }
  }
}
