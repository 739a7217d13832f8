/// Transfers waiting for a slot: by priority, then first come first served, with a limit per host. A pure value.
struct TransferQueue<Element> {
  struct Entry {
    let id: UInt64
    let priority: Int
    let host: String
    let element: Element
  }

  let limit: Int
  let limitPerHost: Int
  /// Sorted: the next one first.
  private var waiting: [Entry] = []
  private var running: [String: Int] = [:]
  private(set) var runningCount = 0

  init(limit: Int, limitPerHost: Int) {
    self.limit = max(1, limit)
    self.limitPerHost = max(1, limitPerHost)
  }

  var isEmpty: Bool { waiting.isEmpty }
  var waitingCount: Int { waiting.count }

  mutating func add(_ entry: Entry) {
    var index = waiting.endIndex
    while index > 0, waiting[index - 1].priority < entry.priority { index -= 1 }
    waiting.insert(entry, at: index)
  }

  /// Removes the next transfer that may start now, and counts it as running.
  mutating func next() -> Entry? {
    guard runningCount < limit else { return nil }
    guard let index = waiting.firstIndex(where: { running[$0.host, default: 0] < limitPerHost }) else { return nil }
    let entry = waiting.remove(at: index)
    running[entry.host, default: 0] += 1
    runningCount += 1
    return entry
  }

  /// Called when a running transfer has ended.
  mutating func release(host: String) {
    guard let count = running[host] else { return }
    running[host] = count > 1 ? count - 1 : nil
    runningCount -= 1
  }

  /// Removes a waiting transfer; `nil` if it is not waiting.
  mutating func remove(_ id: UInt64) -> Element? {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return nil }
    return waiting.remove(at: index).element
  }

  mutating func removeAll() -> [Element] {
    defer { waiting = [] }
    return waiting.map(\.element)
  }
}

/// Address overrides of finished requests, which must be removed from libcurl's DNS cache before the next one.
struct StaleAddresses {
  private var entries: Set<String> = []

  /// - Parameter resolved: the overrides of a finished request, `HOST:PORT:ADDRESS`.
  mutating func add(_ resolved: [String]) {
    for entry in resolved {
      let parts = entry.drop { $0 == "+" }.split(separator: ":", maxSplits: 2)
      if parts.count > 1, !entry.hasPrefix("-") { entries.insert("-\(parts[0]):\(parts[1])") }
    }
  }

  /// The removals, in a stable order.
  mutating func take() -> [String] {
    guard !entries.isEmpty else { return [] }
    defer { entries = [] }
    return entries.sorted()
  }
}
