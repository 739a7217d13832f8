public import Basics
import HTTPModel
import HTTPTypes

/// Sends one request and receives its response. Redirects, retries, cookies and caching are implemented above it.
public protocol Transport: Sendable {
  /// The supported features; a request that needs more fails with category `unsupported`.
  var capabilities: TransportCapabilities { get }

  /// Starts a transfer and returns within some milliseconds; never throws.
  ///
  /// `events` is called on any thread, even before this returns, in order and never concurrently, and must return
  /// quickly. The last event is always `.finished`, even after cancellation or failure.
  func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall

  /// Fails all transfers with category `shutDown`, now and later, and closes the connections. Returns once they are
  /// closed. By default does nothing.
  func shutdown() async

  /// The traffic with each host. Empty by default.
  var statistics: [HostStatistics] { get }
}

extension Transport {
  /// Does nothing: transfers go on, and their client rejects new calls.
  public func shutdown() async {}
  /// Empty: the transport does not count.
  public var statistics: [HostStatistics] { [] }
}

/// A running transfer: for cancellation and flow control.
public protocol TransportCall: Sendable {
  /// Ends the transfer; can be called from any thread, at any time, any number of times. `.finished` follows.
  func cancel()
  /// Reports that `count` bytes of `.content` events have been processed, so that more may follow.
  func consumed(_ count: Int)
}

/// A request and the destination of its response body.
public struct TransportRequest: Sendable {
  /// The destination of the response body.
  public enum Delivery: Sendable, Equatable {
    /// In a store created when the head arrives, which moves to a file above `spillThreshold` bytes.
    case store(spillThreshold: Int)
    /// In `.content` events; the transfer pauses while more than `window` bytes are not yet consumed.
    case stream(window: Int)
  }

  /// The finished request: modifiers have run, cookies and tokens are set.
  public var request: Request
  /// The destination of the response body.
  public var delivery: Delivery
  /// Requests `.progress` events. A transport may be faster without them. Default true.
  package var reportsProgress = true
  /// Opens a connection of its own, which later requests may use, too.
  var connects = false
  /// Receives the request in place of a server.
  var previewPeer: PreviewPeer?

  /// A request whose response body goes to a store.
  public init(_ request: Request) {
    self.init(request, delivery: .store(spillThreshold: ResponseBody.defaultSpillThreshold))
  }

  package init(_ request: Request, delivery: Delivery) {
    self.request = request
    self.delivery = delivery
  }
}

/// An event of one transfer.
public enum TransportEvent: Sendable {
  /// An informational response (1xx).
  case informational(ResponseHead)
  /// The transport answered a challenge on its own, after this hop.
  case challenged(Hop)
  /// The head of the response. `body` grows while the content arrives; with streamed delivery it stays empty.
  case head(ResponseHead, body: ResponseBody)
  /// Bytes of the body, with streamed delivery only; acknowledge them with `TransportCall.consumed`.
  case content([UInt8])
  /// Byte counts of the transport, at most about 30 times a second.
  case progress(TransferProgress)
  /// The transfer is over. Always last, and exactly once.
  case finished(TransportResult)
}

/// The result of a transfer. Even a failed one has its timing and the received part.
public struct TransportResult: Sendable {
  /// The sent request and the received response, as far as the transfer got.
  public var hop: Hop
  /// The body; `nil` if no head arrived.
  public var body: ResponseBody?
  /// The reason for a failure; `nil` on success.
  public var failure: NetworkError?
  /// True if the transport may not follow the redirect in `hop`, so that it is the final response. Default false.
  package var refusesRedirect = false

  /// A result, for custom transports.
  public init(hop: Hop, body: ResponseBody? = nil, failure: NetworkError? = nil) {
    self.hop = hop
    self.body = body
    self.failure = failure
  }
}

/// The features of a transport.
public struct TransportCapabilities: Hashable, Sendable {
  /// A feature that some transports lack.
  public enum Feature: String, Hashable, Sendable, CaseIterable {
    /// HTTP/2 (RFC 9113).
    case http2
    /// HTTP/3 (RFC 9114).
    case http3
    /// `TransferOptions.httpVersion`.
    case versionChoice
    /// `TransferOptions.unixSocket`.
    case unixSocket
    /// `TransferOptions.proxy` and the hosts without one.
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
    /// The other settings of `TransferOptions.tls`.
    case tlsOptions
    /// `TransferOptions.authentication`, of any scheme that needs no other feature.
    case login
    /// Digest authentication (RFC 7616).
    case digest
    /// NTLM authentication.
    case ntlm
    /// Negotiate authentication (RFC 4559).
    case negotiate
    /// Leaves a response compressed (`TransferOptions.decompresses`).
    case compressedContent
    /// Decodes `gzip`.
    case gzip
    /// Decodes `br` (RFC 7932).
    case brotli
    /// Decodes `zstd` (RFC 8878).
    case zstd
    /// Reports the duration of each phase of a hop.
    case phaseTiming
    /// Keeps the order, case and duplicates of headers in both directions, sends them with or without the space after
    /// the colon as the request has it, and adds none that the request suppresses.
    case verbatimHeaders
    /// Sends the path as written, or `TransferOptions.requestTarget`.
    case verbatimPath
    /// Allows a body in a GET, and any token as a method.
    case anyMethod
    /// Leaves HTTP for another protocol, such as WebSocket.
    case upgrade
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

  /// Name and version of the library, such as `libcurl/8.5.0 OpenSSL/3.0.13`, or the reason why it cannot be used.
  public var name: String
  /// The supported features.
  package var features: Set<Feature>

  /// Capabilities, for custom transports.
  public init(name: String, features: Set<Feature> = []) {
    self.name = name
    self.features = features
  }

  /// True if the transport supports the feature.
  public func has(_ feature: Feature) -> Bool { features.contains(feature) }
}

/// The limit for the body of one response after decompression, because a few kilobytes on the wire can expand to
/// gigabytes.
package struct BodyLimit: Hashable, Sendable {
  /// In bytes; `.max` for no limit.
  package let most: Int

  /// The limit of a request. A streamed body is limited only if the request sets a limit.
  package init(of request: TransportRequest) {
    let asked = request.request.options.maximumBodySize
    switch request.delivery {
    case .store: self.init(asked ?? TransferOptions.defaultMaximumBodySize)
    case .stream: self.init(asked ?? 0)
    }
  }

  /// - Parameter size: in bytes; 0 for none.
  package init(_ size: Int) { most = size > 0 ? size : .max }

  /// The number of accepted bytes out of `count` more, after `received` bytes.
  package func room(for count: Int, after received: Int) -> Int { max(0, min(count, most - received)) }

  /// The error for a body that exceeds the limit.
  package func error(_ request: Request) -> NetworkError {
    let address = URLParts(request.url).hostAndPort
    return NetworkError(
      .bodyTooLarge,
      "\(address) sent a body larger than \(ByteCount(most)), the limit; the rest is discarded",
      request: request)
  }
}
