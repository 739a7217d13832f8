/// A saved request as edited: everything a user can change about it, variables still unresolved.
///
/// A plain value: the screen edits it, files are read into and patched from it, importers make it.
public struct RequestDefinition: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case http, graphql
    /// Listed and kept, not sendable: `websocket`, `grpc`, `script`, or a kind not known.
    case unsupported(String)
  }

  public var kind: Kind
  public var name: String
  public var sequence: Double?
  public var tags: [String]
  /// Any token, as written.
  public var method: String
  /// As written, query included; `params` shows the same query as rows.
  public var url: String
  public var params: [Parameter]
  public var headers: [Row]
  public var body: BodyDefinition
  public var authentication: Authentication
  public var variables: [Row]
  public var assertions: [Assertion]
  public var captures: [Capture]
  public var scripts: [Script]
  public var settings: RequestSettings
  public var docs: String
  /// Answers that the file keeps.
  public var examples: [RequestExample]

  public init(
    kind: Kind = .http, name: String, sequence: Double? = nil, tags: [String] = [], method: String = "GET",
    url: String = "", params: [Parameter] = [], headers: [Row] = [], body: BodyDefinition = .none,
    authentication: Authentication = .inherit, variables: [Row] = [], assertions: [Assertion] = [],
    captures: [Capture] = [], scripts: [Script] = [], settings: RequestSettings = RequestSettings(), docs: String = "",
    examples: [RequestExample] = []
  ) {
    self.kind = kind
    self.name = name
    self.sequence = sequence
    self.tags = tags
    self.method = method
    self.url = url
    self.params = params
    self.headers = headers
    self.body = body
    self.authentication = authentication
    self.variables = variables
    self.assertions = assertions
    self.captures = captures
    self.scripts = scripts
    self.settings = settings
    self.docs = docs
    self.examples = examples
  }
}

/// What must hold of an answer; `operator` in the format's words (`eq`, `contains`, `isDefined`).
public struct Assertion: Hashable, Sendable {
  public var expression: String
  public var `operator`: String
  public var value: String
  public var isEnabled: Bool
  public var note: String

  public init(
    _ expression: String, _ operator: String, _ value: String = "", isEnabled: Bool = true, note: String = ""
  ) {
    self.expression = expression
    self.operator = `operator`
    self.value = value
    self.isEnabled = isEnabled
    self.note = note
  }
}

/// A variable that is set from the answer (`actions` of type `set-variable` in the format).
public struct Capture: Hashable, Sendable {
  public var variable: String
  public var scope: String
  public var expression: String
  public var isEnabled: Bool

  public init(variable: String, scope: String = "runtime", expression: String, isEnabled: Bool = true) {
    self.variable = variable
    self.scope = scope
    self.expression = expression
    self.isEnabled = isEnabled
  }
}

/// A script of the file: kept and shown, never run.
public struct Script: Hashable, Sendable {
  public var phase: String
  public var code: String

  public init(phase: String, code: String) {
    self.phase = phase
    self.code = code
  }
}

/// The switches of a request; `nil` is "not written in the file", which means the default.
public struct RequestSettings: Hashable, Sendable {
  public var encodeURL: Bool?
  /// Milliseconds; 0 is none.
  public var timeout: Double?
  public var followRedirects: Bool?
  public var maxRedirects: Int?
  public var forwardAuthorization: Bool?

  public init(
    encodeURL: Bool? = nil, timeout: Double? = nil, followRedirects: Bool? = nil, maxRedirects: Int? = nil,
    forwardAuthorization: Bool? = nil
  ) {
    self.encodeURL = encodeURL
    self.timeout = timeout
    self.followRedirects = followRedirects
    self.maxRedirects = maxRedirects
    self.forwardAuthorization = forwardAuthorization
  }
}
