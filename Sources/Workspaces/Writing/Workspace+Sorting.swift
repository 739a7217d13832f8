extension Workspace {
  /// Sorts the items of a folder or collection by name, folders and requests each among themselves, as it lists them.
  /// Writes the new `seq` of every item whose position changed; what is in order already is not touched.
  /// - Returns: `nil` if all of it was in order.
  package func sort(_ folder: String) throws(WorkspaceError) -> ItemChange? {
    let listed = items(in: folder)
    var steps: [WorkspaceChange.Step] = []
    for items in listed.groups {
      let sorted = items.enumerated().sorted { ($0.element.sortKey, $0.offset) < ($1.element.sortKey, $1.offset) }
        .map(\.element)
      guard sorted != items else { continue }
      for (place, item) in sorted.enumerated() {
        let (path, isFolder) = (item.path, item.isFolder)
        if let step = try sequenceStep(path, read: path, Double(place + 1), isFolder) { steps.append(step) }
      }
    }
    return steps.isEmpty ? nil : ItemChange(path: folder, undo: try perform(WorkspaceChange(steps)))
  }
}

/// The items of one folder in the order of the tree.
struct ListedItems {
  var items: [TreeItem] = []
  /// Whether folders and requests are sorted together.
  var isMixed = false

  /// What is sorted together. A file that cannot be read has no place of its own.
  fileprivate var groups: [[TreeItem]] {
    let movable = items.filter { $0.fault == nil }
    return isMixed ? [movable] : [movable.filter(\.isFolder), movable.filter { !$0.isFolder }]
  }
}

/// Apps stand before requests, whatever their names.
private struct SortKey: Comparable {
  var isRequest: Bool
  var name: NameKey

  static func < (left: SortKey, right: SortKey) -> Bool {
    left.isRequest != right.isRequest ? right.isRequest : left.name < right.name
  }
}

extension TreeItem {
  fileprivate var sortKey: SortKey {
    switch self {
    case .folder(let node): SortKey(isRequest: true, name: NameKey(node.name))
    case .request(let node): SortKey(isRequest: node.kind != .unsupported("app"), name: NameKey(node.name))
    }
  }

  fileprivate var fault: Notice? {
    if case .request(let node) = self { node.fault } else { nil }
  }

  var path: String {
    switch self {
    case .folder(let node): node.path
    case .request(let node): node.path
    }
  }

  var isFolder: Bool {
    if case .folder = self { true } else { false }
  }
}
