import Basics

/// Carries one request out and one response in. Redirects, retries, cookies and caching live above it.
public protocol Transport: Sendable {
  /// What it can do; a request that needs more fails with category `unsupported`.
  var capabilities: TransportCapabilities { get }

  /// Begins a transfer and returns at once; never throws and never blocks.
  ///
  /// `events` is called on a thread of the transport, one call at a time, in order, and must return quickly. The last
  /// event is always `.finished`, also after a cancellation or a failure.
  func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall

  /// The same for a caller that only waits for the transfer: the transport may use the caller's thread for about a
  /// millisecond, which saves a thread switch for a quick answer. The default implementation calls `start`.
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

/// A running transfer: cancels it and controls its flow.
public protocol TransportCall: Sendable {
  /// Ends the transfer; safe from any thread, at any time, any number of times. `.finished` follows.
  func cancel()
  /// Says that `count` bytes of `.content` events have been used, so that more may come.
  func consumed(_ count: Int)
}

/// A request and where its answer goes.
public struct TransportRequest: Sendable {
  /// Where the content of the response goes.
  public enum Delivery: Sendable, Equatable {
    /// Into a store that is made when the head arrives, and that moves to a file above `spillThreshold` bytes.
    case store(spillThreshold: Int)
    /// As `.content` events; the transfer pauses while more than `window` bytes are not yet consumed.
    case stream(window: Int)
  }

  /// The finished request: modifiers have run, cookies and tokens are set.
  public var request: Request
  /// Where the answer's body goes.
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
  /// The transport answered a challenge by itself; what came before is this hop.
  case challenged(Hop)
  /// The head of the response. `body` grows while the content arrives; for a streamed delivery it stays empty.
  case head(ResponseHead, body: ByteStore)
  /// Bytes of the body, for a streamed delivery only; answer with `TransportCall.consumed`.
  case content([UInt8])
  /// Counted by the transport; about 30 a second at most.
  case progress(TransferProgress)
  /// The transfer is over. Always last, and exactly once.
  case finished(TransportResult)
}

/// How a transfer ended. Even a failed one has its timing and what had arrived.
public struct TransportResult: Sendable {
  /// What went out and what came in, as far as it got.
  public var hop: Hop
  /// `nil` when no head arrived.
  public var body: ByteStore?
  /// Why the transfer failed; `nil` on success.
  public var failure: NetworkError?

  /// A result for a transport of your own.
  public init(hop: Hop, body: ByteStore? = nil, failure: NetworkError? = nil) {
    self.hop = hop
    self.body = body
    self.failure = failure
  }
}
