import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A running send.
public struct Sending: Equatable, Sendable {
  /// Identifies the send, so that events of an older one are ignored.
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
