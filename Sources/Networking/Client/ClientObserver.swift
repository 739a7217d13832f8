#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Observes every request of a client, for logs and metrics. Notices of one request come in order; those of different
/// requests may overlap.
public struct ClientObserver: Sendable {
  /// Called for each notice, on any thread; the call waits until it returns.
  public let observe: @Sendable (Notice) -> Void
  /// Whether `ExecutionConfig.mute` removes it.
  package let isLog: Bool

  /// - Parameter observe: called for each notice, on any thread; the call waits until it returns.
  public init(_ observe: @escaping @Sendable (Notice) -> Void) {
    self.init(isLog: false, observe)
  }

  package init(isLog: Bool, _ observe: @escaping @Sendable (Notice) -> Void) {
    self.observe = observe
    self.isLog = isLog
  }

  /// One event of a call.
  public struct Notice: Sendable {
    /// The same for all notices of one call.
    public let id: UUID
    /// The request as passed in, before the client's defaults and modifiers.
    public let request: Request
    /// What happened.
    public let moment: Moment
  }

  /// The events of a call, roughly in order.
  public enum Moment: Sendable {
    /// The call has begun; nothing has been sent.
    case enqueued
    /// The modifiers have run; this is what will be sent.
    case adapted(Request)
    /// The request is handed to the transport. `attempt` counts from 1.
    case willSend(Request, attempt: Int)
    /// A response head, of any hop.
    case head(ResponseHead)
    /// Byte counts, at most about 30 times a second.
    case progress(TransferProgress)
    /// A hop has ended; it holds the request as sent.
    case sent(Hop)
    /// A redirect is followed; both URLs are absolute.
    case redirected(from: String, to: String)
    /// The server asked for credentials; another hop follows with them.
    case challenged(ResponseHead)
    /// Another attempt follows after `wait`. `attempt` is its number, from 2.
    case willRetry(attempt: Int, wait: Duration)
    /// A CDN or firewall refused the request (`ExecutionConfig.detectsBlocks`).
    case blocked(Response)
    /// The call is over, successfully or not. Always last.
    case finished(Exchange)
  }
}
