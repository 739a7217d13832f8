import Basics
import Networking
import Terminal
import Workspaces

extension HistorySummary {
  /// Its result in a word, mostly of four columns: the status, `ERR` without an answer. One that the user ended has a mark
  /// of its own, after the status of an answer that had begun.
  func result(unicode: Bool) -> (text: String, token: Token) {
    guard isCancelled else { return (VisibleText.of(shortStatus.text ?? "ERR"), .status(shortStatus)) }
    return ((status == 0 ? "" : String(status)) + (unicode ? "⊘" : "x"), .warn)
  }

  /// Whether the entry is from a request, given its path in the collection and the collection's name in the history.
  func wasMade(by id: String?, in collection: String?) -> Bool {
    guard let id, requestID == id else { return false }
    return self.collection == nil || self.collection == collection
  }
}

extension Sequence where Element == HistorySummary {
  /// The latest matching entries with a response, newest first; the duration of a failure says nothing.
  func answers(_ limit: Int, _ belongs: (HistorySummary) -> Bool) -> [HistorySummary] {
    var found: [HistorySummary] = []
    for entry in self where entry.status != 0 && belongs(entry) {
      found.append(entry)
      if found.count == limit { break }
    }
    return found
  }
}
