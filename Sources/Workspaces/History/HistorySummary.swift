package import Networking

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// One line of the history list; the whole exchange is read when it is opened.
package struct HistorySummary: Hashable, Sendable {
  /// Sortable by time, unique (ULID).
  package var id: String
  package var date: Date
  package var method: String
  /// As sent, secrets masked.
  package var url: String
  /// 0 if there was no answer.
  package var status: Int
  /// See `ShortStatus.name`.
  package var statusName: String?
  package var duration: Duration
  /// Decoded body in bytes.
  package var size: Int
  /// The saved request that was sent (`users/get-user`), if there is one.
  package var requestID: String?
  /// The folder of that request's collection relative to the workspace, unless it is the workspace itself.
  package var collection: String?
  package var environment: String?
  package var failure: String?
  /// Whether the user ended it; what had arrived until then is kept.
  package var isCancelled: Bool

  package init(
    id: String, date: Date, method: String, url: String, status: Int, statusName: String? = nil,
    duration: Duration, size: Int = 0, requestID: String? = nil, collection: String? = nil,
    environment: String? = nil, failure: String? = nil, isCancelled: Bool = false
  ) {
    self.id = id
    self.date = date
    self.method = method
    self.url = url
    self.status = status
    self.statusName = statusName
    self.duration = duration
    self.size = size
    self.requestID = requestID
    self.collection = collection
    self.environment = environment
    self.failure = failure
    self.isCancelled = isCancelled
  }

  package var shortStatus: ShortStatus { ShortStatus(status, name: statusName) }
}
