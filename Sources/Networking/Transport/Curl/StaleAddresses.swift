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
