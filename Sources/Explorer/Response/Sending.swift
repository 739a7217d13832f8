package import Networking

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A running send.
package struct Sending: Equatable, Sendable {
  /// Identifies the send, so that events of an older one are ignored.
  package var id: Int
  package var method: String
  package var url: String
  package var startedAt: Date
  /// When its first request began: the user pressed the key earlier, and what it needs was prepared. `nil` until then.
  var transferStartedAt: Date?
  package var progress = TransferProgress()
  package var head: ResponseHead?
  /// Whether something can be said while it runs.
  package var takesInput: Bool

  package init(id: Int, method: String, url: String, startedAt: Date, takesInput: Bool = false) {
    self.id = id
    self.method = method
    self.url = url
    self.startedAt = startedAt
    self.takesInput = takesInput
  }
}
