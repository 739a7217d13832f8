/// A named set of variables (`environments/NAME.yml`).
public struct Environment: Hashable, Sendable {
  public struct Variable: Hashable, Sendable {
    public var row: Row
    /// The value is not in the file but in the user's secret store; `row.value` contains it after reading.
    public var isSecret: Bool

    public init(_ row: Row, isSecret: Bool = false) {
      self.row = row
      self.isSecret = isSecret
    }
  }

  public var name: String
  /// As written, `#2E8A54`.
  public var color: String?
  /// Anything but GET, HEAD and OPTIONS needs confirmation.
  public var isProtected: Bool
  public var variables: [Variable]

  public init(name: String, color: String? = nil, isProtected: Bool = false, variables: [Variable] = []) {
    self.name = name
    self.color = color
    self.isProtected = isProtected
    self.variables = variables
  }

  /// Whether the user must confirm a request with this method: in a protected environment, for everything but GET, HEAD
  /// and OPTIONS, which change nothing on the server (RFC 9110, section 9.2.1).
  public func asks(before method: String) -> Bool {
    isProtected && !["GET", "HEAD", "OPTIONS"].contains(method.uppercased())
  }

  /// The environment as written in its file.
  var withoutSecrets: Environment {
    var copy = self
    for index in copy.variables.indices where copy.variables[index].isSecret { copy.variables[index].row.value = "" }
    return copy
  }

  /// Sets a variable; a new one is appended.
  public mutating func set(_ name: String, to value: String) {
    if let index = variables.firstIndex(where: { $0.row.name == name }) {
      variables[index].row.value = value
    } else {
      variables.append(Variable(Row(name, value)))
    }
  }
}

/// The settings that a folder or a collection shares with the requests below it.
public struct SharedSettings: Hashable, Sendable {
  public var headers: [Row]
  public var authentication: Authentication
  public var variables: [Row]
  public var docs: String
  /// Variables set from the answer to each request below, before the request's own captures.
  public var captures: [Capture]
  /// Preserved and shown, never run.
  public var scripts: [Script]
  /// Sent to their hosts; only a collection has them.
  public var certificates: [CertificateDefinition]
  /// The proxy of a collection; `nil` if its file does not mention one.
  public var proxy: ProxyDefinition?

  public init(
    headers: [Row] = [], authentication: Authentication = .none, variables: [Row] = [], docs: String = "",
    captures: [Capture] = [], scripts: [Script] = [], certificates: [CertificateDefinition] = [],
    proxy: ProxyDefinition? = nil
  ) {
    self.headers = headers
    self.authentication = authentication
    self.variables = variables
    self.docs = docs
    self.captures = captures
    self.scripts = scripts
    self.certificates = certificates
    self.proxy = proxy
  }
}
