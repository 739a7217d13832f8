package import Networking

/// Stores exchanges in the background, one after the other, and reports the first failure.
package actor HistoryRecorder {
  /// Made for the first record: nothing is read before it.
  private lazy var history = make()
  private let make: @Sendable () -> History
  private var hasTold = false

  package init(_ history: History) { make = { history } }

  package init(_ workspace: Workspace, _ make: @escaping @Sendable (Workspace) -> History) {
    self.make = { make(workspace) }
  }

  /// Appends the record. Returns a notice for the first failure of this session and `nil` otherwise: a history that
  /// cannot be written never stops a send.
  package func record(_ record: HistoryRecord, redaction: Redaction) -> Notice? {
    do {
      try history.append(record, redaction: redaction)
      return nil
    } catch {
      // Already reported when the workspace was opened.
      if case .file(let error) = error, error.reason == .unused { return nil }
      defer { hasTold = true }
      return hasTold ? nil : Notice(.warning, history.folder, "the history cannot be stored: \(error.description)")
    }
  }
}
