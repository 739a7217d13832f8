import Basics
public import HTTPTypes

/// Stage 1, create: all parts of a request, as a value with defaults that is copied and adjusted.
///
/// Named configurations are static members of an extension; `Request.with(.shop) { … }` sets only what differs.
public struct RequestConfig: Sendable {
  /// `http` or `https`; takes precedence over the scheme in `host`. Without either, `http`, as in curl.
  public var scheme: String?
  /// A host or the start of a URL, optionally with scheme, user, port, path prefix and query.
  public var host: String
  /// Takes precedence over the port in `host`.
  public var port: Int?
  /// Joined to `host` with exactly one slash; may carry a query. An absolute URL replaces scheme, host and port.
  public var path: String
  /// Values for the `:name` and `{name}` segments of the path, each encoded as one segment.
  public var pathParameters: PathParameters
  /// Appended to the query in `host` or `path`.
  public var query: Query
  /// Never sent; kept for display and redirects.
  public var fragment: String?
  /// `.encoded` rejects a `:name` or `{name}` without a value; the others leave it unchanged.
  public var encoding: Encoding
  /// `nil` becomes `GET`, unless a lower layer sets a method.
  public var method: HTTPRequest.Method?
  /// In the order sent; names keep their case.
  public var headers: Headers
  /// Headers that neither lower layers nor the transport may add.
  package var suppressedHeaders: Set<String>
  /// The request body. Default none.
  public var body: Body
  /// The transfer options: timeouts, redirects, TLS, proxy.
  public var options: TransferOptions
  /// Change the finished request just before it is sent, in this order: once per attempt, always starting from the
  /// original.
  public var modifiers: [@Sendable (inout Request) async throws -> Void]
  /// The ranges of variables' values in `host`, in UTF-8. Values are sent unchanged and contain no path parameters.
  package var values: [Range<Int>] = []
  /// The parts that a redirect must not send to another origin.
  package var credentials = CredentialMarks()
  /// The Content-Type that came with the body of the finished request this was made from.
  var bodyType: String?
  /// The formats available to `.encoded(value)`; the first is used if no Content-Type is set.
  public var contentTypes: [ContentType] = [.json, .form]

  /// A configuration from its parts; everything has a default.
  public init(
    host: String = "", scheme: String? = nil, port: Int? = nil, path: String = "",
    pathParameters: PathParameters = [:], query: Query = Query(), fragment: String? = nil,
    encoding: Encoding = .encoded, method: HTTPRequest.Method? = nil, headers: Headers = Headers(),
    suppressedHeaders: Set<String> = [], body: Body = .none, options: TransferOptions = TransferOptions(),
    modifiers: [@Sendable (inout Request) async throws -> Void] = []
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

  /// Explains where time limits are.
  @available(*, unavailable, message: "limits are options: $0.options.totalTimeout; or $0.timeout of the call")
  public var timeout: Duration? {
    get { nil }
    set {}
  }

  /// A URL as typed, sent verbatim unless `encoding` says otherwise.
  public init(url: String, encoding: Encoding = .asTyped) {
    self.init(host: url, encoding: encoding)
  }

  /// The parts of a finished request, for changing them: building the result gives the same request.
  package init(_ request: Request) {
    self.init(
      host: request.url, encoding: .verbatim, method: request.method, headers: request.headers,
      suppressedHeaders: request.suppressedHeaders, body: Body(finished: request.body, parts: request.parts),
      options: request.options, modifiers: request.modifiers.steps)
    (credentials, bodyType) = (request.credentials, request.bodyType)
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
  public mutating func suppress(_ name: Headers.Name) {
    headers[name] = nil
    suppressedHeaders.insert(name.text)
  }
}

extension RequestConfig {
  /// The default layer of a client: `User-Agent` and `Accept: */*`. Explicit, so that it can be replaced.
  public static func identified(as product: String) -> Self {
    Self(headers: Headers([Header("User-Agent", product), Header("Accept", "*/*")]))
  }
}

extension RequestConfig {
  /// This layer on top of `lower`, which provides the unset parts.
  ///
  /// Headers and query items of `lower` come first, except those whose name this layer has too. A body here replaces a
  /// Content-Type that only `lower` sets: client < body < request.
  public func merging(over lower: RequestConfig) -> RequestConfig {
    var result = self
    result.takeBase(of: lower)
    result.pathParameters = pathParameters.layered(over: lower.pathParameters)
    result.query = query.layered(over: lower.query)
    result.fragment = fragment ?? lower.fragment
    result.method = method ?? lower.method
    var inherited = lower.headers
    if body.hasContentType { inherited.remove("Content-Type") }
    result.headers = headers.layered(over: inherited, suppressing: suppressedHeaders)
    result.suppressedHeaders = suppressedHeaders.union(lower.suppressedHeaders.filter { headers[$0] == nil })
    if body.isNone { (result.body, result.bodyType) = (lower.body, lower.bodyType) }
    result.options = options.merging(over: lower.options)
    result.modifiers = lower.modifiers + modifiers
    result.credentials.formUnion(lower.credentials)
    result.contentTypes += lower.contentTypes.filter { type in
      !contentTypes.contains { $0.essence == type.essence }
    }
    return result
  }

  /// Goes below the base of `lower`, its scheme, host and port, unless it has a host of its own. An empty path becomes
  /// that of `lower`.
  package mutating func takeBase(of lower: RequestConfig) {
    guard host.isEmpty, !path.isAbsoluteURL else { return }
    host = lower.host
    values = lower.values
    scheme = scheme ?? lower.scheme
    port = port ?? lower.port
    guard path.isEmpty else { return }
    path = lower.path
    encoding = lower.encoding
  }
}

extension Headers {
  /// The fields of `lower` that are neither set here nor suppressed, followed by these.
  func layered(over lower: Headers, suppressing suppressed: Set<String>) -> Headers {
    let isFree = { (field: Header) in
      self[field.name] == nil && !suppressed.contains { $0.equalsIgnoringCase(field.name) }
    }
    // Usually none is removed.
    var all = lower.fields.allSatisfy(isFree) ? lower.fields : lower.fields.filter(isFree)
    all += fields
    return Headers(all)
  }
}

extension TransferOptions {
  /// These options, with those of `lower` for the unset ones.
  package func merging(over lower: TransferOptions) -> TransferOptions {
    // Most layers are empty.
    guard !lower.areUntouched else { return self }
    guard !areUntouched else { return lower }
    return TransferOptions(content.merging(over: lower.content))
  }
}

extension TransferOptions.Fields {
  fileprivate func merging(over lower: Self) -> Self {
    var result = self
    result.connectTimeout = connectTimeout ?? lower.connectTimeout
    result.idleTimeout = idleTimeout ?? lower.idleTimeout
    result.totalTimeout = totalTimeout ?? lower.totalTimeout
    result.httpVersion = httpVersion ?? lower.httpVersion
    result.decompresses = decompresses ?? lower.decompresses
    result.compressesBody = compressesBody ?? lower.compressesBody
    result.redirects = redirects ?? lower.redirects
    result.tls = tls?.limited(by: lower.tls) ?? lower.tls
    result.clientCertificates = clientCertificates ?? lower.clientCertificates
    result.proxy = proxy ?? lower.proxy
    result.noProxy = noProxy ?? lower.noProxy
    // `noProxy` and the exceptions belong to the proxy of their own layer.
    let isOther = proxy != nil || noProxy != nil
    result.proxyExceptions = proxyExceptions ?? (isOther ? nil : lower.proxyExceptions)
    result.unixSocket = unixSocket ?? lower.unixSocket
    result.resolve = resolve ?? lower.resolve
    result.connectTo = connectTo ?? lower.connectTo
    result.interface = interface ?? lower.interface
    result.requestTarget = requestTarget ?? lower.requestTarget
    result.priority = priority ?? lower.priority
    result.authentication = authentication ?? lower.authentication
    result.loginFile = loginFile ?? lower.loginFile
    result.cache = cache ?? lower.cache
    result.followsLinks = followsLinks ?? lower.followsLinks
    result.maximumBodySize = maximumBodySize ?? lower.maximumBodySize
    return result
  }
}

extension Request {
  /// The request with a client's `defaults`: their headers, query items, options and modifiers where the request has
  /// none of that name. URL, method and body are the request's own.
  /// - Throws: `RequestError` if a default is invalid.
  package func layered(over defaults: RequestConfig) throws(RequestError) -> Request {
    if defaults.query == Query() { return try layeredHeaders(over: defaults) }
    var config = RequestConfig(self)
    config.query = Query().layered(over: defaults.query, names: URLParts(url).queryNames)
    config.headers = headers.layered(over: defaults.headers, suppressing: suppressedHeaders)
    config.suppressedHeaders.formUnion(defaults.suppressedHeaders.filter { headers[$0] == nil })
    config.options = options.merging(over: defaults.options)
    config.modifiers = defaults.modifiers + modifiers.steps
    config.credentials.formUnion(defaults.credentials)
    return try config.build()
  }

  /// The fast path without default query items: the URL was already built and checked.
  private func layeredHeaders(over defaults: RequestConfig) throws(RequestError) -> Request {
    var all = headers.layered(over: defaults.headers, suppressing: suppressedHeaders)
    try all.check()
    try RequestConfig.checkLength(all, body)
    var suppressed = suppressedHeaders
    for name in defaults.suppressedHeaders where headers[name] == nil { suppressed.insert(name) }
    var marks = credentials
    marks.formUnion(defaults.credentials)
    let request = Request(
      method: method, url: url, headers: all, suppressedHeaders: suppressed, body: body,
      options: options.merging(over: defaults.options), parts: parts,
      modifiers: defaults.modifiers.isEmpty ? modifiers : RequestModifiers(defaults.modifiers + modifiers.steps),
      credentials: marks, bodyType: bodyType)
    try request.checkTexts()
    return request
  }
}

extension URLParts {
  /// The names in the query, decoded.
  var queryNames: Set<String> {
    Set(
      (query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { row in
        let name = row.prefix { $0 != UInt8(ascii: "=") }
        return PercentEncoding.decodedText(Substring(name))
      })
  }
}
