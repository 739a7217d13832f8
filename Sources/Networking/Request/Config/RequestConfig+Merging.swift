import Basics

extension RequestConfig {
  /// This layer on top of `lower`, which provides what this one leaves open.
  ///
  /// Headers and query items of `lower` come first, except those whose name this layer has too. A body here replaces a
  /// Content-Type that only `lower` sets: client < body < request.
  public func merging(over lower: RequestConfig) -> RequestConfig {
    var result = self
    if host.isEmpty, !path.isAbsoluteURL {
      result.host = lower.host
      result.values = lower.values
      result.scheme = scheme ?? lower.scheme
      result.port = port ?? lower.port
      if path.isEmpty { result.path = lower.path }
      if path.isEmpty { result.encoding = lower.encoding }
    }
    result.pathParameters = lower.pathParameters.merging(pathParameters) { _, upper in upper }
    result.query = Query(
      lower.query.items.filter { row in !query.items.contains { $0.name == row.name } } + query.items)
    result.fragment = fragment ?? lower.fragment
    result.method = method ?? lower.method
    var inherited = lower.headers
    if body.hasContentType { inherited.remove("Content-Type") }
    result.headers = headers.layered(over: inherited, suppressing: suppressedHeaders)
    result.suppressedHeaders = suppressedHeaders.union(lower.suppressedHeaders.filter { headers[$0] == nil })
    if body.isNone { result.body = lower.body }
    result.options = options.merging(over: lower.options)
    result.modifiers = lower.modifiers + modifiers
    result.credentials.formUnion(lower.credentials)
    result.contentTypes.all += lower.contentTypes.all.filter { type in
      !contentTypes.all.contains { $0.essence == type.essence }
    }
    return result
  }
}

extension Headers {
  /// The fields of `lower` that are neither set here nor suppressed, followed by these.
  func layered(over lower: Headers, suppressing suppressed: Set<String>) -> Headers {
    let isFree = { (field: Header) in
      self[field.name] == nil && !suppressed.contains { $0.equalsIgnoringCase(field.name) }
    }
    // Usually none is filtered out.
    var all = lower.fields.allSatisfy(isFree) ? lower.fields : lower.fields.filter(isFree)
    all += fields
    return Headers(all)
  }
}

extension TransferOptions {
  /// These options, with those of `lower` for the unset ones.
  public func merging(over lower: TransferOptions) -> TransferOptions {
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
    if defaults.query.items.isEmpty { return try layeredHeaders(over: defaults) }
    var config = RequestConfig(self)
    let own = URLParts(url).queryNames
    config.query = Query(defaults.query.items.filter { !own.contains($0.name) })
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
      credentials: marks)
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
