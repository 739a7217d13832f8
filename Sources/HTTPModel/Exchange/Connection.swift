/// The connection that carried a hop.
public struct Connection: Hashable, Sendable {
  /// `1.0`, `1.1`, `2` or `3`.
  public var httpVersion: String
  /// Address and port, as `127.0.0.1:8080`; a path for a Unix socket.
  public var remoteAddress: String?
  /// Local address and port; `nil` if the transport does not report it.
  package var localAddress: String?
  /// True if an earlier hop had opened it.
  public var isReused: Bool
  /// `nil` for an unencrypted connection.
  public var tls: TLS?

  /// A connection made by hand, for transports and tests.
  package init(
    httpVersion: String = "1.1", remoteAddress: String? = nil, localAddress: String? = nil, isReused: Bool = false,
    tls: TLS? = nil
  ) {
    self.httpVersion = httpVersion
    self.remoteAddress = remoteAddress
    self.localAddress = localAddress
    self.isReused = isReused
    self.tls = tls
  }

  /// The negotiated parameters and the server's certificate chain.
  public struct TLS: Hashable, Sendable {
    /// Such as `TLSv1.3`.
    public var version: String?
    /// The cipher suite, in the TLS library's spelling.
    public var cipher: String?
    /// The negotiated protocol (ALPN, RFC 7301), such as `h2`.
    package var alpn: String?
    /// The server's chain, leaf first; empty if the transport does not report it.
    public var certificates: [Certificate]
    /// The file of the client certificate available for this server.
    package var clientCertificate: String?
    /// True if the server asked for the client certificate and received it; `nil` if unknown.
    package var asksForCertificate: Bool?
    /// The basis on which the server was trusted.
    package var verifiedBy = Verifier.authorities

    /// The basis on which a server is trusted.
    package enum Verifier: String, Hashable, Sendable {
      /// The system's authorities, or those in a file.
      case authorities
      /// The user trusts this certificate for this server.
      case trustedCertificate
      /// No verification: any server was accepted.
      case nothing
    }

    /// The parameters of a connection; everything is optional.
    package init(
      version: String? = nil, cipher: String? = nil, alpn: String? = nil, certificates: [Certificate] = [],
      clientCertificate: String? = nil, asksForCertificate: Bool? = nil
    ) {
      self.version = version
      self.cipher = cipher
      self.alpn = alpn
      self.certificates = certificates
      self.clientCertificate = clientCertificate
      self.asksForCertificate = asksForCertificate
    }

    /// The use of the client certificate, in one line; `nil` if there was none and none was requested.
    package var clientWords: String? {
      switch (clientCertificate, asksForCertificate) {
      case (let file?, false): "\(file), which the server did not ask for"
      case (let file?, _): file
      case (nil, true): "none, and the server asked for one"
      case (nil, _): nil
      }
    }
  }

  /// One certificate, as reported by the transport.
  public struct Certificate: Hashable, Sendable {
    /// The subject's distinguished name.
    public var subject: String
    /// The issuer's distinguished name.
    public var issuer: String
    /// Start of validity, in the TLS library's spelling.
    public var notBefore: String
    /// End of validity, in the TLS library's spelling.
    public var notAfter: String
    /// SHA-256 of the DER bytes in lower-case hexadecimal; empty if the transport does not provide the bytes.
    public var sha256: String
    /// The names and addresses that the certificate is valid for.
    public var alternativeNames: [String]

    /// A certificate made by hand, for transports and tests.
    package init(
      subject: String, issuer: String, notBefore: String, notAfter: String, sha256: String = "",
      alternativeNames: [String] = []
    ) {
      self.subject = subject
      self.issuer = issuer
      self.notBefore = notBefore
      self.notAfter = notAfter
      self.sha256 = sha256
      self.alternativeNames = alternativeNames
    }
  }
}
