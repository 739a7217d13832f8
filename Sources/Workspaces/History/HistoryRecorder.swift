package import Networking

/// Stores exchanges in the background, one after the other, and reports the first failure.
package actor HistoryRecorder {
  private let history: History
  private var hasTold = false

  package init(_ history: History) { self.history = history }

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
