import Terminal

/// A key without a command where the user is says where it has one.
extension AppState {
  mutating func tell(unused key: Key) -> [Effect] {
    // Esc, arrows and the like end or move something in some places; where they do not, nothing is missing.
    guard case .character = key.code, key != .character(" ") else { return [] }
    let known = commands.records.filter { $0.keys.contains(key) && $0.isListed }
    guard let first = known.first else {
      return say(
        .information, "\(key.name) does nothing: \(key: "help") shows the keys, \(key: "palette") finds every command")
    }
    let places = known.reduce(into: ContextSet()) { $0.formUnion($1.contexts) }.places
    guard !places.isEmpty else { return [] }
    let title = known.count == 1 ? " (\(first.title))" : ""
    return say(.information, "\(key.name) works \(places.joined(separator: " and "))\(title)")
  }
}

extension ContextSet {
  /// Where these contexts are, in the order of the screen; each place once.
  fileprivate var places: [String] {
    let all: [(ContextSet, String)] = [
      ([.tree], "in the tree"), ([.url], "on the URL"), ([.rows], "in rows"), ([.text], "in texts"),
      ([.fields], "in fields"), (Context.response, "in the response"), ([.run], "in a run"),
      ([.history], "in the history"),
    ]
    if isSuperset(of: Context.request) {
      return subtracting(Context.request).places(among: all, before: "in the request")
    }
    return places(among: all, before: nil)
  }

  private func places(among all: [(ContextSet, String)], before first: String?) -> [String] {
    [first].compactMap(\.self) + all.filter { !isDisjoint(with: $0.0) }.map(\.1)
  }
}
