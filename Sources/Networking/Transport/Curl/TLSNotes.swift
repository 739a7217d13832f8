/// TLS details from libcurl's debug messages, the only source for version and cipher. Parsed carefully; anything not
/// understood stays empty.
struct TLSNotes: Equatable {
  private(set) var version: String?
  private(set) var cipher: String?
  private(set) var alpn: String?
  /// Whether the server asked for a client certificate; `nil` if no message was about the handshake.
  private(set) var asksForCertificate: Bool?
  /// Whether a handshake has begun: the first message is about what is offered in it.
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
}

extension String {
  func after(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
