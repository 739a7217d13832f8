import Basics
import CCurl
import HTTPTypes

/// Turns libcurl's result codes into messages.
enum CurlErrors {
  /// How far a transfer got.
  struct Progress {
    /// Whether a response head had arrived.
    var hadHead: Bool
    /// Whether the request head had been sent.
    var hasAsked: Bool
    /// Whether a proxy over TLS was reached, and its certificate not believed.
    var doubtsProxy = false
    /// Whether the server asked for a client certificate.
    var asksForCertificate = false
  }

  /// - Parameter text: libcurl's message.
  static func error(_ code: CURLcode, text: String, request: Request, _ progress: Progress) -> NetworkError {
    let url = URLParts(request.url)
    let text = ProxyWords.withoutLogin(text, of: request)
    let malformed = progress.hasAsked ? MalformedAnswer.words(code, text: text, progress, from: url.hostAndPort) : nil
    let (category, message) =
      malformed.map { (.malformed, $0) }
      ?? meaning(code, text: text, request: request, url: url, progress)
    return NetworkError(category, message, detail: text.isEmpty ? nil : text, request: request)
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
      if let proxy = ProxyWords.unreached(text, of: request, url) {
        return (.connect, "\(NetworkError.proxyUnreached) \(proxy)")
      }
      return (.connect, "Could not connect to \(address)")
    case CURLE_INTERFACE_FAILED: return (.connect, "Could not connect to \(address)")
    case CURLE_OPERATION_TIMEDOUT:
      let limit = request.options.connectTimeout ?? CurlOptions.defaultConnectTimeout
      return (.connectTimeout, "Connecting to \(address) took longer than \(Quantity.limit(limit))")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION:
      return (.unsupported, "This libcurl cannot send the request")
    case CURLE_GOT_NOTHING: return (.truncated, "\(address) closed the connection without a response")
    case CURLE_PARTIAL_FILE: return (.truncated, "\(address) closed the connection before the end of the body")
    case CURLE_RECV_ERROR where text.contains("CONNECT"), CURLE_RECV_ERROR where text.contains("proxy"):
      return (.proxy, "\(proxy(of: request)) refused the connection to \(address)")
    case _ where isAboutClient(text): return (.tls, clientRefused(request, address))
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
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

  /// Whether the server ended the connection because of the client certificate or its absence (RFC 8446, section 6.2).
  /// In TLS 1.3 it does so after our handshake has finished.
  private static func isAboutClient(_ text: String) -> Bool {
    text.contains(" alert ") && clientAlerts.contains { text.contains($0) }
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
