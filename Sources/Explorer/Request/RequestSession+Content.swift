import Terminal
import Workspaces

extension RequestSession {
  /// The content of the selected tab.
  var content: RequestTab.Content {
    editor.tab.content(of: draft, graphSlot: editor.graphSlot, message: shownMessage)
  }

  /// Which message of a call is shown.
  var shownMessage: Int { max(0, min(editor.message, draft.conversation.messages.count - 1)) }

  /// Whether the messages of a call are shown, which are rows of texts.
  var isInCallMessages: Bool {
    if case .text(.message) = content { return true }
    return false
  }

  /// What has the cursor, for the lookup of keys.
  var context: Context {
    if editor.isOnURL { return .url }
    switch content {
    case .table, .text(.message): return .rows
    case .text: return .text
    case .fields, .nothing: return .fields
    }
  }

  var isReadOnly: Bool {
    if case .unsupported = draft.kind { return true }
    return fault != nil || isOlder
  }

  /// Why it cannot be changed; `nil` if it can.
  /// - Parameter isSendable: whether a driver can send requests of its kind.
  func refusalToEdit(isSendable: Bool) -> String? {
    if fault != nil { return "This file cannot be read, so it cannot be changed here: fix it in an editor" }
    if isOlder { return "The older .bru format is shown and sent, not edited: convert the collection to edit it" }
    if case .unsupported(let kind) = draft.kind {
      let verbs = isSendable ? "changed" : "changed or sent"
      return "A \(kind) request is shown and kept as it is: it cannot be \(verbs) here"
    }
    return nil
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

  /// What a folder or the collection says stands where the request says nothing.
  private var optionLines: [FieldLine] {
    let around: [(String, (SharedSettings) -> String?)] = [
      (SettingKind.cookies.key, { $0.cookies?.rawValue }), (SettingKind.history.key, { $0.history?.rawValue }),
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
    // The condition and the tags, which are about no single send, come last.
    return lines.dropLast(2) + draft.trustLines(trustAround) + lines.suffix(2)
  }

  /// Whether the history records its exchanges.
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

  /// That nothing is verified stands first.
  private var riskLines: [FieldLine] {
    let said = effectiveTrust
    let place: String
    if let verifies = said.verifies, !verifies.value {
      // Its own line says so itself.
      if draft.trust.verifies == false { return [] }
      place = verifies.place.words
    } else if let given = configuration.verifyTLS, !given.value, said.isEmpty {
      place = given.origin.rawValue
    } else {
      return []
    }
    var line = FieldLine("tls", "TLS", .fact, "not verified, as \(place) says")
    line.isRisky = true
    return [line]
  }

  /// The client certificate for the server, as far as it is known before the send.
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
