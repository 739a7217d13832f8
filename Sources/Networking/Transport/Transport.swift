import Basics

/// Carries one request out and one response in. Redirects, retries, cookies and caching live above it.
public protocol Transport: Sendable {
  var capabilities: TransportCapabilities { get }

  /// Begins a transfer and returns at once; never throws and never blocks.
  ///
  /// `events` is called on a thread of the transport, one call at a time, in order, and must return quickly. The last
  /// event is always `.finished`, also after a cancellation or a failure.
  func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall

  /// The same for a caller that does nothing else until the transfer ends: the transport may use its thread for about a
  /// millisecond, so that an answer which comes at once needs no other. By default there is no difference.
  func startHere(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall
}

extension Transport {
  public func startHere(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    start(request, events: events)
  }
}

/// A transfer that runs: the handle to stop it and to let it go on.
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

  public var request: Request
  public var delivery: Delivery
  /// Whether somebody listens to `.progress`. A transport that is spared counting it may be faster.
  public var reportsProgress = true

  public init(_ request: Request, delivery: Delivery = .store(spillThreshold: ByteStore.defaultSpillThreshold)) {
    self.request = request
    self.delivery = delivery
  }
}

/// What a transport tells of one transfer.
public enum TransportEvent: Sendable {
  case informational(ResponseHead)
  /// The transport answered a challenge by itself; what came before is this hop.
  case challenged(Hop)
  /// The head of the response. `body` grows while the content arrives; for a streamed delivery it stays empty.
  case head(ResponseHead, body: ByteStore)
  case content([UInt8])
  /// Counted by the transport; about 30 a second at most.
  case progress(TransferProgress)
  case finished(TransportResult)
}

/// How a transfer ended. Even a failed one has its timing and what had arrived.
public struct TransportResult: Sendable {
  public var hop: Hop
  /// `nil` when no head arrived.
  public var body: ByteStore?
  public var failure: NetworkError?

  public init(hop: Hop, body: ByteStore? = nil, failure: NetworkError? = nil) {
    self.hop = hop
    self.body = body
    self.failure = failure
  }
}
