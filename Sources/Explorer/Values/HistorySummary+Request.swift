import Workspaces

extension HistorySummary {
  /// Whether a request made it: by its path in the collection, and what the history calls that.
  func wasMade(by id: String?, in collection: String?) -> Bool {
    guard let id, requestID == id else { return false }
    return self.collection == nil || self.collection == collection
  }
}

extension Sequence where Element == HistorySummary {
  /// The last answers that belong together, newest first; what had no answer took no time that tells anything.
  func answers(_ limit: Int, _ belongs: (HistorySummary) -> Bool) -> [HistorySummary] {
    var found: [HistorySummary] = []
    for entry in self where entry.status != 0 && belongs(entry) {
      found.append(entry)
      if found.count == limit { break }
    }
    return found
  }
}
