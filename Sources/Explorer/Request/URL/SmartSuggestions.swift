import Basics
import Workspaces

/// What is offered while something is typed into the smart line: requests by name, then hosts and URLs that were used.
struct SmartSuggestions: Sendable {
  var workspace = WorkspaceTree(name: "", path: "")
  /// The newest first.
  var history: [HistorySummary] = []

  /// Requests are offered by name up to this number, so that there is room for URLs.
  private static let mostRequests = 3
  private static let mostHosts = 2
  /// The hosts of a larger workspace stand in its first requests.
  private static let searched = 1000

  /// - Parameter typed: offers nothing for an empty text, which may become anything.
  func items(for typed: String) -> [Completion.Item] {
    let typed = typed.trimmed.lowercased()
    guard !typed.isEmpty, !typed.hasPrefix("curl ") else { return [] }
    let nodes = workspace.collections.flatMap(\.requests).map(\.node)
    var items = requests(typed, nodes)
    var seen: Set<String> = [typed]
    func take(_ urls: some Sequence<String>, _ detail: String, most: Int) {
      for url in urls.lazy.filter({ Self.matches($0, typed) && seen.insert($0.lowercased()).inserted }).prefix(most) {
        items.append(Completion.Item(text: url, detail: detail))
      }
    }
    let used = history.lazy.map(\.url).filter { !$0.contains(VariableSpan.mask) }
    take(
      used.compactMap(Self.host) + Self.hosts(of: nodes.prefix(Self.searched).map(\.url)), "host",
      most: min(Self.mostHosts, Completion.limit - items.count))
    take(used, "history", most: Completion.limit - items.count)
    return items
  }

  /// Those of many requests first. One that a single request of many has is reached by the name of that.
  private static func hosts(of urls: [String]) -> [String] {
    var counts: [String: Int] = [:]
    let hosts = urls.compactMap(host)
    for host in hosts { counts[host, default: 0] += 1 }
    let least = urls.count < few ? 1 : 2
    let known = hosts.enumerated().filter { counts[$0.element] ?? 0 >= least }
    return known.map { (-(counts[$0.element] ?? 0), $0.offset, $0.element) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// Fewer requests have their hosts by themselves.
  private static let few = 8

  /// Names that begin with the text come first; those that begin with it but for one slip, last.
  private func requests(_ typed: String, _ nodes: [RequestNode]) -> [Completion.Item] {
    guard !typed.contains("/") else { return [] }
    let found = nodes.filter { $0.fault == nil && $0.name.lowercased().contains(typed) }
    let first = found.filter { $0.name.lowercased().hasPrefix(typed) }
    let others = found.filter { !$0.name.lowercased().hasPrefix(typed) }
    var offered = first + others
    if offered.count < Self.mostRequests {
      offered += nodes.filter { node in
        node.fault == nil && NearestWord.begins(typed, node.name) && !found.contains { $0.path == node.path }
      }
    }
    return offered.prefix(Self.mostRequests).map {
      Completion.Item(text: $0.name, detail: "\($0.method) \($0.url)", opens: $0.path)
    }
  }

  /// Whether the text stands at the start of the URL, or of a part of its host or path.
  private static func matches(_ url: String, _ typed: String) -> Bool {
    let url = url.lowercased()
    guard let place = url.firstRange(of: typed)?.lowerBound, url != typed else { return false }
    return place == url.startIndex || !url[url.index(before: place)].isLetter
  }

  /// Scheme, host and port, or the variable in their place, with the slash that a path begins with.
  private static func host(of url: String) -> String? {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    guard start > url.startIndex || url.hasPrefix("{{") else { return nil }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    return authority.isEmpty ? nil : url[..<authority.endIndex] + "/"
  }
}
