import HTTPTypes

/// Stage 1, create: everything that makes a request, as a value with defaults that is copied and adjusted.
///
/// Named configurations are static members of an extension; `Request.with(.shop) { … }` sets only what differs.
public struct RequestConfig: Sendable {
  /// Changes a finished request just before it is sent, once per attempt and always from the original.
  public typealias Modifier = @Sendable (inout Request) async throws -> Void

  /// `http` or `https`; wins over the scheme in `host`. Where neither says, `http`, as curl has it.
  public var scheme: String?
  /// A host, or the start of a URL: it may carry a scheme, a user, a port, a path prefix and a query.
  public var host: String
  /// Wins over the port in `host`.
  public var port: Int?
  /// Joined to `host` with exactly one slash; may carry a query. An absolute URL replaces scheme, host and port.
  public var path: String
  /// Values for the `:name` and `{name}` segments of the path, each encoded as one segment.
  public var pathParameters: [String: String]
  /// Follows the query that is in `host` or `path`.
  public var query: Query
  /// Never sent, but kept for display and for redirects.
  public var fragment: String?
  /// All but `.encoded` also leave a `:name` or `{name}` that has no value as it is, where `.encoded` refuses it.
  public var encoding: URLEncoding
  /// `nil` is `GET` once built; a layer below may say otherwise.
  public var method: HTTPRequest.Method?
  /// In the order in which they are sent; names keep their case.
  public var headers: Headers
  /// Headers that nobody may add: neither the layers below nor the transport.
  public var suppressedHeaders: Set<String>
  /// What follows the head. Default none.
  public var body: Body
  /// How the request is carried: timeouts, redirects, TLS, proxy.
  public var options: TransferOptions
  /// Run on the finished request just before each attempt, in this order.
  public var modifiers: [Modifier]
  /// What of it a redirect must not take to another origin.
  package var credentials = CredentialMarks()
  /// The formats that `.encoded(value)` knows.
  public var contentTypes = ContentTypes()

  /// A configuration from its parts; everything has a default.
  public init(
    host: String = "", scheme: String? = nil, port: Int? = nil, path: String = "",
    pathParameters: [String: String] = [:], query: Query = Query(), fragment: String? = nil,
    encoding: URLEncoding = .encoded, method: HTTPRequest.Method? = nil, headers: Headers = Headers(),
    suppressedHeaders: Set<String> = [], body: Body = .none, options: TransferOptions = TransferOptions(),
    modifiers: [Modifier] = []
  ) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
    self.pathParameters = pathParameters
    self.query = query
    self.fragment = fragment
    self.encoding = encoding
    self.method = method
    self.headers = headers
    self.suppressedHeaders = suppressedHeaders
    self.body = body
    self.options = options
    self.modifiers = modifiers
  }

  /// A URL as a person typed it, sent verbatim unless `encoding` says otherwise.
  public init(url: String, encoding: URLEncoding = .asTyped) {
    self.init(host: url, encoding: encoding)
  }

  /// The parts of a finished request, for changing it: building the result gives the same request.
  public init(_ request: Request) {
    self.init(
      host: request.url, encoding: .verbatim, method: request.method, headers: request.headers,
      suppressedHeaders: request.suppressedHeaders, body: Body(finished: request.body, parts: request.parts),
      options: request.options, modifiers: request.modifiers.steps)
    credentials = request.credentials
  }

  /// Any method, as typed.
  /// - Throws: `RequestError.method` when it is no token.
  public mutating func setMethod(_ text: String) throws(RequestError) {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isToken), let method = HTTPRequest.Method(rawValue: text) else {
      throw RequestError.method(text)
    }
    self.method = method
  }

  /// Sends no header of that name, not even one that a layer below or the transport would add.
  public mutating func suppress(_ name: String) {
    headers.remove(name)
    suppressedHeaders.insert(name)
  }
}

extension RequestConfig {
  /// What a client says about itself where nothing else does: `User-Agent` and `Accept: */*`. The default layer of a
  /// client, in plain sight, so that it can be replaced.
  public static func identified(as product: String) -> Self {
    Self(headers: Headers([Header("User-Agent", product), Header("Accept", "*/*")]))
  }
}
