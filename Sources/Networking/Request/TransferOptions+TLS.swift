extension TransferOptions {
  /// Which servers to trust and which certificate to present. Paths name files.
  public struct TLSOptions: Hashable, Sendable {
    /// Whether the server's certificate is verified. Default true.
    public var verifies: Bool
    /// A PEM file of trusted authorities, for the server and for an HTTPS proxy; `nil` uses the system's.
    public var caFile: String?
    /// The client certificate, presented to every host; see `TransferOptions.clientCertificates` for one per host.
    public var certificateFile: String?
    /// `nil` decides by the file name extension.
    public var certificateFormat: ClientCertificate.Format?
    /// The certificate's private key; `nil` if it is in `certificateFile`.
    public var keyFile: String?
    /// The passphrase of the private key.
    public var keyPassword: String?
    /// `sha256//BASE64` of the server's public key, several joined by `;`, as curl's `--pinnedpubkey`.
    public var pinnedPublicKeys: String?
    /// The oldest version of TLS to speak. Default: what libcurl and its TLS library agree on.
    public var minimumVersion: TLSVersion?
    /// The newest version of TLS to speak. Default: the newest there is.
    public var maximumVersion: TLSVersion?
    /// A PEM file of revoked certificates, as curl's `--crlfile`: one for each authority of a chain. Nobody is believed
    /// if one is missing or out of date.
    public var revocationList: String?
    /// PEM files of trusted authorities for single servers, as `TrustedCertificate.host` has them; `caFile` replaces them
    /// for all servers.
    public var authorities: [String: String] = [:]
    /// Certificates that authorities do not decide about, each for its server.
    public var trusted: [TrustedCertificate] = []
    /// Servers that are not verified, as `TrustedCertificate.host` has them.
    public var unverified: Set<String> = []

    /// By default the system's authorities, verified, and no certificate.
    public init(
      verifies: Bool = true, caFile: String? = nil, certificateFile: String? = nil,
      certificateFormat: ClientCertificate.Format? = nil, keyFile: String? = nil, keyPassword: String? = nil,
      pinnedPublicKeys: String? = nil
    ) {
      self.verifies = verifies
      self.caFile = caFile
      self.certificateFile = certificateFile
      self.certificateFormat = certificateFormat
      self.keyFile = keyFile
      self.keyPassword = keyPassword
      self.pinnedPublicKeys = pinnedPublicKeys
    }
  }

  /// A version of TLS (RFC 8446, and those that RFC 8996 put away).
  public enum TLSVersion: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Put away in 2021.
    case tls10 = "1.0"
    /// Put away in 2021.
    case tls11 = "1.1"
    /// RFC 5246.
    case tls12 = "1.2"
    /// RFC 8446.
    case tls13 = "1.3"

    /// Older ones come first.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }
}

extension TransferOptions.TLSOptions {
  /// The file of authorities that decide about the server of a URL; `nil` for the system's.
  package func caFile(for url: String) -> String? {
    if caFile != nil || authorities.isEmpty { return caFile }
    return TrustedCertificate.server(of: url).flatMap { authorities[$0] }
  }

  /// With the limits of a lower layer where this one has none; whom to believe is never mixed.
  func limited(by lower: Self?) -> Self {
    guard let lower else { return self }
    var limited = self
    limited.minimumVersion = minimumVersion ?? lower.minimumVersion
    limited.maximumVersion = maximumVersion ?? lower.maximumVersion
    limited.revocationList = revocationList ?? lower.revocationList
    return limited
  }
}
