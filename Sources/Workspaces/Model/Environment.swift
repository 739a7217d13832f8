/// A named set of variables (`environments/NAME.yml`).
package struct Environment: Hashable, Sendable {
  package struct Variable: Hashable, Sendable {
    package var row: Row
    /// The value is not in the file but in the user's secret store; `row.value` contains it after reading.
    package var isSecret: Bool

    package init(_ row: Row, isSecret: Bool = false) {
      self.row = row
      self.isSecret = isSecret
    }
  }

  package var name: String
  /// As written, `#2E8A54`.
  package var color: String?
  /// Anything but GET, HEAD and OPTIONS needs confirmation.
  package var isProtected: Bool
  package var variables: [Variable]
  package var trust = ServerTrust()

  package init(name: String, color: String? = nil, isProtected: Bool = false, variables: [Variable] = []) {
    self.name = name
    self.color = color
    self.isProtected = isProtected
    self.variables = variables
  }

  /// Whether the user must confirm a request with this method: in a protected environment, for everything but GET, HEAD
  /// and OPTIONS, which change nothing on the server (RFC 9110, section 9.2.1).
  package func asks(before method: String) -> Bool {
    isProtected && !["GET", "HEAD", "OPTIONS"].contains(method.uppercased())
  }

  /// The environment as written in its file.
  var withoutSecrets: Environment {
    var copy = self
    for index in copy.variables.indices where copy.variables[index].isSecret { copy.variables[index].row.value = "" }
    return copy
  }

  /// Sets a variable; a new one is appended.
  package mutating func set(_ name: String, to value: String) {
    if let index = variables.firstIndex(where: { $0.row.name == name }) {
      variables[index].row.value = value
    } else {
      variables.append(Variable(Row(name, value)))
    }
  }
}

/// The settings that a folder or a collection shares with the requests below it.
package struct SharedSettings: Hashable, Sendable {
  package var headers: [Row]
  package var authentication: Authentication
  package var variables: [Row]
  package var docs: String
  /// Variables set from the answer to each request below, before the request's own captures.
  package var captures: [Capture]
  /// Preserved and shown, never run.
  package var scripts: [Script]
  /// Sent to their hosts; only a collection has them.
  package var certificates: [CertificateDefinition]
  /// The proxy of a collection; `nil` if its file does not mention one.
  package var proxy: ProxyDefinition?
  /// Where `.proto` files import from; only a collection has them.
  package var importPaths: [ImportPath] = []
  /// What the requests below do with cookies, unless they say it themselves.
  package var cookies: CookieUse?
  /// Whether the history records the exchanges of the requests below, unless they say it themselves.
  package var history: HistoryUse?
  /// Whom the requests below believe, unless they say it themselves.
  package var trust = ServerTrust()
  /// What the GraphQL requests below have in common, unless they say it themselves.
  package var graphQL = GraphQLSettings()

  package init(
    headers: [Row] = [], authentication: Authentication = .none, variables: [Row] = [], docs: String = "",
    captures: [Capture] = [], scripts: [Script] = [], certificates: [CertificateDefinition] = [],
    proxy: ProxyDefinition? = nil, cookies: CookieUse? = nil, history: HistoryUse? = nil,
    trust: ServerTrust = ServerTrust(), graphQL: GraphQLSettings = GraphQLSettings(), importPaths: [ImportPath] = []
  ) {
    self.importPaths = importPaths
    self.headers = headers
    self.authentication = authentication
    self.variables = variables
    self.docs = docs
    self.captures = captures
    self.scripts = scripts
    self.certificates = certificates
    self.proxy = proxy
    self.cookies = cookies
    self.history = history
    self.trust = trust
    self.graphQL = graphQL
  }
}
