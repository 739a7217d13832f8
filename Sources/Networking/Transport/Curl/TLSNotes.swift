/// What libcurl says about a TLS handshake: version and cipher are only in its remarks, not in its interface. Read
/// with care; what is not understood stays empty.
struct TLSNotes: Equatable {
  private(set) var version: String?
  private(set) var cipher: String?
  private(set) var alpn: String?

  /// `SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384`, `ALPN: server accepted h2`.
  mutating func note(_ text: UnsafeRawBufferPointer) {
    guard let first = text.first, first == UInt8(ascii: "S") || first == UInt8(ascii: "A") else { return }
    let line = HeadParser.text(of: text.trimmed)
    if let rest = line.after("SSL connection using ") {
      let parts = rest.split(separator: "/").map { String(decoding: $0.utf8.trimmed, as: UTF8.self) }
      version = parts.first
      cipher = parts.count > 1 ? parts[1] : nil
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
