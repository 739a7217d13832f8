/// The order of a folder's items (opencollection.md, section 1): folders, then apps, then requests.
enum TreeOrder {
  static func sorted(folders: [FolderNode], requests: [RequestNode]) -> [TreeItem] {
    self.folders(folders).map(TreeItem.folder) + self.requests(requests).map(TreeItem.request)
  }

  /// By name; those with a whole `seq` above 0 are then set at their places, equal ones side by side.
  static func folders(_ folders: [FolderNode]) -> [FolderNode] {
    let byName = folders.map { (NameKey($0.name), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    var placed: [(place: Int, node: FolderNode)] = []
    var result: [FolderNode] = []
    for node in byName {
      if let place = place(node.sequence) { placed.append((place, node)) } else { result.append(node) }
    }
    var last: (place: Int, index: Int)?
    for (place, node) in placed.enumerated().sorted(by: { ($0.1.place, $0.0) < ($1.1.place, $1.0) }).map(\.1) {
      let index = last?.place == place ? (last?.index ?? 0) + 1 : min(place - 1, result.count)
      result.insert(node, at: min(index, result.count))
      last = (place, index)
    }
    return result
  }

  /// By `seq`, where missing and 0 are 1; ties in the order of the file names.
  static func requests(_ requests: [RequestNode]) -> [RequestNode] {
    let keyed = requests.map { node in
      (node.kind == .unsupported("app") ? 0 : 1, sequence(node.sequence), NameKey(FilePaths.name(of: node.path)), node)
    }
    return keyed.sorted { left, right in
      if left.0 != right.0 { return left.0 < right.0 }
      if left.1 != right.1 { return left.1 < right.1 }
      return left.2 < right.2
    }.map(\.3)
  }

  static func sequence(_ value: Double?) -> Double {
    guard let value, value.isFinite, value != 0 else { return 1 }
    return value
  }

  private static func place(_ value: Double?) -> Int? {
    guard let value, value > 0, value < 1e9, let whole = Int(exactly: value) else { return nil }
    return whole
  }
}

/// Names compared without regard to case first, then with lower case before upper, as a list for people is.
struct NameKey: Comparable {
  private let folded: String
  private let exact: String

  init(_ name: String) {
    folded = name.lowercased()
    exact = name
  }

  static func < (left: NameKey, right: NameKey) -> Bool {
    left.folded != right.folded ? left.folded < right.folded : left.exact > right.exact
  }
}
