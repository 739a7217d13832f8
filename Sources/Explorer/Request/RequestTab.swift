import Workspaces

/// The tabs of the request pane, in order; those that a definition has are in `tabs(of:)`.
package enum RequestTab: String, CaseIterable, Hashable, Sendable {
  /// Those that a WebSocket or a call keeps by name, in place of a body.
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
}

extension RequestTab {
  /// The tabs of a request, or of the settings of a folder or a collection.
  static func tabs(of draft: RequestDefinition) -> [RequestTab] {
    switch draft.kind {
    case .folder: [.headers, .auth, .variables, .docs, .cookies, .history, .trust]
    case .collection: [.headers, .auth, .variables, .docs, .proxy, .certificates, .cookies, .history, .trust]
    case .webSocket: [.messages, .params, .headers, .auth, .variables, .tests, .docs, .options]
    // The parameters of a call would be its messages.
    case .grpc: [.messages, .headers, .auth, .variables, .tests, .docs, .options]
    case .http, .graphql, .unsupported: [.params, .headers, .body, .auth, .variables, .tests, .docs, .options]
    }
  }

  /// The content of a tab, which determines what keys do in it.
  enum Content: Equatable {
    case table(TableKind)
    case text(TextSlot)
    case fields
    /// The body tab without a body.
    case nothing
  }

  /// What it is called in a request: gRPC has its own words.
  func title(in draft: RequestDefinition) -> String {
    switch (draft.kind, self) {
    case (.grpc, .headers): "Metadata"
    case (.grpc, .messages) where draft.conversation.messages.count < 2: "Message"
    default: rawValue
    }
  }

  /// - Parameter message: which of a call's messages is shown.
  func content(of draft: RequestDefinition, graphSlot: TextSlot = .query, message: Int = 0) -> Content {
    switch self {
    case .messages: return draft.kind == .grpc ? .text(.message(message)) : .table(.messages)
    case .params: return .table(.params)
    case .headers: return .table(.headers)
    case .variables: return .table(.variables)
    case .tests: return .table(.assertions)
    case .certificates: return .table(.certificates)
    case .auth, .options, .proxy, .trust, .cookies, .history: return .fields
    case .docs: return .text(.docs)
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

  /// The number of rows that are switched on and sent; `nil` if it is 0 or the tab is not about rows.
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
    case .tests: draft.assertions.isEmpty && draft.captures.isEmpty && draft.scripts.isEmpty
    case .docs: draft.docs.isEmpty
    case .options:
      draft.settings == RequestSettings() && draft.conversation.keepAliveInterval == 0 && draft.trust.isEmpty
        && draft.condition.isEmpty && draft.tags.isEmpty && draft.callLinesAreEmpty
        && draft.graphQL == GraphQLSettings(connectionInit: draft.graphQL.connectionInit)
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
        return TabBar.Item(
          tab: tab, title: tab.title(in: draft), count: own, isEmpty: tab.isEmpty(in: draft),
          share: others == 0 ? nil : "\(own ?? 0)+\(others)")
      })
  }

  /// How many headers and parameters are sent beside the request's own.
  private func othersSent(with session: RequestSession) -> Int {
    let inherited: TableKind? = self == .headers ? .headers : self == .params ? .params : nil
    guard let inherited, !session.draft.kind.isShared else { return 0 }
    return session.inheritedRows(of: inherited, in: session.draft.withoutBodyText).count
  }
}

extension RequestDefinition {
  /// With an empty body of the same kind, whose length costs nothing to tell.
  fileprivate var withoutBodyText: RequestDefinition {
    var copy = self
    switch body {
    case .text(let kind, _): copy.body = .text(kind, "")
    case .graphql: copy.body = .graphql(query: "", variables: "")
    case .form: copy.body = .form([])
    case .none, .multipart, .file: break
    }
    return copy
  }
}
