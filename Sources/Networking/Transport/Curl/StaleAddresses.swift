/// What was resolved by hand for one request is not for the next, which removes it from libcurl's table of addresses.
struct StaleAddresses {
  private var entries: Set<String> = []

  /// - Parameter resolved: the entries of a request that is over, `HOST:PORT:ADDRESS`.
  mutating func add(_ resolved: [String]) {
    for entry in resolved {
      let parts = entry.drop { $0 == "+" }.split(separator: ":", maxSplits: 2)
      if parts.count > 1, !entry.hasPrefix("-") { entries.insert("-\(parts[0]):\(parts[1])") }
    }
  }

  /// The removals, in an order that stays the same.
  mutating func take() -> [String] {
    guard !entries.isEmpty else { return [] }
    defer { entries = [] }
    return entries.sorted()
  }
}
