import Basics

extension NetworkError {
  /// What is wrong with a server's certificate.
  public enum TrustFault: Hashable, Sendable {
    /// It is not signed by a trusted authority: by itself, or by one that is unknown here.
    case authority
    /// It is for another host.
    case host
    /// It has expired or is not valid yet.
    case time
    /// Its authority has taken it back.
    case revoked
    /// The list of revoked certificates does not tell: it is out of date, or another authority's.
    case revocation
    /// Its key or signature can be forged.
    case weak
    /// It is not the one that is trusted for this server.
    case changed
  }

  /// Why the server's certificate was rejected, derived from the TLS library's message; `nil` for other failures.
  public var trustFault: TrustFault? {
    guard category == .tls else { return nil }
    if message.hasSuffix(Self.otherCertificate) { return .changed }
    guard message.utf8.holds(Self.untrusted) else { return nil }
    return CertificateFault(detail ?? "")?.kind ?? .authority
  }

  static let untrusted = "is not trusted"
  static let otherCertificate = "is not the one that is trusted for it"

  /// What is wrong with the client certificate.
  public enum IdentityFault: Hashable, Sendable {
    /// The server asks for one, but none is configured for it.
    case wanted
    /// The server rejected it.
    case refused
    /// It cannot be read, the passphrase is wrong, or the key does not match.
    case unusable
  }

  /// Why the client certificate prevented the connection; `nil` for other failures.
  public var identityFault: IdentityFault? {
    guard category == .tls else { return nil }
    if message.hasSuffix(Self.certificateWanted) { return .wanted }
    if message.utf8.holds(Self.certificateRefused) { return .refused }
    return message.hasPrefix(Self.clientCertificate) && message.hasSuffix(Self.certificateUnusable) ? .unusable : nil
  }

  static let certificateWanted = "asks for a client certificate"
  static let certificateRefused = "does not accept the client certificate"
  static let clientCertificate = "The client certificate"
  static let certificateUnusable = "cannot be used"

  /// A file that the server's certificate is checked with.
  package enum TrustFile: Hashable, Sendable { case authorities, revocations }

  /// The file that kept the certificate from being checked, because it cannot be used; `nil` for other failures.
  package var unusableTrustFile: TrustFile? {
    guard category == .tls, message.hasSuffix(Self.certificateUnusable) else { return nil }
    if message.hasPrefix(Self.authorityFile) { return .authorities }
    return message.hasPrefix(Self.revocationFile) ? .revocations : nil
  }

  static let authorityFile = "The file of trusted certificates"
  static let revocationFile = "The list of revoked certificates"

  /// Why both sides could not agree on how to speak.
  public enum HandshakeFault: String, Hashable, Sendable, CaseIterable {
    /// The server speaks something else there, most often HTTP.
    case noTLS = "it does not speak TLS at this port"
    /// The server refuses every version that was offered.
    case versionRefused = "it refuses the versions of TLS that were offered"
    /// The server speaks only versions that are not safe.
    case oldVersion = "it speaks only old versions of TLS, which are not safe"
    /// The oldest version to speak is newer than the newest.
    case noVersion = "no version of TLS is left to offer"
    /// Nothing that both can encrypt with.
    case cipher = "it has no cipher in common with this system"
    /// Its key exchange can be broken.
    case weak = "its key exchange is too weak"
    /// It has no certificate for the host.
    case name = "it does not know a host of that name"
  }

  /// Why no secure connection was made; `nil` for other failures.
  public var handshakeFault: HandshakeFault? {
    guard category == .tls, message.hasPrefix(Self.insecure) else { return nil }
    return HandshakeFault.allCases.first { message.hasSuffix($0.rawValue) }
  }

  static let insecure = "No secure connection to"
}
