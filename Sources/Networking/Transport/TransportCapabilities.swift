/// What a transport can do, so that callers can say what it cannot before they try.
public struct TransportCapabilities: Hashable, Sendable {
  /// What not every transport can do.
  public enum Feature: String, Hashable, Sendable, CaseIterable {
    case http2, http3, unixSocket, proxy, resolveOverride, connectTo, interface, clientCertificate, pinnedPublicKey
    case digest, ntlm, negotiate, awsSignature
    case gzip, brotli, zstd
    /// Each phase of a hop is timed.
    case phaseTiming
    /// Headers keep their order, their case and their duplicates, both ways, and go out with or without the blank behind
    /// the colon as the request has it.
    case verbatimHeaders
    /// The path goes out as written.
    case verbatimPath
    /// A GET may have a body; any token may be a method.
    case anyMethod
    case informationalResponses
    /// Fields after a chunked body are read (RFC 9112, section 7.1.2). A transport without it may not survive them:
    /// FoundationNetworking ends the process.
    case trailers
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
  public var features: Set<Feature>

  public init(name: String, features: Set<Feature> = []) {
    self.name = name
    self.features = features
  }

  /// Whether the transport can do it.
  public func has(_ feature: Feature) -> Bool { features.contains(feature) }
}
