import Basics
import CCurl
import HTTPModel
import HTTPTypes
import Libc

/// Turns libcurl's result codes into messages.
enum CurlErrors {
  /// The progress of a transfer when it failed.
  struct Progress {
    /// True if a response head had arrived.
    var hadHead: Bool
    /// True if the request head had been sent.
    var hasAsked: Bool
    /// True if a proxy over TLS was reached, but its certificate rejected.
    var doubtsProxy = false
    /// True if the server asked for a client certificate.
    var asksForCertificate = false
    /// The system's error number of a connection that failed, else 0.
    var systemError: CInt = 0

    /// The system's reason in words: `connection refused`, `no route to host`.
    var cause: String? {
      guard systemError != 0 else { return nil }
      let text = String(cString: strerror(systemError))
      return text.prefix(1).lowercased() + text.dropFirst()
    }
  }

  /// - Parameter text: libcurl's message.
  static func error(_ code: CURLcode, text: String, request: Request, _ progress: Progress) -> NetworkError {
    let url = URLParts(request.url)
    let text = ProxyWords.withoutLogin(text, of: request)
    let malformed = progress.hasAsked ? MalformedAnswer.words(code, text: text, progress, from: url.hostAndPort) : nil
    let (category, message) =
      malformed.map { (.malformed, $0) }
      ?? meaning(code, text: text, request: request, url: url, progress)
    // libcurl's message is then about the connection.
    let isInferred = category == .tls && missesCertificate(code, text, request, progress)
    let repeats = code == CURLE_COULDNT_CONNECT && (progress.cause != nil || text.hasSuffix("connect to server"))
    // No memory is missing: a buffer of fixed size was too small for the answer.
    let misleads = malformed != nil && text.contains("Out of memory")
    let detail = isInferred ? "it closed the connection when none was sent" : repeats || misleads ? "" : text
    return NetworkError(category, message, detail: detail.isEmpty ? nil : detail, request: request)
  }

  private static func meaning(
    _ code: CURLcode, text: String, request: Request, url: URLParts, _ progress: Progress
  ) -> (NetworkError.Category, String) {
    let address = request.options.unixSocket ?? url.hostAndPort
    let hadHead = progress.hadHead
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION where progress.doubtsProxy:
      return (.proxy, "The certificate of \(proxy(of: request, at: "the proxy")) \(NetworkError.untrusted)")
    case CURLE_URL_MALFORMAT: return (.url, "The URL \(request.url) cannot be used")
    case CURLE_COULDNT_RESOLVE_HOST: return (.resolve, "Could not find the address of \(url.host ?? "the host")")
    case CURLE_COULDNT_RESOLVE_PROXY:
      let name = text.after("Could not resolve proxy: ")
      return (.proxy, "Could not find the address of the proxy\(name.map { " \($0)" } ?? "")")
    case CURLcode(97): return (.proxy, "\(proxy(of: request)) cannot be used")
    case CURLE_COULDNT_CONNECT:
      let proxy = ProxyWords.unreached(text, of: request, url)
      let start = proxy.map { "\(NetworkError.proxyUnreached) \($0)" } ?? "Could not connect to \(address)"
      return (.connect, start + (progress.cause.map { " (\($0))" } ?? ""))
    case CURLE_INTERFACE_FAILED: return (.connect, "Could not connect to \(address)")
    case CURLE_OPERATION_TIMEDOUT:
      let limit = request.options.connectTimeout ?? CurlOptions.defaultConnectTimeout
      return (.connectTimeout, "Connecting to \(address) took longer than \(Quantity.limit(limit))")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION:
      return (.unsupported, "This libcurl cannot send the request")
    case _ where missesCertificate(code, text, request, progress): return (.tls, clientRefused(request, address))
    case CURLE_GOT_NOTHING: return (.truncated, "\(address) \(NetworkError.unanswered)")
    case CURLE_PARTIAL_FILE: return (.truncated, "\(address) closed the connection before the end of the body")
    case CURLE_RECV_ERROR where text.contains("CONNECT"), CURLE_RECV_ERROR where text.contains("proxy"):
      return (.proxy, "\(proxy(of: request)) refused the connection to \(address)")
    case _ where isAboutClient(text): return (.tls, clientRefused(request, address))
    case _ where isBroken(code, text):
      return (.truncated, "The connection to \(address) broke \(hadHead ? "during the body" : "before a response")")
    case CURLE_OUT_OF_MEMORY where !hadHead && hasLargeHead(request):
      return (.encoding, "The request head is larger than 1 MB, libcurl's limit")
    case CURLE_READ_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_ABORTED_BY_CALLBACK, CURLE_WRITE_ERROR, CURLE_OUT_OF_MEMORY:
      return (.storage, "The body could not be read or stored")
    case CURLE_LOGIN_DENIED, CURLE_AUTH_ERROR: return (.unauthorized, "\(address) refused the credentials")
    case CURLE_SSL_CONNECT_ERROR where progress.asksForCertificate && text.contains("alert handshake failure"):
      return (.tls, clientRefused(request, address))
    default: return tls(code, text, request, address: address) ?? (.other, "The transfer from \(address) failed")
    }
  }

  private static func hasLargeHead(_ request: Request) -> Bool {
    request.headers.fields.reduce(request.url.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count } > 900_000
  }

  private static func proxy(of request: Request, at start: String = "The proxy") -> String {
    ProxyWords.address(of: request).map { "\(start) \($0)" } ?? start
  }

  /// True if the server ended the connection because of the client certificate or its absence (RFC 8446, section 6.2).
  /// In TLS 1.3 it does so after the client's handshake has finished.
  private static func isAboutClient(_ text: String) -> Bool {
    text.contains(" alert ") && clientAlerts.contains { text.contains($0) }
  }

  /// True if the connection broke before an answer, after the server asked for a certificate and got none, and no other
  /// reason is known. In TLS 1.3, the server's alert is lost if it closes before it has read the request.
  private static func missesCertificate(
    _ code: CURLcode, _ text: String, _ request: Request, _ progress: Progress
  ) -> Bool {
    guard progress.asksForCertificate, !progress.hadHead, request.options.tls?.certificateFile == nil,
      !text.contains(" alert "), !text.contains("CONNECT"), !text.contains("proxy")
    else { return false }
    if code == CURLE_SSL_CONNECT_ERROR { return NetworkError.HandshakeFault(text) == nil }
    return code == CURLE_GOT_NOTHING || isBroken(code, text)
  }

  /// True if the connection broke. While HTTP/2 begins, libcurl gives other codes with the text of the socket.
  private static func isBroken(_ code: CURLcode, _ text: String) -> Bool {
    if code == CURLE_SSL_CONNECT_ERROR { return false }
    return code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR || text.hasPrefix("Send failure: ")
      || text.hasPrefix("Recv failure: ")
  }

  private static let clientAlerts = [
    "certificate required", "bad certificate", "unsupported certificate", "certificate revoked", "certificate expired",
    "certificate unknown", "unknown ca", "access denied",
  ]

  private static func clientRefused(_ request: Request, _ address: String) -> String {
    guard let file = request.options.tls?.certificateFile else { return "\(address) \(NetworkError.certificateWanted)" }
    return "\(address) \(NetworkError.certificateRefused) \(file)"
  }

  private static func tls(
    _ code: CURLcode, _ text: String, _ request: Request, address: String
  ) -> (NetworkError.Category, String)? {
    let tls = request.options.tls
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION:
      let cause = CertificateFault(text).map { ": \($0.words)" } ?? ""
      return (.tls, "The certificate of \(address) \(NetworkError.untrusted)\(cause)")
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH: return (.tls, "The public key of \(address) does not match the pinned one")
    case CURLE_SSL_CERTPROBLEM:
      return (.tls, "The client certificate \(tls?.certificateFile ?? "") \(NetworkError.certificateUnusable)")
    case CURLE_SSL_CACERT_BADFILE:
      let file = tls?.caFile(for: request.url).map { " \($0)" } ?? ""
      return (.tls, "\(NetworkError.authorityFile)\(file) \(NetworkError.certificateUnusable)")
    case CURLE_SSL_CRL_BADFILE:
      return (.tls, "\(NetworkError.revocationFile) \(tls?.revocationList ?? "") \(NetworkError.certificateUnusable)")
    case CURLcode(98): return (.tls, clientRefused(request, address))
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CIPHER,
      CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS:
      let cause = NetworkError.HandshakeFault(text).map { ": \($0.rawValue)" } ?? ""
      return (.tls, "\(NetworkError.insecure) \(address) could be made\(cause)")
    default: return nil
    }
  }
}

/// Messages for responses that libcurl cannot parse, because its own messages mention memory or the connection.
enum MalformedAnswer {
  /// `nil` if the response is not the cause. Only for a request that was sent.
  static func words(
    _ code: CURLcode, text: String, _ progress: CurlErrors.Progress, from address: String
  ) -> String? {
    // libcurl's buffers for chunks, trailers and heads have a fixed size; exceeding it is not a lack of memory.
    if text.contains("chunk") {
      let isTrailer = text.contains("Out of memory") || text.contains("trailer")
      return isTrailer ? "\(address) sent a trailer that is too long" : "\(address) sent malformed chunks"
    }
    if text.contains("nghttp2") || text.contains("HTTP/2") && code != CURLE_SEND_ERROR {
      return "\(address) violated the HTTP/2 protocol"
    }
    switch code {
    case CURLE_OUT_OF_MEMORY where !progress.hadHead: return "\(address) sent a header line that is too long"
    case CURLE_RECV_ERROR where text.contains("Too large response headers"), CURLcode(100) where !progress.hadHead:
      return "\(address) sent a head that is too long"
    case CURLE_UNSUPPORTED_PROTOCOL where text.contains("response code"):
      return "\(address) answered with a status outside 100 to 999"
    case CURLE_UNSUPPORTED_PROTOCOL where text.contains("HTTP/0.9"): return "\(address) did not answer in HTTP"
    case CURLE_UNSUPPORTED_PROTOCOL where text.contains("HTTP version"):
      return "\(address) sent a status line with an unknown HTTP version"
    case CURLE_WEIRD_SERVER_REPLY: return header(text, address) ?? "\(address) did not answer in HTTP"
    // Invalid options were rejected before, so this is a head that begins with a folded line.
    case CURLE_BAD_FUNCTION_ARGUMENT: return "\(address) sent a malformed head"
    case CURLE_HTTP2, CURLE_HTTP2_STREAM: return "\(address) violated the HTTP/2 protocol"
    case CURLcode(95): return "\(address) violated the HTTP/3 protocol"
    case CURLE_BAD_CONTENT_ENCODING: return NetworkError.undecodable
    default: return nil
    }
  }

  private static func header(_ text: String, _ address: String) -> String? {
    let lower = text.asciiLowercased
    if lower.contains("nul byte") { return "\(address) sent a header that contains NUL" }
    if lower.contains("without colon") { return "\(address) sent a header without a colon" }
    if lower.contains("content-length") {
      return "\(address) sent an invalid Content-Length"
    }
    return nil
  }
}

/// Reads TLS details from libcurl's debug messages, the only source for version and cipher. Unknown messages leave the
/// fields empty.
struct TLSNotes: Equatable {
  private(set) var version: String?
  private(set) var cipher: String?
  private(set) var alpn: String?
  /// True if the server asked for a client certificate; `nil` if no message was about the handshake.
  private(set) var asksForCertificate: Bool?
  /// True if a handshake has begun: the first message is about its offer.
  private(set) var hasBegun = false

  /// Parses messages such as `SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384`, `ALPN: server accepted h2`,
  /// `TLSv1.3 (IN), TLS handshake, Request CERT (13):`.
  mutating func note(_ text: UnsafeRawBufferPointer) {
    guard let first = text.first, "SAT".utf8.contains(first) else { return }
    let line = HeadParser.text(of: text.trimmed)
    if first == UInt8(ascii: "T") {
      if line.hasPrefix("TLS"), line.contains("handshake") {
        hasBegun = true
        asksForCertificate = asksForCertificate == true || line.contains("(IN)") && line.contains("Request CERT")
      }
      return
    }
    if let rest = line.after("SSL connection using ") {
      let parts = rest.split(separator: "/").map { String(decoding: $0.utf8.trimmed, as: UTF8.self) }
      version = parts.first
      cipher = parts.count > 1 ? parts[1] : nil
    } else if line.hasPrefix("ALPN: curl offers") {
      hasBegun = true
    } else if line.hasPrefix("ALPN"), let protocolName = line.split(separator: " ").last,
      line.contains("server accepted")
    {
      alpn = String(protocolName)
    }
  }

  /// The description of a connection that was secured for a request.
  func connection(
    for request: Request, alpn: String?, certificates: [Connection.Certificate]
  ) -> Connection.TLS {
    var found = Connection.TLS(
      version: version, cipher: cipher, alpn: alpn, certificates: certificates,
      clientCertificate: request.options.tls?.certificateFile, asksForCertificate: asksForCertificate)
    switch request.options.tls?.verification(of: request.url) {
    case .certificates: found.verifiedBy = .trustedCertificate
    case .nothing: found.verifiedBy = .nothing
    case .authorities, nil: break
    }
    return found
  }
}

extension String {
  func after(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

extension NetworkError.HandshakeFault {
  /// The fault in the TLS library's message about a handshake; `nil` for an unknown message.
  init?(_ text: String) {
    let known: [(word: String, fault: Self)] = [
      ("wrong version number", .noTLS), ("packet length too long", .noTLS), ("record layer failure", .noTLS),
      ("unknown protocol", .noTLS), ("http request", .noTLS), ("no protocols available", .noVersion),
      ("SSLVERSION_MAX incompatible", .noVersion),
      ("alert protocol version", .versionRefused), ("legacy sigalg", .oldVersion),
      ("unsupported protocol", .oldVersion),
      ("version too low", .oldVersion), ("unrecognized name", .name), ("dh key too small", .weak),
      ("key too small", .weak), ("no ciphers available", .cipher), ("no shared cipher", .cipher),
      ("insufficient security", .cipher), ("alert handshake failure", .cipher),
    ]
    guard let found = known.first(where: { text.contains($0.word) }) else { return nil }
    self = found.fault
  }
}

/// Reads the number of bytes sent beyond `Content-Length`: libcurl drops them and reports them only in a debug message.
enum SurplusNote {
  private static let opening = Array("excess found".utf8)
  private static let count = Array("excess = ".utf8)
  /// The result for numbers with too many digits.
  private static let most = 1 << 60

  /// The surplus bytes that a debug message reports; `nil` for any other message. The wording varies by version, but
  /// starts with `Excess found` and contains `excess = 36`.
  static func bytes(in text: UnsafeRawBufferPointer) -> Int? {
    guard text.count > opening.count, zip(text, opening).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else { return nil }
    guard let place = ByteSearch.first(count, in: text) else { return nil }
    var value: Int?
    for byte in text[(place + count.count)...] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
      let former = value ?? 0
      value = former < most / 10 ? former * 10 + Int(byte & 0x0f) : most
    }
    return value
  }
}
