/// The features of a transport.
public struct TransportCapabilities: Hashable, Sendable {
  /// A feature that some transports lack.
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
    /// Reports the duration of each phase of a hop.
    case phaseTiming
    /// Keeps the order, case and duplicates of headers in both directions, and sends them with or without the space
    /// after the colon as the request has it.
    case verbatimHeaders
    /// Sends the path as written.
    case verbatimPath
    /// Allows a body in a GET, and any token as a method.
    case anyMethod
    /// Reports informational responses (1xx).
    case informationalResponses
    /// Reads trailer fields after a chunked body (RFC 9112, section 7.1.2). A transport without it may crash on them,
    /// as FoundationNetworking does.
    case trailers
    /// Reports the server's certificate chain.
    case certificateChain
    /// Keeps the raw bytes of both heads.
    case rawHeads
    /// Slows the server down for a slow consumer.
    case backPressure
    /// Distinguishes connect, idle and total timeouts.
    case phaseTimeouts
  }

  /// Name and version of the library, such as `libcurl/8.5.0 OpenSSL/3.0.13`, or why it cannot be used.
  public var name: String
  /// The supported features.
  public var features: Set<Feature>

  /// Capabilities, for custom transports.
  public init(name: String, features: Set<Feature> = []) {
    self.name = name
    self.features = features
  }

  /// Whether the transport supports the feature.
  public func has(_ feature: Feature) -> Bool { features.contains(feature) }
}
