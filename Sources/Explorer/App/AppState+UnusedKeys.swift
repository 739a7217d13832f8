import Terminal

/// A key without a command where the user is says where it has one.
extension AppState {
  mutating func tell(unused key: Key) -> [Effect] {
    // Esc, arrows and the like end or move something in some places; where they do not, nothing is missing.
    switch key.code {
    case .character where key != .character(" "): break
    case .function: break
    default: return []
    }
    let known = commands.records.filter { $0.keys.contains(key) && $0.isListed }
    guard let first = known.first else {
      return say(
        .information, "\(key.name) does nothing: \(key: "help") shows the keys, \(key: "palette") finds every command")
    }
    let places = known.reduce(into: ContextSet()) { $0.formUnion($1.contexts) }.words
    guard !places.isEmpty else { return [] }
    let title = known.count == 1 ? " (\(first.title))" : ""
    return say(.information, "\(key.name) works in \(places)\(title)")
  }
}

extension ContextSet {
  /// Where these contexts are, in the order of the screen, each place once: "the tree, rows and the history".
  var words: String {
    let all: [(ContextSet, String)] = [
      ([.tree], "the tree"), ([.url], "the URL"), ([.rows], "rows"), ([.text], "texts"), ([.fields], "fields"),
      (Context.response, "the response"), ([.run], "a run"), ([.history], "the history"), ([.cookies], "the cookies"),
    ]
    let isWholeRequest = isSuperset(of: Context.request)
    let rest = isWholeRequest ? subtracting(Context.request) : self
    let places = (isWholeRequest ? ["the request"] : []) + all.filter { !rest.isDisjoint(with: $0.0) }.map(\.1)
    guard places.count > 1, let last = places.last else { return places.first ?? "" }
    return "\(places.dropLast().joined(separator: ", ")) and \(last)"
  }
}
