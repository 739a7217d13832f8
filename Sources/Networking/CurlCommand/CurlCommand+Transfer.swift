import Basics

extension CurlCommand {
  /// How the request is carried: redirects, limits, protocol, TLS, proxy and address overrides.
  static func transferTerms(_ request: Request, body: CurlBody, style: Style, mask: CurlMask) -> [Term] {
    let options = shown(request).options
    var terms: [Term] = []
    // A request that sets the header itself wants a decoded response.
    let asks = style == .exact || request.headers["Accept-Encoding"] != nil
    if options.decompresses ?? true, asks { terms.append(Term("--compressed")) }
    if style == .exact { terms += CurlRedirects(request, body: body).terms }
    terms += limitTerms(options)
    switch options.httpVersion {
    case .http10: terms.append(Term("--http1.0"))
    case .http11: terms.append(Term("--http1.1"))
    case .http2: terms.append(Term("--http2"))
    case .http2PriorKnowledge: terms.append(Term("--http2-prior-knowledge"))
    case .http3: terms.append(Term("--http3"))
    case .automatic, nil: break
    }
    if let tls = options.tls { terms += tlsTerms(tls, for: request.url, mask: mask) }
    if let proxy = options.proxy {
      terms.append(Term("-x", mask.url(proxy)))
      let isSecure = proxy.asciiLowercased.hasPrefix("https:")
      if isSecure, let path = options.tls?.caFile { terms.append(Term("--proxy-cacert", path)) }
    }
    if let hosts = options.noProxy { terms.append(Term("--noproxy", hosts)) }
    if let path = options.unixSocket { terms.append(Term("--unix-socket", path)) }
    terms += (options.resolve ?? []).map { Term("--resolve", $0) }
    terms += (options.connectTo ?? []).map { Term("--connect-to", $0) }
    if let interface = options.interface { terms.append(Term("--interface", interface)) }
    if let target = options.requestTarget { terms.append(Term("--request-target", target)) }
    return terms
  }

  private static func limitTerms(_ options: TransferOptions) -> [Term] {
    var terms: [Term] = []
    if let limit = options.connectTimeout { terms.append(Term("--connect-timeout", seconds(limit))) }
    if let limit = options.totalTimeout, limit > .zero { terms.append(Term("-m", seconds(limit))) }
    if let limit = options.idleTimeout, limit > .zero {
      terms += [Term("-y", String(max(1, limit.components.seconds))), Term("-Y", "1")]
    }
    return terms
  }

  private static func tlsTerms(_ tls: TransferOptions.TLSOptions, for url: String, mask: CurlMask) -> [Term] {
    var terms: [Term] = []
    if !tls.verifies { terms.append(Term("-k")) }
    if let version = tls.minimumVersion { terms.append(Term("--tlsv\(version.rawValue)")) }
    if let version = tls.maximumVersion { terms.append(Term("--tls-max", version.rawValue)) }
    if let path = tls.caFile(for: url) { terms.append(Term("--cacert", path)) }
    if let path = tls.revocationList { terms.append(Term("--crlfile", path)) }
    if let path = tls.certificateFile { terms.append(Term("-E", mask.text(certificate(path)))) }
    if let format = tls.formatOfCertificate, format != .pem { terms.append(Term("--cert-type", format.word)) }
    if let path = tls.keyFile { terms.append(Term("--key", mask.text(path))) }
    if let word = tls.keyPassword, !word.isEmpty { terms.append(Term("--pass", mask.secret(word))) }
    if let keys = tls.pinnedPublicKeys { terms.append(Term("--pinnedpubkey", keys)) }
    return terms
  }

  /// The request with the client certificate for its host, and a notice on what cannot be expressed.
  static func shown(_ request: Request) -> (options: TransferOptions, notices: [String]) {
    var options = request.options
    if let exceptions = options.proxyExceptions, options.proxy?.isEmpty == false {
      options.noProxy = exceptions.curlList(for: URLParts(request.url))
    }
    options.proxyExceptions = nil
    var notices: [String] = []
    switch options.tls?.verification(of: request.url) {
    case .nothing: options.tls?.verifies = false
    case .certificates:
      notices = ["curl cannot trust a single certificate: the command omits it, and curl refuses the server"]
    case .authorities, nil: break
    }
    do throws(NetworkError) {
      return (try options.showingCertificate(to: request.url), notices)
    } catch {
      return (options, notices + ["\(error.description); the command omits it"])
    }
  }

  /// How curl treats the proxy exceptions differently.
  static func proxyNotices(_ request: Request) -> [String] {
    let policy = request.options.redirects ?? TransferOptions.RedirectPolicy()
    guard policy.follows, let exceptions = request.options.proxyExceptions, !exceptions.isEmpty,
      request.options.proxy?.isEmpty == false
    else { return [] }
    return [
      "after a redirect to another host curl applies --noproxy to subdomains too, and at every port"
    ]
  }

  /// Which other hosts get the client certificate from curl.
  static func certificateNotices(_ request: Request) -> [String] {
    let policy = request.options.redirects ?? TransferOptions.RedirectPolicy()
    guard policy.follows, let certificate = request.options.clientCertificate(for: URLParts(request.url)) else {
      return []
    }
    return [
      "after a redirect to another host curl still shows the client certificate, which Apus shows to \(certificate.hosts) only"
    ]
  }

  /// curl expects `file:password`; a colon or backslash in the name is escaped by a backslash.
  private static func certificate(_ path: String) -> String {
    var text = ""
    for scalar in path.unicodeScalars {
      if scalar == ":" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// Seconds with at most three decimals, the format that curl accepts.
  static func seconds(_ duration: Duration) -> String {
    Quantity.thousandths(max(0, duration.wholeMilliseconds))
  }
}
