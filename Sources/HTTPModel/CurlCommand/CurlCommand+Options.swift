import Basics
import HTTPTypes

extension CurlCommand {
  /// The method, unless curl infers the same.
  static func methodTerms(_ request: Request, implied: String?, style: Style) -> [Term] {
    let method = request.method.rawValue
    // After a redirect, only `-X` keeps the method.
    if style == .exact, let policy = request.options.redirects, policy.follows, policy.curl?.keepsMethod == true {
      return [Term("-X", method)]
    }
    if let implied { return method == implied ? [] : [Term("-X", method)] }
    switch method {
    case "GET": return []
    case "HEAD": return [Term("-I")]
    default: return [Term("-X", method)]
    }
  }

  /// Options that stop curl from interpreting patterns in the URL or normalising its path.
  static func urlTerms(_ url: String) -> [Term] {
    var terms: [Term] = []
    if url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { terms.append(Term("-g")) }
    if hasDotSegment(url) { terms.append(Term("--path-as-is")) }
    return terms
  }

  private static func hasDotSegment(_ url: String) -> Bool {
    let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst(3).contains { segment in
      let text = Substring(segment).lowercased()
      return [".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"].contains(text)
    }
  }
}

extension CurlCommand {
  /// Headers in order. Headers that curl would add but the request does not have are removed (`-H 'Name:'`); headers
  /// that curl adds identically are omitted.
  static func headerTerms(_ request: Request, body: CurlBody, style: Style, mask: CurlMask) -> [Term] {
    let fields = request.headers.fields
    var counts: [String: Int] = [:]
    for field in fields { counts[field.name.asciiLowercased, default: 0] += 1 }
    func count(_ name: String) -> Int { counts[name.asciiLowercased] ?? 0 }
    var terms: [Term] = []
    var rest = fields[...]
    // curl writes these two first, in this order.
    if let first = rest.first, first.name == "User-Agent", !first.omitsBlank, !isBlank(first.value),
      count("User-Agent") == 1
    {
      terms.append(Term("-A", mask.text(first.value)))
      rest.removeFirst()
    }
    if rest.first == Header("Accept", "*/*"), count("Accept") == 1 { rest.removeFirst() }
    for written in rest {
      guard let field = body.remaining(written) else { continue }
      if count("Authorization") == 1, let pair = credentials(field) {
        terms.append(Term("-u", mask.credentials(pair)))
      } else if isBlank(field.value) {
        terms.append(Term("-H", "\(field.name);"))
      } else {
        terms.append(Term("-H", Header(field.name, mask.header(field), omitsBlank: field.omitsBlank).line))
      }
    }
    var unwanted = style == .exact ? ["Accept", "User-Agent"].filter { count($0) == 0 } : []
    // The type inferred by curl would change the meaning of the body.
    if body.impliesType, count("Content-Type") == 0 { unwanted.append("Content-Type") }
    if style == .exact, body.impliesExpect, count("Expect") == 0 { unwanted.append("Expect") }
    if body.isEmptyPost, count("Content-Length") == 0 { unwanted.append("Content-Length") }
    let removable = ["Host", "Content-Length", "Transfer-Encoding", "Accept-Encoding"]
    unwanted += (style == .exact ? removable : ["Accept", "User-Agent"] + removable).filter { name in
      count(name) == 0 && !unwanted.contains(name) && request.suppressedHeaders.contains { $0.equalsIgnoringCase(name) }
    }
    return terms + unwanted.map { Term("-H", "\($0):") }
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy(\.isBlank) }

  /// `name:password` of a Basic header that curl's `-u` reproduces byte for byte.
  private static func credentials(_ field: Header) -> String? {
    guard field.name == "Authorization", !field.omitsBlank, field.value.utf8.starts(with: "Basic ".utf8) else {
      return nil
    }
    let encoded = String(decoding: field.value.utf8.dropFirst(6), as: UTF8.self)
    guard let bytes = Base64.decode(encoded), Base64.encode(bytes) == encoded,
      let text = String(utf8: bytes), text.utf8.contains(UInt8(ascii: ":")), !text.utf8.contains(0)
    else { return nil }
    return text
  }
}

extension CurlCommand {
  /// The options for schemes that curl implements itself.
  static func authenticationTerms(
    _ authentication: TransferOptions.Authentication?, style: Style, mask: CurlMask
  ) -> [Term] {
    guard let authentication else { return [] }
    let user = mask.credentials("\(authentication.user):\(authentication.password)")
    var terms = [Term("-u", user)]
    switch authentication.scheme {
    // Basic is curl's default for `-u`.
    case .basic where style == .short: break
    case .basic: terms.append(Term("--basic"))
    case .digest: terms.append(Term("--digest"))
    case .ntlm: terms.append(Term("--ntlm"))
    case .negotiate: terms.append(Term("--negotiate"))
    case .any: terms.append(Term("--anyauth"))
    case .awsSignature(let region, let service):
      terms.append(Term("--aws-sigv4", "aws:amz:\(region):\(service)"))
      if let token = authentication.sessionToken {
        terms.append(Term("-H", "X-Amz-Security-Token: \(mask.secret(token))"))
      }
    }
    return terms
  }

  /// Notices about signatures that curl before 8.13 computes differently from AWS.
  static func signatureNotices(_ request: Request) -> [String] {
    guard case .awsSignature(_, let service) = request.options.authentication?.scheme else { return [] }
    let place: String
    if AWSSignature.storageServices.contains(service) {
      place = "of \(service)"
    } else if !AWSSignature.isSignedAlike(URLParts(request.url)) {
      place = "with this path or query"
    } else {
      return []
    }
    return ["an older curl signs a request \(place) differently, and AWS refuses it; use curl 8.13 or later"]
  }
}

extension CurlCommand {
  /// The transfer options: redirects, limits, protocol, TLS, proxy and address overrides.
  static func transferTerms(_ request: Request, body: CurlBody, style: Style, mask: CurlMask) -> [Term] {
    let options = shown(request).options
    var terms: [Term] = []
    // A request with its own header expects a decoded response.
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

  /// The options with the client certificate for the request's host, and notices about parts that curl cannot express.
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

  /// Notices about proxy exceptions that curl treats differently.
  static func proxyNotices(_ request: Request) -> [String] {
    let policy = request.options.redirects ?? TransferOptions.RedirectPolicy()
    guard policy.follows, let exceptions = request.options.proxyExceptions, !exceptions.isEmpty,
      request.options.proxy?.isEmpty == false
    else { return [] }
    return [
      "after a redirect to another host curl applies --noproxy to subdomains too, and at every port"
    ]
  }

  /// Notices about other hosts that get the client certificate from curl.
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

/// The redirect options of a command, and notices about differences: curl repeats every header and `-X` in the next
/// request, while Apus follows RFC 9110, section 15.4, and browsers.
struct CurlRedirects {
  typealias Term = CurlCommand.Term

  private(set) var terms: [Term] = []
  private(set) var notices: [String] = []

  init(_ request: Request, body: CurlBody) {
    let policy = request.options.redirects ?? TransferOptions.RedirectPolicy()
    guard policy.follows else { return }
    terms = [Term(policy.forwardsCredentials ? "--location-trusted" : "-L")]
    // The default limit is not the user's choice, and curl's own (50) also stops a loop.
    if request.options.redirects != nil, policy.maximum != TransferOptions.RedirectPolicy().maximum {
      terms.append(Term("--max-redirs", String(policy.maximum)))
    }
    terms += Self.repeated(request, policy, body).map { Term("--post\($0)") }
    if policy.curl == nil { addNotices(request, policy, body) }
  }

  /// True if a redirect turns a POST into a GET, the default.
  static func turnsToGet(_ request: Request) -> Bool {
    let policy = request.options.redirects ?? TransferOptions.RedirectPolicy()
    return policy.follows && !policy.keepsMethod && policy.curl == nil
  }

  /// The statuses for which curl needs an option to send the body again: curl treats everything with `-d` or `-F` as a
  /// POST.
  private static func repeated(
    _ request: Request, _ policy: TransferOptions.RedirectPolicy, _ body: CurlBody
  ) -> [Int] {
    if let rules = policy.curl { return rules.repeatsPostAt.sorted() }
    if policy.keepsMethod { return [301, 302, 303] }
    guard body.impliedMethod == "POST" else { return [] }
    switch request.method {
    case .post: return []
    case .get, .head: return [301, 302, 303]
    default: return [301, 302]
    }
  }

  private mutating func addNotices(_ request: Request, _ policy: TransferOptions.RedirectPolicy, _ body: CurlBody) {
    if !policy.keepsMethod { addMethodNotices(request, body) }
    let base = URLParts(request.url)
    let names = request.headers.fields.map(\.name)
    func isOwn(_ name: String) -> Bool { ["authorization", "cookie"].contains(name.asciiLowercased) }
    if !policy.forwardsCredentials {
      let secret = names.filter { request.credentials.cover($0) && !isOwn($0) }
      note(secret, "after a redirect to another host curl still sends", "which Apus leaves out")
      let logins = names.filter(isOwn)
      let isPlain = base.scheme?.asciiLowercased == "http" && base.port == 80
      if isPlain {
        note(logins, "after a redirect from http to https curl leaves out", "which Apus sends to the same host")
      }
    }
    note(
      names.filter { $0.equalsIgnoringCase("Host") }, "after a redirect to another port curl still sends",
      "which Apus leaves out")
  }

  private mutating func addMethodNotices(_ request: Request, _ body: CurlBody) {
    let isPost = request.method == .post
    guard isPost || request.method != .get && request.method != .head else { return }
    let method = request.method.rawValue
    let answers = isPost ? "301, 302 or 303" : "303"
    // `-X` is kept; a method inferred by curl becomes GET as well.
    if method != body.impliedMethod {
      notices.append("after a \(answers) curl sends \(method) again, where Apus continues with GET")
    }
    let left = request.headers.fields.filter { Redirect.isOfBody($0.name) && body.remaining($0) != nil }
    note(
      left.map(\.name), "after a \(answers) curl still sends", "which Apus leaves out with the body")
  }

  private mutating func note(_ names: [String], _ what: String, _ instead: String) {
    var unique: [String] = []
    for name in names where !unique.contains(where: name.equalsIgnoringCase) { unique.append(name) }
    if !unique.isEmpty { notices.append("\(what) \(unique.joined(separator: ", ")), \(instead)") }
  }
}
