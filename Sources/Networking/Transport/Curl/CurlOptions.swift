import Basics
import CCurl
import HTTPModel
import HTTPTypes

/// Sets a request's options on a libcurl handle.
struct CurlOptions {
  static let defaultConnectTimeout = Duration.seconds(30)
  /// Larger bodies are read while sending instead of copied.
  static let copiedBodyLimit = 64 << 10

  /// The size of a read in bytes: every chunk of a stream wakes its reader, a store only copies.
  private static let streamBuffer = 512 << 10
  private static let storeBuffer = 100 << 10

  let request: Request
  let isSecure: Bool
  var isStreamed = false
  /// True if the request needs a new connection.
  var connects = false
  var pool = CurlTransport.Pool()
  /// Keeps connections with different client certificates apart.
  let identities: ClientIdentities
  let handle: CurlHandle

  /// Sets everything that needs no callback.
  func apply() throws(NetworkError) {
    handle.set(CURLOPT_NOSIGNAL, true)
    handle.set(CURLOPT_PATH_AS_IS, true)
    handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
    handle.set(CURLOPT_BUFFERSIZE, isStreamed ? Self.streamBuffer : Self.storeBuffer)
    // Without this, a transfer that ends during its DNS lookup blocks all others until the system's resolver returns.
    handle.set(CURLOPT_QUICK_EXIT, true)
    handle.set(CURLOPT_URL, request.url)
    restrictProtocols()
    if request.options.decompresses ?? true {
      handle.set(CURLOPT_ACCEPT_ENCODING, "")
      // Request compression, but decompress here.
      if handle.library.codings != nil { handle.set(CURLOPT_HTTP_CONTENT_DECODING, false) }
    }
    let timeout = request.options.connectTimeout ?? Self.defaultConnectTimeout
    handle.set(CURLOPT_CONNECTTIMEOUT_MS, timeout > .zero ? timeout.clampedMilliseconds : Int(Int32.max))
    setMethod()
    try setVersion()
    try setConnection()
    if isSecure { try setTLS() }
    try setAuthentication()
  }

  private func restrictProtocols() {
    // The bit mask is deprecated, but cheaper than the text form.
    if handle.set(CURLOPT_PROTOCOLS, 3) != CURLE_OK {
      handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
    }
  }

  private func setMethod() {
    let method = request.method.rawValue
    switch request.body {
    case .none where method == "HEAD": handle.set(CURLOPT_NOBODY, true)
    case .none where method == "GET": handle.set(CURLOPT_HTTPGET, true)
    case .none: handle.set(CURLOPT_CUSTOMREQUEST, method)
    default:
      handle.set(CURLOPT_POST, true)
      if method != "POST" { handle.set(CURLOPT_CUSTOMREQUEST, method) }
      setBodyLength()
    }
  }

  private func setBodyLength() {
    if let copied = Self.copiedBody(of: request) {
      handle.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: copied.count)
      copied.withUnsafeBytes { bytes in
        var nothing: UInt8 = 0
        // An empty array has no address, and a null pointer would make libcurl use the read callback.
        handle.set(CURLOPT_COPYPOSTFIELDS, pointer: bytes.baseAddress ?? withUnsafePointer(to: &nothing) { .init($0) })
      }
    } else if let count = request.body.count {
      handle.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: count)
    } else {
      // Unknown length: libcurl uses chunked coding for the upload.
      handle.set(CURLOPT_UPLOAD, true)
      handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
  }

  /// The body, if libcurl gets a copy of it.
  static func copiedBody(of request: Request) -> [UInt8]? {
    guard case .bytes(let bytes) = request.body else { return nil }
    return bytes.count <= copiedBodyLimit ? bytes : nil
  }

  private func setVersion() throws(NetworkError) {
    let number =
      switch request.options.httpVersion ?? .automatic {
      case .automatic: CURL_HTTP_VERSION_2TLS
      case .http10: CURL_HTTP_VERSION_1_0
      case .http11: CURL_HTTP_VERSION_1_1
      case .http2: CURL_HTTP_VERSION_2_0
      case .http2PriorKnowledge: CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
      case .http3: CURL_HTTP_VERSION_3
      }
    // A library without this version falls back to its automatic choice, which is the same.
    let code = handle.set(CURLOPT_HTTP_VERSION, Int(number))
    if let version = request.options.httpVersion, version != .automatic {
      try check(code, "HTTP version \(version.rawValue)")
    }
  }

  private func setConnection() throws(NetworkError) {
    let options = request.options
    if let proxy = options.proxy {
      try check(handle.set(CURLOPT_PROXY, proxy), "proxy")
      // A proxy over TLS is verified like a server; a library without HTTPS proxies ignores this.
      if let path = options.tls?.caFile { handle.set(CURLOPT_PROXY_CAINFO, path) }
    }
    if let hosts = options.noProxy { handle.set(CURLOPT_NOPROXY, hosts) }
    if let path = options.unixSocket { try check(handle.set(CURLOPT_UNIX_SOCKET_PATH, path), "unix socket") }
    if let name = options.interface { try check(handle.set(CURLOPT_INTERFACE, name), "interface") }
    if let target = options.requestTarget {
      try check(handle.set(CURLOPT_REQUEST_TARGET, target), "request target")
    }
    if options.upgrades {
      // Other protocols pass a proxy only in a tunnel, and need their own connection.
      handle.set(CURLOPT_HTTPPROXYTUNNEL, true)
      handle.set(CURLOPT_FRESH_CONNECT, true)
    }
    if connects { handle.set(CURLOPT_FRESH_CONNECT, true) }
    if pool.isEmpty { handle.set(CURLOPT_FORBID_REUSE, true) }
    if pool.idleTime != CurlTransport.Pool().idleTime {
      let seconds = (pool.idleTime.clampedMilliseconds + 999) / 1000
      handle.set(CURLOPT_MAXAGE_CONN, seconds)
    }
    if options.resolve?.isEmpty == false {
      // A connection to an overridden address must not serve requests without that override, and vice versa.
      handle.set(CURLOPT_FRESH_CONNECT, true)
      handle.set(CURLOPT_FORBID_REUSE, true)
    }
  }

  private func setTLS() throws(NetworkError) {
    handle.set(CURLOPT_CERTINFO, true)
    // Requests to one host wait for an HTTP/2 connection that is still being established.
    if request.options.httpVersion != .http11 { handle.set(CURLOPT_PIPEWAIT, true) }
    guard let tls = request.options.tls else { return }
    try setVerification(tls.verification(of: request.url))
    try setVersions(tls)
    if let path = tls.revocationList { try check(handle.set(CURLOPT_CRLFILE, path), "list of revoked certificates") }
    if let path = tls.caFile(for: request.url) { try check(handle.set(CURLOPT_CAINFO, path), "CA file") }
    if let format = tls.formatOfCertificate, let path = identities.certificate(of: tls) {
      try check(handle.set(CURLOPT_SSLCERT, path), "client certificate")
      if format != .pem { handle.set(CURLOPT_SSLCERTTYPE, format.word) }
    }
    if let path = tls.keyFile { try check(handle.set(CURLOPT_SSLKEY, path), "client key") }
    if let password = tls.keyPassword { handle.set(CURLOPT_KEYPASSWD, password) }
    if let keys = tls.pinnedPublicKeys { try check(handle.set(CURLOPT_PINNEDPUBLICKEY, keys), "pinned public key") }
  }

  private func setVersions(_ tls: TransferOptions.TLSOptions) throws(NetworkError) {
    guard tls.minimumVersion != nil || tls.maximumVersion != nil else { return }
    // Both in one number; 0 is libcurl's own choice.
    let number = Self.number(of: tls.minimumVersion) + Self.number(of: tls.maximumVersion) << 16
    try check(handle.set(CURLOPT_SSLVERSION, number), "version of TLS")
  }

  /// `CURL_SSLVERSION_TLSv1_0` and the following.
  private static func number(of version: TransferOptions.TLSVersion?) -> Int {
    switch version {
    case nil: 0
    case .tls10: 4
    case .tls11: 5
    case .tls12: 6
    case .tls13: 7
    }
  }

  /// A trusted certificate is compared before the request is sent (`CurlTransfer.presents`), which needs its own
  /// connection: libcurl would reuse any other that was not verified either.
  private func setVerification(_ verification: TransferOptions.TLSOptions.Verification) throws(NetworkError) {
    if case .authorities = verification { return }
    handle.set(CURLOPT_SSL_VERIFYPEER, 0)
    handle.set(CURLOPT_SSL_VERIFYHOST, 0)
    guard case .certificates = verification else { return }
    try check(handle.library.version.asksBeforeRequests ? CURLE_OK : CURLE_UNKNOWN_OPTION, "a trusted certificate")
    handle.set(CURLOPT_FRESH_CONNECT, true)
    handle.set(CURLOPT_FORBID_REUSE, true)
    handle.set(CURLOPT_SSL_SESSIONID_CACHE, false)
  }

  private func setAuthentication() throws(NetworkError) {
    if let file = request.options.loginFile {
      try check(handle.set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL)), "a file with logins")
      if let path = file.path { try check(handle.set(CURLOPT_NETRC_FILE, path), "a file with logins") }
    }
    guard let authentication = request.options.authentication else { return }
    let (bits, name): (UInt, String) =
      switch authentication.scheme {
      case .basic: (ccurl_auth_basic, "basic authentication")
      case .digest: (ccurl_auth_digest, "digest authentication")
      case .ntlm: (ccurl_auth_ntlm, "NTLM")
      case .negotiate: (ccurl_auth_negotiate, "Negotiate")
      case .any: (ccurl_auth_any, "authentication")
      case .awsSignature:
        throw NetworkError(.unsupported, "The client computes AWS signatures: send the request by one")
      }
    try check(handle.set(CURLOPT_HTTPAUTH, Int(bitPattern: bits)), name)
    setName(CURLOPT_USERNAME, authentication.user, authentication.scheme)
    setName(CURLOPT_PASSWORD, authentication.password, authentication.scheme)
  }

  /// NTLM hashes UTF-16, which libcurl produces by widening bytes: correct for Latin-1 only.
  private func setName(_ option: CURLoption, _ text: String, _ scheme: TransferOptions.Authentication.Scheme) {
    let narrow = text.unicodeScalars.compactMap { $0.value == 0 ? nil : UInt8(exactly: $0.value) }
    guard scheme == .ntlm, narrow.count == text.unicodeScalars.count else {
      _ = handle.set(option, text)
      return
    }
    (narrow + [0]).withUnsafeBytes { _ = handle.set(option, pointer: $0.baseAddress) }
  }

  private func check(_ code: CURLcode, _ feature: String) throws(NetworkError) {
    guard code != CURLE_OK else { return }
    throw NetworkError(
      .unsupported, "This libcurl (\(handle.library.version.name)) does not support this: \(feature)",
      detail: handle.library.easyText(code).map { String(cString: $0) },
      request: request)
  }
}

/// The header lines given to libcurl, so that it sends exactly those of the request.
///
/// libcurl adds `Host`, `Content-Length` or `Transfer-Encoding`, and `Accept-Encoding` if responses are decompressed,
/// each only if the request has none. All other automatic headers (`Accept`, `Expect`, `Content-Type`, `User-Agent`)
/// are disabled.
///
/// Some headers are set by options instead: `User-Agent` and `Accept` at the start of a request, where a client's
/// defaults put them, because libcurl writes them before `Accept-Encoding`, as does the exported curl command; and
/// `User-Agent` and `Referer` with blank values, which a header line would lose.
struct HeaderLines {
  /// For `CURLOPT_USERAGENT` and `CURLOPT_REFERER`; `nil` if it is among the lines or not sent.
  private(set) var userAgent: String?
  private(set) var referer: String?
  private(set) var lines: [String] = []

  /// - Parameter awaitsChallenge: for a head sent without its body, which follows after a challenge is answered.
  init(for request: Request, awaitsChallenge: Bool = false) {
    var headers = request.headers
    if awaitsChallenge { Self.removeBody(from: &headers, of: request) }
    var fields = headers.fields[...]
    func isAlone(_ name: String) -> Bool { headers.fields.count { $0.name.equalsIgnoringCase(name) } == 1 }
    func take(_ name: String, where isTaken: (Header, Int) -> Bool) -> String? {
      guard let place = fields.firstIndex(where: { $0.name.equalsIgnoringCase(name) }), isAlone(name),
        !fields[place].omitsBlank, isTaken(fields[place], place)
      else { return nil }
      return fields.remove(at: place).value
    }
    userAgent = take("User-Agent") { field, place in
      Self.isOnlyBlanks(field.value) || place == 0 && field.name == "User-Agent" && !field.value.isEmpty
    }
    referer = take("Referer") { field, _ in Self.isOnlyBlanks(field.value) }
    // libcurl writes the same line in its own place.
    let acceptsAll = fields.first == Header("Accept", "*/*") && isAlone("Accept")
    if acceptsAll { fields.removeFirst() }
    lines = fields.map(Self.line)
    for name in Self.unwanted(request) where headers[name] == nil { lines.append("\(name):") }
  }

  /// Removes headers that describe the body; libcurl writes the type of a form with the form itself. A type set by hand
  /// for other data stays, as in curl.
  private static func removeBody(from headers: inout Headers, of request: Request) {
    headers.remove("Expect")
    if request.parts != nil { headers.remove("Content-Type") }
  }

  /// `Name:` would remove the header; `Name;` sends it empty.
  private static func line(_ field: Header) -> String {
    guard isBlank(field.value) else { return field.line }
    // libcurl preserves blanks only in this header.
    let keepsBlanks = field.name.equalsIgnoringCase("Host") && !(field.value.isEmpty && field.omitsBlank)
    return keepsBlanks ? field.line : "\(field.name);"
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy(\.isBlank) }

  private static func isOnlyBlanks(_ text: String) -> Bool { !text.isEmpty && isBlank(text) }

  private static func unwanted(_ request: Request) -> [String] {
    // The others are only added with a body.
    let always = ["Accept"] + (request.body == .none ? [] : ["Expect", "Content-Type"])
    guard !request.suppressedHeaders.isEmpty else { return always }
    let asked = request.suppressedHeaders.sorted().filter { name in
      !always.contains { $0.equalsIgnoringCase(name) }
    }
    return always + asked
  }
}
