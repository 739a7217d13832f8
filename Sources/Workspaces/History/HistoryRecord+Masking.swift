package import Networking

extension HistoryRecord {
  /// Its exchange as the history would have it, to be compared where secrets must not be shown; `nil` if it cannot be
  /// masked.
  package func masked(by redaction: Redaction) -> Exchange? {
    HAREntryReader { _ in nil }.record(HAREntry(redaction: redaction).json(self))?.exchange
  }
}
