extension Workspace {
  /// The result of sorting a folder.
  package struct Sorted: Sendable {
    /// `nil` if nothing had to be written.
    package var change: ItemChange?
    /// The items that keep their position, because their file is read-only or unreadable.
    package var left: [WorkspaceChange.LeftOut] = []
  }

  /// Sorts the items of a folder or collection by name, folders and requests separately. Writes the new `seq` of every
  /// item whose position changed; other files are not written. A read-only file keeps its `seq`, and the items after it
  /// follow that.
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
            if case .order(let path, .some, _) = step {
              try onDisk { () throws(FileError) in try files.checkWritable(path) }
            }
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
}

extension WorkspaceError {
  /// True if other items can still be written.
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
  /// Indicates whether folders and requests are sorted together.
  var isMixed = false

  /// The groups of items that are sorted together. An unreadable file has no position of its own.
  fileprivate var groups: [[TreeItem]] {
    let movable = items.filter { $0.request?.fault == nil }
    return isMixed ? [movable] : [movable.filter(\.isFolder), movable.filter { !$0.isFolder }]
  }
}

/// Apps come before requests, whatever their names.
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
}

extension WorkspaceChange {
  /// A file whose order was not changed.
  package struct LeftOut: Hashable, Sendable {
    package var path: String
    package var why: WorkspaceError
  }
}

extension Workspace {
  enum Reordered {
    /// The step that undoes it.
    case done(WorkspaceChange.Step)
    case leftOut(WorkspaceError)
  }

  /// Performs a step that changes an item's `seq`, whatever else has changed in its file.
  /// - Throws: for temporary problems: the file is in use, or the disk is full.
  func reordered(_ path: String, from old: [UInt8]?, to new: [UInt8]?) throws(WorkspaceError) -> Reordered {
    do throws(WorkspaceError) {
      return .done(
        try writeLock.holding(path) { () throws(WorkspaceError) in
          let now = try readIfPresent(path)
          let wanted = now == old ? new : try Self.reordered(now, path, from: old, to: new)
          guard now != wanted else { return .order(path: path, old: now, new: now) }
          _ = try perform(WorkspaceChange([.write(path: path, old: now, new: wanted)]))
          return .order(path: path, old: wanted, new: now)
        })
    } catch {
      switch error {
      case .changedOnDisk, .invalid, .exists: return .leftOut(error)
      case .file(let file) where file.reason == .permission || file.reason == .missing: return .leftOut(error)
      default: throw error
      }
    }
  }

  /// The current file with the `seq` of `new`, if it still has that of `old`.
  private static func reordered(
    _ now: [UInt8]?, _ path: String, from old: [UInt8]?, to new: [UInt8]?
  ) throws(WorkspaceError) -> [UInt8]? {
    guard let now, let old else { throw .changedOnDisk(path: path) }
    let document = try parsed(now, path)
    let wanted = try sequence(new, path)
    let current = document.root?["info"]?["seq"]
    if current.means(wanted) { return now }
    guard current.means(try sequence(old, path)) else { throw .changedOnDisk(path: path) }
    return try patched(document, path) { root in
      root.update(at: ["info"], order: KeyOrder.top) { $0.put("seq", wanted, order: $1) }
    }.bytes
  }

  private static func sequence(_ bytes: [UInt8]?, _ path: String) throws(WorkspaceError) -> YAMLNode? {
    guard let bytes else { return nil }
    guard let node = try parsed(bytes, path).root?["info"]?["seq"], let text = node.text else { return nil }
    // Without its position in the other text.
    return .bare(text)
  }
}

extension YAMLNode? {
  fileprivate func means(_ other: YAMLNode?) -> Bool {
    (self == nil) == (other == nil) && self?.text == other?.text
  }
}
