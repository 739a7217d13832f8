package import Networking
import Terminal

/// The certificate that a server presents, for the user to judge.
package struct CertificateOffer: Equatable, Sendable {
  package var trusted: TrustedCertificate
  package var certificate: Connection.Certificate

  package init(_ certificate: Connection.Certificate, of server: String) {
    self.certificate = certificate
    trusted = TrustedCertificate(host: server, sha256: certificate.sha256)
  }

  /// Columns of a name: a server could otherwise push what identifies its certificate off the screen.
  private static let widest = 150

  /// Names come from the server: only the first line of a fact is not indented, so that none of them can pass for
  /// another fact. They stand last.
  var lines: [String] {
    let isOwn = certificate.issuer == certificate.subject
    let names = certificate.alternativeNames.joined(separator: ", ")
    return [
      "Server", "  \(trusted.host)", "SHA-256", "  " + Self.grouped(trusted.sha256), "Valid",
      "  from \(Self.shown(certificate.notBefore))", "  until \(Self.shown(certificate.notAfter))", "Subject",
      "  " + Self.shown(certificate.subject), "Signed by", "  " + (isOwn ? "itself" : Self.shown(certificate.issuer)),
    ] + (names.isEmpty ? [] : ["For", "  " + Self.shown(names)])
  }

  private static func shown(_ text: String) -> String {
    text.isEmpty ? "(empty)" : Truncation.end.applied(to: text, columns: widest)
  }

  /// In groups of four digits, which are easier to compare.
  private static func grouped(_ digits: String) -> String {
    let all = Array(digits)
    return stride(from: 0, to: all.count, by: 4).map { String(all[$0..<min($0 + 4, all.count)]) }
      .joined(separator: " ")
  }
}
