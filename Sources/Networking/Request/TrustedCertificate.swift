import Basics

/// A certificate that one server may present although no authority vouches for it.
///
/// A server that has one must present exactly that certificate; whoever it says it is for, and until when, is not asked.
/// Another server cannot use it.
public struct TrustedCertificate: Hashable, Sendable {
  /// Host and port as they are compared: `api.example.com:8443`, `[::1]:443`.
  public let host: String
  /// SHA-256 of the certificate's DER bytes, in lower-case hexadecimal.
  public let sha256: String

  /// A certificate and the server that may present it.
  /// - Parameters:
  ///   - host: with the port.
  ///   - sha256: hexadecimal digits in any case, also in groups with colons between.
  public init(host: String, sha256: String) {
    self.host = host.asciiLowercased
    self.sha256 = String(sha256.lazy.filter { $0 != ":" }).asciiLowercased
  }

  /// Reads `sha256:DIGITS HOST:PORT`; `nil` for anything else: what cannot be read trusts nobody.
  package init?(_ text: String) {
    let parts = text.split(whereSeparator: \.isWhitespace)
    let kind = "sha256:"
    guard parts.count == 2, parts[0].hasPrefix(kind) else { return nil }
    self.init(host: String(parts[1]), sha256: String(parts[0].dropFirst(kind.count)))
    let port = host.lastIndex(of: ":").map { host[host.index(after: $0)...] } ?? ""
    guard sha256.utf8.count == 64, sha256.utf8.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0) }),
      UInt16(port) != nil, host.utf8.count > port.utf8.count + 1
    else { return nil }
  }

  /// `sha256:DIGITS`
  package var fingerprint: String { "sha256:\(sha256)" }
  /// As files have it.
  package var text: String { "\(fingerprint) \(host)" }

  /// The server of a URL as certificates are trusted for; `nil` if it names none.
  package static func server(of url: String) -> String? {
    // A URL that names no host is refused when it is sent.
    guard let parts = try? TypedURL(WebSocketURL.http(url)).parts, let host = parts.comparableHost, !host.isEmpty,
      let port = parts.port
    else { return nil }
    return (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
  }
}

extension TransferOptions.TLSOptions {
  /// What decides whether a server is who it says it is.
  package enum Verification: Hashable, Sendable {
    case authorities
    /// The server has to present one of these certificates, by their SHA-256.
    case certificates([String])
    case nothing
  }

  /// The strictest rule that names the server holds; without one, the authorities decide.
  package func verification(of url: String) -> Verification {
    guard verifies else { return .nothing }
    guard !trusted.isEmpty || !unverified.isEmpty, let server = TrustedCertificate.server(of: url) else {
      return .authorities
    }
    let own = trusted.filter { $0.host == server }.map(\.sha256)
    if !own.isEmpty { return .certificates(own) }
    return unverified.contains(server) ? .nothing : .authorities
  }
}
