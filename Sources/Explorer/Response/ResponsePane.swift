import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The response pane of one request: nothing yet, sending, or an exchange that ended well or badly.
public struct ResponsePane: Equatable, Sendable {
  public enum Phase: Equatable, Sendable {
    case empty
    case sending(Sending)
    case finished(Exchange)
    /// Refused by us before anything was sent.
    case refused(Refusal)
  }

  public var phase = Phase.empty
  public var tab = ResponseTab.body

  public init() {}

  mutating func begin(_ sending: Sending) {
    phase = .sending(sending)
  }

  mutating func finish(with exchange: Exchange, key: RequestKey) -> [Effect] {
    phase = .finished(exchange)
    return []
  }
}

/// A request on its way.
public struct Sending: Equatable, Sendable {
  /// Which send it is, so that events of an older one are not taken for it.
  public var id: Int
  public var method: String
  public var url: String
  public var startedAt: Date
  public var progress = TransferProgress()
  public var head: ResponseHead?

  public init(id: Int, method: String, url: String, startedAt: Date) {
    self.id = id
    self.method = method
    self.url = url
    self.startedAt = startedAt
  }
}
