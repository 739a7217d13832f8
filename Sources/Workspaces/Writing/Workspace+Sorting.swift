extension Workspace {
  /// What sorting a folder came to.
  package struct Sorted: Sendable {
    /// `nil` if nothing was to be written.
    package var change: ItemChange?
    /// The items that stay where they are, because their file is read-only or cannot be read.
    package var left: [WorkspaceChange.LeftOut] = []
  }

  /// Sorts the items of a folder or collection by name, folders and requests each among themselves, as it lists them.
  /// Writes the new `seq` of every item whose position changed; what is in order already is not touched. A read-only
  /// file keeps its `seq`, and the items after it go behind that.
  package func sort(_ folder: String) throws(WorkspaceError) -> Sorted {
    let listed = items(in: folder)
    var steps: [WorkspaceChange.Step] = []
    var sorting = Sorted()
    for items in listed.groups {
      let sorted = items.enumerated().sorted { ($0.element.sortKey, $0.offset) < ($1.element.sortKey, $1.offset) }
        .map(\.element)
      guard sorted != items else { continue }
      var place = 0.0
      for item in sorted {
        let next = place + 1
        do throws(WorkspaceError) {
          if let step = try sequenceStep(item.path, read: item.path, next, item.isFolder) {
            if case .order(let path, .some, _) = step { try checkWritable(path) }
            steps.append(step)
          }
          place = next
        } catch {
          guard error.isOfOneFile else { throw error }
          if let own = item.sequence, own >= next {
            place = own
          } else {
            sorting.left.append(WorkspaceChange.LeftOut(path: item.path, why: error))
          }
        }
      }
    }
    if !steps.isEmpty {
      sorting.change = ItemChange(path: folder, undo: try perform(WorkspaceChange(steps), &sorting.left))
    }
    return sorting
  }

  private func checkWritable(_ path: String) throws(WorkspaceError) {
    try onDisk { () throws(FileError) in try files.checkWritable(path) }
  }
}

extension WorkspaceError {
  /// Whether another item could still be written.
  fileprivate var isOfOneFile: Bool {
    switch self {
    case .invalid: true
    case .file(let error): error.reason == .permission
    default: false
    }
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
  var name: NaturalName

  static func < (left: SortKey, right: SortKey) -> Bool {
    left.isRequest != right.isRequest ? right.isRequest : left.name < right.name
  }
}

extension TreeItem {
  fileprivate var sortKey: SortKey {
    switch self {
    case .folder(let node): SortKey(isRequest: true, name: NaturalName(node.name))
    case .request(let node): SortKey(isRequest: node.kind != .unsupported("app"), name: NaturalName(node.name))
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
