/// The connection that carried a hop.
public struct Connection: Hashable, Sendable {
  /// `1.0`, `1.1`, `2` or `3`.
  public var httpVersion: String
  /// Address and port as text, `127.0.0.1:8080`; a path for a unix socket.
  public var remoteAddress: String?
  public var localAddress: String?
  /// Whether an earlier hop had opened it.
  public var isReused: Bool
  public var tls: TLS?

  public init(
    httpVersion: String = "1.1", remoteAddress: String? = nil, localAddress: String? = nil, isReused: Bool = false,
    tls: TLS? = nil
  ) {
    self.httpVersion = httpVersion
    self.remoteAddress = remoteAddress
    self.localAddress = localAddress
    self.isReused = isReused
    self.tls = tls
  }

  /// What was negotiated, and the chain the server showed, leaf first.
  public struct TLS: Hashable, Sendable {
    public var version: String?
    public var cipher: String?
    public var alpn: String?
    public var certificates: [Certificate]
    /// The file of the client certificate that was held ready for the server.
    public var clientCertificate: String?
    /// Whether the server asked for one, and so saw it; `nil` where that is not known.
    public var asksForCertificate: Bool?

    public init(
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

    /// What became of the client certificate, in one line; `nil` where nobody asked and none was there.
    package var clientWords: String? {
      switch (clientCertificate, asksForCertificate) {
      case (let file?, false): "\(file), which the server did not ask for"
      case (let file?, _): file
      case (nil, true): "none, and the server asked for one"
      case (nil, _): nil
      }
    }
  }

  /// One certificate, as the transport words it.
  public struct Certificate: Hashable, Sendable {
    public var subject: String
    public var issuer: String
    public var notBefore: String
    public var notAfter: String
    /// SHA-256 of the DER bytes, lower-case hexadecimal; empty where the transport does not give the bytes.
    public var sha256: String
    public var alternativeNames: [String]

    public init(
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
