#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Is told what happens to every request of a client, such as for a log. Called in order for one request; calls for
/// different requests may overlap.
public struct ClientObserver: Sendable {
  public let observe: @Sendable (Notice) -> Void
  /// Whether it writes a log, which one call may do without.
  package let isLog: Bool

  /// - Parameter observe: called for each notice; return quickly, the transfer waits for it.
  public init(_ observe: @escaping @Sendable (Notice) -> Void) {
    self.init(isLog: false, observe)
  }

  package init(isLog: Bool, _ observe: @escaping @Sendable (Notice) -> Void) {
    self.observe = observe
    self.isLog = isLog
  }

  /// One moment in the life of a request.
  public struct Notice: Sendable {
    /// The same for everything that one call does.
    public let id: UUID
    public let request: Request
    public let moment: Moment
  }

  /// The moments of a call, in about the order in which they come.
  public enum Moment: Sendable {
    case enqueued
    /// The modifiers have run; this is what will be sent.
    case adapted(Request)
    case willSend(Request, attempt: Int)
    case head(ResponseHead)
    case progress(TransferProgress)
    /// A hop is over and sent; its request is as it went out.
    case sent(Hop)
    case redirected(from: String, to: String)
    /// The server asked for credentials, and another hop answers it.
    case challenged(ResponseHead)
    case willRetry(attempt: Int, wait: Duration)
    case blocked(Response)
    case finished(Exchange)
  }
}
