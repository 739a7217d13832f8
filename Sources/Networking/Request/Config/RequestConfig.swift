import Basics
public import HTTPTypes

/// Stage 1, create: everything that makes a request, as a value with defaults that is copied and adjusted.
///
/// Named configurations are static members of an extension; `Request.with(.shop) { … }` sets only what differs.
public struct RequestConfig: Sendable {
  /// Changes a finished request just before it is sent: once per attempt, always starting from the original.
  public typealias Modifier = @Sendable (inout Request) async throws -> Void

  /// `http` or `https`; takes precedence over the scheme in `host`. Without either, `http`, as in curl.
  public var scheme: String?
  /// A host or the start of a URL, optionally with scheme, user, port, path prefix and query.
  public var host: String
  /// Takes precedence over the port in `host`.
  public var port: Int?
  /// Joined to `host` with exactly one slash; may carry a query. An absolute URL replaces scheme, host and port.
  public var path: String
  /// Values for the `:name` and `{name}` segments of the path, each encoded as one segment.
  public var pathParameters: [String: String]
  /// Appended to the query in `host` or `path`.
  public var query: Query
  /// Never sent; kept for display and redirects.
  public var fragment: String?
  /// `.encoded` rejects a `:name` or `{name}` without a value; the others leave it unchanged.
  public var encoding: URLEncoding
  /// `nil` becomes `GET`, unless a lower layer sets a method.
  public var method: HTTPRequest.Method?
  /// In the order sent; names keep their case.
  public var headers: Headers
  /// Headers that neither lower layers nor the transport may add.
  public var suppressedHeaders: Set<String>
  /// The request body. Default none.
  public var body: Body
  /// How the request is carried: timeouts, redirects, TLS, proxy.
  public var options: TransferOptions
  /// Run on the finished request just before each attempt, in this order.
  public var modifiers: [Modifier]
  /// Where in `host` the values of variables stand, in UTF-8: a value is sent as it is, and has no path parameters.
  package var values: [Range<Int>] = []
  /// The parts that a redirect must not send to another origin.
  package var credentials = CredentialMarks()
  /// The formats available to `.encoded(value)`.
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

  /// A URL as typed, sent verbatim unless `encoding` says otherwise.
  public init(url: String, encoding: URLEncoding = .asTyped) {
    self.init(host: url, encoding: encoding)
  }

  /// The parts of a finished request, for changing them: building the result gives the same request.
  public init(_ request: Request) {
    self.init(
      host: request.url, encoding: .verbatim, method: request.method, headers: request.headers,
      suppressedHeaders: request.suppressedHeaders, body: Body(finished: request.body, parts: request.parts),
      options: request.options, modifiers: request.modifiers.steps)
    credentials = request.credentials
  }

  /// Sets any method, case preserved.
  /// - Throws: `RequestError.method` if it is not a token.
  public mutating func setMethod(_ text: String) throws(RequestError) {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isToken), let method = HTTPRequest.Method(rawValue: text) else {
      throw RequestError.method(text)
    }
    self.method = method
  }

  /// Never sends a header of that name, even if a lower layer or the transport would add it.
  public mutating func suppress(_ name: String) {
    headers.remove(name)
    suppressedHeaders.insert(name)
  }
}

extension RequestConfig {
  /// The default layer of a client: `User-Agent` and `Accept: */*`. Explicit, so that it can be replaced.
  public static func identified(as product: String) -> Self {
    Self(headers: Headers([Header("User-Agent", product), Header("Accept", "*/*")]))
  }
}
