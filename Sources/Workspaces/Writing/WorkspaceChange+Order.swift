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
  /// - Throws: what may pass: the file is in use, or the disk is full.
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

  /// The file as it is now with the `seq` of `new`, if it still has that of `old`.
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
      var root = root
      root.update("info", order: RequestWriter.topOrder) { $0.put("seq", wanted, order: RequestWriter.infoOrder) }
      return root
    }.bytes
  }

  private static func sequence(_ bytes: [UInt8]?, _ path: String) throws(WorkspaceError) -> YAMLNode? {
    guard let bytes else { return nil }
    guard let node = try parsed(bytes, path).root?["info"]?["seq"], let text = node.text else { return nil }
    // Without its place in the other text.
    return .bare(text)
  }
}

extension YAMLNode? {
  fileprivate func means(_ other: YAMLNode?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let left?, let right?): left.text == right.text
    default: false
    }
  }
}
