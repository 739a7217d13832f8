import Workspaces

/// The tabs of the request pane, in order. `tabs(of:)` lists those of a definition.
package enum RequestTab: String, CaseIterable, Hashable, Sendable {
  /// The named messages of a WebSocket or a call, in place of a body.
  case messages = "Messages"
  case params = "Params"
  case headers = "Headers"
  case body = "Body"
  case auth = "Auth"
  case variables = "Vars"
  case tests = "Tests"
  case docs = "Docs"
  case options = "Options"
  case proxy = "Proxy"
  case certificates = "Certificates"
  case cookies = "Cookies"
  case history = "History"
  case trust = "TLS"
  case scripts = "Scripts"
}

extension RequestTab {
  /// The tabs of a request, or of the settings of a folder or a collection.
  static func tabs(of draft: RequestDefinition) -> [RequestTab] {
    switch draft.kind {
    case .folder: [.headers, .auth, .variables, .docs, .cookies, .history, .trust, .scripts]
    case .collection:
      [.headers, .auth, .variables, .docs, .proxy, .certificates, .cookies, .history, .trust, .scripts]
    case .webSocket: [.messages, .params, .headers, .auth, .variables, .tests, .docs, .options, .scripts]
    // A call has messages instead of parameters.
    case .grpc: [.messages, .headers, .auth, .variables, .tests, .docs, .options, .scripts]
    case .http, .graphql, .unsupported:
      [.params, .headers, .body, .auth, .variables, .tests, .docs, .options, .scripts]
    }
  }

  /// The content of a tab, which determines the effect of keys.
  enum Content: Equatable {
    case table(TableKind)
    case text(TextSlot)
    case fields
    /// The body tab without a body.
    case nothing
  }

  /// The title of the tab; gRPC uses its own terms.
  func title(in draft: RequestDefinition) -> String {
    switch (draft.kind, self) {
    case (.grpc, .headers): "Metadata"
    case (.grpc, .messages) where draft.conversation.messages.count < 2: "Message"
    default: rawValue
    }
  }

  /// - Parameters: - message: the index of the shown message of a call. - script: the shown script.
  func content(
    of draft: RequestDefinition, graphSlot: TextSlot = .query, message: Int = 0, script: ScriptSlot? = nil
  ) -> Content {
    switch self {
    case .messages: return draft.kind == .grpc ? .text(.message(message)) : .table(.messages)
    case .params: return .table(.params)
    case .headers: return .table(.headers)
    case .variables: return .table(.variables)
    case .tests: return .table(.assertions)
    case .certificates: return .table(.certificates)
    case .auth, .options, .proxy, .trust, .cookies, .history: return .fields
    case .docs: return .text(.docs)
    case .scripts: return .text(.script(script ?? draft.scriptSlots[0]))
    case .body:
      switch draft.body {
      case .none: return .nothing
      case .text: return .text(.body)
      case .form: return .table(.form)
      case .multipart: return .table(.multipart)
      case .file: return .table(.files)
      case .graphql: return .text(graphSlot)
      }
    }
  }

  /// The number of enabled rows that are sent; `nil` if it is 0 or the tab has no rows.
  func count(in draft: RequestDefinition) -> Int? {
    let count: Int? =
      switch self {
      case .messages:
        draft.kind == .grpc && draft.conversation.messages.count < 2 ? nil : draft.conversation.messages.count
      case .params: draft.params.count { $0.row.isEnabled } - draft.unsentRows(of: .params).count
      case .headers: draft.headers.count(where: \.isEnabled) - draft.unsentRows(of: .headers).count
      case .variables: draft.variables.count(where: \.isEnabled)
      case .tests: draft.assertions.count(where: \.isEnabled)
      case .certificates: draft.certificates.count(where: \.isEnabled)
      case .scripts: draft.scripts.count
      case .body, .auth, .docs, .options, .proxy, .trust, .cookies, .history: nil
      }
    return count == 0 ? nil : count
  }

  func isEmpty(in draft: RequestDefinition) -> Bool {
    switch self {
    case .messages: draft.conversation.messages.isEmpty
    case .params: draft.params.isEmpty
    case .headers: draft.headers.isEmpty
    case .body: draft.body == .none
    case .auth: draft.authentication.scheme == .none || draft.authentication.scheme == .inherit
    case .variables: draft.variables.isEmpty
    case .tests: draft.assertions.isEmpty && draft.captures.isEmpty
    case .scripts: draft.scripts.isEmpty
    case .docs: draft.docs.isEmpty
    case .options: draft.optionsAreEmpty
    case .proxy: draft.proxy == nil || draft.proxy?.use == .inherited
    case .certificates: draft.certificates.isEmpty
    case .trust: draft.trust.isEmpty
    case .cookies: draft.settings.cookies == nil
    case .history: draft.settings.history == nil
    }
  }

  static func bar(of session: RequestSession) -> TabBar<RequestTab> {
    let draft = session.draft
    return TabBar(
      items: tabs(of: draft).map { tab in
        let own = tab.count(in: draft)
        let others = tab.othersSent(with: session)
        let isEmpty = tab.isEmpty(in: draft)
        return TabBar.Item(
          tab: tab, title: tab.title(in: draft), count: own, isEmpty: isEmpty,
          share: others == 0 ? nil : "\(own ?? 0)+\(others)", hasDot: !isEmpty,
          yields: tab == .scripts && isEmpty)
      })
  }

  /// The number of headers and parameters sent in addition to the request's own.
  private func othersSent(with session: RequestSession) -> Int {
    let inherited: TableKind? = self == .headers ? .headers : self == .params ? .params : nil
    guard let inherited, !session.draft.kind.isShared else { return 0 }
    return session.inheritedRows(of: inherited, in: session.draft.withoutBodyText).count
  }
}

extension RequestDefinition {
  /// The definition with an empty body of the same kind, so that computing its length is cheap.
  fileprivate var withoutBodyText: RequestDefinition {
    var copy = self
    if body.kind != .file { copy.body = body.kind.empty }
    return copy
  }
}
