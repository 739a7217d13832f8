#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One line of the history list; the whole exchange is read when it is opened.
public struct HistorySummary: Hashable, Sendable {
  /// Sortable by time, unique (ULID).
  public var id: String
  public var date: Date
  public var method: String
  /// As sent, secrets masked.
  public var url: String
  /// 0 if there was no answer.
  public var status: Int
  public var duration: Duration
  /// Decoded body in bytes.
  public var size: Int
  /// The saved request that was sent (`users/get-user`), if there is one.
  public var requestID: String?
  /// The folder of that request's collection relative to the workspace, unless it is the workspace itself.
  public var collection: String?
  public var environment: String?
  public var failure: String?

  public init(
    id: String, date: Date, method: String, url: String, status: Int, duration: Duration, size: Int = 0,
    requestID: String? = nil, collection: String? = nil, environment: String? = nil, failure: String? = nil
  ) {
    self.id = id
    self.date = date
    self.method = method
    self.url = url
    self.status = status
    self.duration = duration
    self.size = size
    self.requestID = requestID
    self.collection = collection
    self.environment = environment
    self.failure = failure
  }
}
