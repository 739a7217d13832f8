public import Basics

/// Carries one request out and one response in. Redirects, retries, cookies and caching live above it.
public protocol Transport: Sendable {
  /// What it supports; a request that needs more fails with category `unsupported`.
  var capabilities: TransportCapabilities { get }

  /// Starts a transfer and returns immediately; never throws or blocks.
  ///
  /// `events` is called on a thread of the transport, in order and never concurrently, and must return quickly. The
  /// last event is always `.finished`, even after cancellation or failure.
  func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall

  /// The same for a caller that only waits for the transfer: the transport may use the caller's thread for about a
  /// millisecond, which saves a thread switch for a fast response. The default implementation calls `start`.
  func startHere(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall
}

extension Transport {
  /// The same as `start`.
  public func startHere(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    start(request, events: events)
  }
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
  /// Whether `.progress` events are wanted. A transport may be faster without them. Default true.
  public var reportsProgress = true

  /// By default into a store, in memory up to `ByteStore.defaultSpillThreshold` bytes.
  public init(_ request: Request, delivery: Delivery = .store(spillThreshold: ByteStore.defaultSpillThreshold)) {
    self.request = request
    self.delivery = delivery
  }
}

/// An event of one transfer.
public enum TransportEvent: Sendable {
  /// An informational response (1xx).
  case informational(ResponseHead)
  /// The transport answered a challenge on its own; this hop came before.
  case challenged(Hop)
  /// The head of the response. `body` grows while the content arrives; with streamed delivery it stays empty.
  case head(ResponseHead, body: ByteStore)
  /// Bytes of the body, with streamed delivery only; acknowledge them with `TransportCall.consumed`.
  case content([UInt8])
  /// Byte counts of the transport, at most about 30 times a second.
  case progress(TransferProgress)
  /// The transfer is over. Always last, and exactly once.
  case finished(TransportResult)
}

/// How a transfer ended. Even a failed one has its timing and whatever had arrived.
public struct TransportResult: Sendable {
  /// The request sent and the response received, as far as the transfer got.
  public var hop: Hop
  /// `nil` if no head arrived.
  public var body: ByteStore?
  /// Why the transfer failed; `nil` on success.
  public var failure: NetworkError?

  /// A result, for custom transports.
  public init(hop: Hop, body: ByteStore? = nil, failure: NetworkError? = nil) {
    self.hop = hop
    self.body = body
    self.failure = failure
  }
}
