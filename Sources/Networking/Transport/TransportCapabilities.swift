/// What a transport can do.
public struct TransportCapabilities: Hashable, Sendable {
  /// Something that not every transport can do.
  public enum Feature: String, Hashable, Sendable, CaseIterable {
    /// HTTP/2 (RFC 9113).
    case http2
    /// HTTP/3 (RFC 9114).
    case http3
    /// `TransferOptions.unixSocket`.
    case unixSocket
    /// `TransferOptions.proxy`.
    case proxy
    /// `TransferOptions.resolve`.
    case resolveOverride
    /// `TransferOptions.connectTo`.
    case connectTo
    /// `TransferOptions.interface`.
    case interface
    /// `TransferOptions.clientCertificates` and the certificate in `tls`.
    case clientCertificate
    /// `TLSOptions.pinnedPublicKeys`.
    case pinnedPublicKey
    /// Digest authentication (RFC 7616).
    case digest
    /// NTLM authentication.
    case ntlm
    /// Negotiate authentication (RFC 4559).
    case negotiate
    /// AWS Signature Version 4.
    case awsSignature
    /// Decodes `gzip`.
    case gzip
    /// Decodes `br` (RFC 7932).
    case brotli
    /// Decodes `zstd` (RFC 8878).
    case zstd
    /// Each phase of a hop is timed.
    case phaseTiming
    /// Headers keep their order, their case and their duplicates, both ways, and go out with or without the blank
    /// behind the colon as the request has it.
    case verbatimHeaders
    /// The path goes out as written.
    case verbatimPath
    /// A GET may have a body; any token may be a method.
    case anyMethod
    /// Informational responses (1xx) are passed on.
    case informationalResponses
    /// Fields after a chunked body are read (RFC 9112, section 7.1.2). A transport without it may not survive them:
    /// FoundationNetworking ends the process.
    case trailers
    /// The server's certificate chain can be read.
    case certificateChain
    /// The bytes of both heads are kept.
    case rawHeads
    /// A slow consumer slows the server down.
    case backPressure
    /// Connect, idle and total timeouts are told apart.
    case phaseTimeouts
  }

  /// The library in its own words, such as `libcurl/8.5.0 OpenSSL/3.0.13`; says why when it cannot be used.
  public var name: String
  /// What this transport can do.
  public var features: Set<Feature>

  /// Capabilities of a transport of your own.
  public init(name: String, features: Set<Feature> = []) {
    self.name = name
    self.features = features
  }

  /// Whether the transport can do it.
  public func has(_ feature: Feature) -> Bool { features.contains(feature) }
}
