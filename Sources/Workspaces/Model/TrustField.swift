import Basics
import Networking

/// A part of what can be said about whom to believe, described once: its key in files, its title, how it is typed.
package enum TrustField: String, CaseIterable, Hashable, Sendable {
  case verifies = "verify"
  case authorities = "ca"
  case revocations = "crl"
  case certificates = "trust"

  /// As forms show it.
  package var title: String {
    switch self {
    case .verifies: "Verify TLS"
    case .authorities: "Authorities"
    case .revocations: "Revoked"
    case .certificates: "Trusted"
    }
  }

  /// What holds where nothing is said.
  package var usualText: String {
    switch self {
    case .verifies: "yes"
    case .authorities: "the system's"
    case .revocations, .certificates: "none"
    }
  }

  /// The choices; `nil` if the value is typed.
  package var choices: [String]? { self == .verifies ? ["", "yes", "no"] : nil }

  /// Empty if nothing is said.
  package func text(in trust: ServerTrust) -> String {
    switch self {
    case .verifies: trust.verifies.map(Self.word) ?? ""
    case .authorities: trust.authorities ?? ""
    case .revocations: trust.revocations ?? ""
    case .certificates: trust.certificates.map(\.text).joined(separator: ", ")
    }
  }

  /// What holds for a request, in words, and the place that says it; `nil` if none does.
  package func said(in trust: EffectiveTrust) -> (text: String, place: TrustPlace)? {
    switch self {
    case .verifies: trust.verifies.map { (Self.word($0.value), $0.place) }
    case .authorities: trust.authorities.map { ($0.value, $0.place) }
    case .revocations: trust.revocations.map { ($0.value, $0.place) }
    case .certificates:
      trust.certificates.first.map { first in
        let count = trust.certificates.count
        return (count == 1 ? "1 certificate" : "\(count) certificates", first.place)
      }
    }
  }

  /// Sets what was typed or chosen; an invalid text changes nothing.
  package func set(_ text: String, in trust: inout ServerTrust) {
    let text = text.trimmed
    switch self {
    case .verifies: trust.verifies = text == "yes" ? true : text == "no" ? false : nil
    case .authorities: trust.authorities = text.isEmpty ? nil : text
    case .revocations: trust.revocations = text.isEmpty ? nil : text
    case .certificates: trust.certificates = Self.certificates(text) ?? trust.certificates
    }
  }

  /// Why a text is not a valid value; `nil` if it is.
  package func problem(of text: String) -> String? {
    guard self == .certificates, Self.certificates(text) == nil else { return nil }
    return "sha256:DIGITS HOST:PORT, several with commas between"
  }

  private static func word(_ verifies: Bool) -> String { verifies ? "yes" : "no" }

  private static func certificates(_ text: String) -> [TrustedCertificate]? {
    var found: [TrustedCertificate] = []
    for part in text.split(separator: ",") where !part.allSatisfy(\.isWhitespace) {
      guard let certificate = TrustedCertificate(String(part)) else { return nil }
      found.append(certificate)
    }
    return found
  }
}
