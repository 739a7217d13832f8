import Basics
import HTTPModel
import Terminal
import Workspaces

extension HistorySummary {
  /// The result in a word, usually of four columns: the status, or `ERR` without an answer. A mark after the status
  /// shows that the answer was cancelled or failed before its end.
  func result(unicode: Bool) -> (text: String, token: Token) {
    if isCancelled { return ((status == 0 ? "" : String(status)) + (unicode ? "⊘" : "x"), .warn) }
    if isIncomplete { return (String(status) + (unicode ? "✗" : "!"), .error) }
    return (VisibleText.of(shortStatus.text ?? "ERR"), .status(shortStatus))
  }

  /// The exchange in words, for linear mode.
  func words(_ clock: WallClock) -> String {
    SpokenText.joined([
      "\(method) \(path)", isCancelled ? "cancelled" : shortStatus.text ?? "failed", Quantity.duration(duration),
      Quantity.bytes(size), clock.moment(of: date), host,
    ])
  }

  /// True if the entry is from a request, given its path in the collection and the collection's name in the history.
  func wasMade(by id: String?, in collection: String?) -> Bool {
    guard let id, requestID == id else { return false }
    return self.collection == nil || self.collection == collection
  }
}

/// The method and the URL without its query: durations of sends that differ in these are not comparable.
struct SendTarget: Equatable {
  private let method: String
  private let url: URLParts

  init(_ method: String, _ url: String) {
    self.method = method
    var parts = URLParts(url)
    (parts.query, parts.fragment) = (nil, nil)
    self.url = parts
  }
}

extension Sequence where Element == HistorySummary {
  /// The latest matching entries with a response, newest first; failures are excluded, because their durations mean
  /// nothing.
  func answers(_ limit: Int, _ belongs: (HistorySummary) -> Bool) -> [HistorySummary] {
    var found: [HistorySummary] = []
    for entry in self where entry.status != 0 && belongs(entry) {
      found.append(entry)
      if found.count == limit { break }
    }
    return found
  }
}
