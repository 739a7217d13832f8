import Basics

/// Parses a server's certificates as libcurl lists them: `Name:Value` lines for each, leaf first.
enum CertificateChain {
  static func certificates(_ chain: [[String]]) -> [Connection.Certificate] {
    chain.map { lines in
      func value(_ name: String) -> String { lines.lazy.compactMap { $0.after(name + ":") }.first ?? "" }
      return Connection.Certificate(
        subject: value("Subject"), issuer: value("Issuer"), notBefore: value("Start date"),
        notAfter: value("Expire date"), sha256: fingerprint(value("Cert")),
        alternativeNames: names(value("X509v3 Subject Alternative Name")))
    }
  }

  private static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { String(decoding: $0.utf8.trimmed, as: UTF8.self) }.filter { !$0.isEmpty }
  }

  /// The SHA-256 of the DER bytes in PEM text; empty if there are none.
  private static func fingerprint(_ pem: String) -> String {
    let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
    guard let der = Base64.decode(lines.joined()), !der.isEmpty else { return "" }
    return Digest.hexadecimal(der)
  }
}
