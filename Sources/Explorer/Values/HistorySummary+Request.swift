import Workspaces

extension HistorySummary {
  /// Whether a request made it: by its path in the collection, and what the history calls that.
  func wasMade(by id: String?, in collection: String?) -> Bool {
    guard let id, requestID == id else { return false }
    return self.collection == nil || self.collection == collection
  }
}
