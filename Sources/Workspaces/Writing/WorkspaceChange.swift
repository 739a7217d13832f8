import Basics

/// A change of files as reversible steps: performing it returns the change that undoes it.
package struct WorkspaceChange: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    /// The file must contain `old` (not exist if `nil`) and then contains `new` (is removed if `nil`).
    case write(path: String, old: [UInt8]?, new: [UInt8]?)
    /// Moves a file or folder; the new path must be free.
    case move(from: String, to: String)
    case makeFolder(String)
    case removeFolder(String)
    /// A `write` that changes only an item's `seq`. If the file has changed since, only its `seq` is changed; if that
    /// has changed, too, or the file is read-only, the step is skipped.
    case order(path: String, old: [UInt8]?, new: [UInt8]?)
  }

  var steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }
}

extension Workspace {
  /// Performs a change: all of it or, if a step fails, none. Returns the change that undoes it.
  /// - Throws: `.changedOnDisk` if a file no longer has the content that the change expects.
  @discardableResult
  package func perform(_ change: WorkspaceChange) throws(WorkspaceError) -> WorkspaceChange {
    var leftOut: [WorkspaceChange.LeftOut] = []
    return try perform(change, &leftOut)
  }

  /// - Parameter leftOut: receives the files whose order could not be changed. If that applies to all of them, the
  ///   change fails.
  package func perform(
    _ change: WorkspaceChange, _ leftOut: inout [WorkspaceChange.LeftOut]
  ) throws(WorkspaceError) -> WorkspaceChange {
    var done: [WorkspaceChange.Step] = []
    let known = leftOut.count
    for step in change.steps {
      do throws(WorkspaceError) {
        if case .order(let path, let old, let new) = step {
          switch try reordered(path, from: old, to: new) {
          case .done(let back): done.insert(back, at: 0)
          case .leftOut(let why):
            leftOut.append(WorkspaceChange.LeftOut(path: path, why: why))
            if leftOut.count - known == change.steps.count { throw why }
          }
        } else {
          done.insert(try perform(step), at: 0)
        }
      } catch {
        for step in done {
          // The original error is reported; as much as possible is undone.
          _ = try? perform(WorkspaceChange([step]))
        }
        throw error
      }
    }
    return WorkspaceChange(done)
  }

  private func perform(_ step: WorkspaceChange.Step) throws(WorkspaceError) -> WorkspaceChange.Step {
    if case .write(let path, _, let new?) = step, new.count > FileSystem.largestFile {
      // A larger file could not be opened again.
      let most = ByteCount(FileSystem.largestFile).limitText
      throw .file(FileError(path, .tooLarge, "would be larger than \(most), the most that is read"))
    }
    switch step {
    case .order(let path, let old, let new): return try perform(.write(path: path, old: old, new: new))
    case .write(let path, nil, let new?):
      try AtomicFile(files).create(path, new)
      return .write(path: path, old: new, new: nil)
    case .write(let path, let old?, let new?):
      try writeLock.holding(path) { () throws(WorkspaceError) in
        try AtomicFile(files).replace(path, with: new, expecting: old)
      }
      return .write(path: path, old: new, new: old)
    case .write(let path, let old, nil):
      try writeLock.holding(path) { () throws(WorkspaceError) in
        guard let old, try readIfPresent(path) == old else { throw .changedOnDisk(path: path) }
        try onDisk { () throws(FileError) in try files.remove(path) }
      }
      return .write(path: path, old: nil, new: old)
    case .move(let from, let to):
      try move(from, to)
      noteRename(from: from, to: to)
      return .move(from: to, to: from)
    case .makeFolder(let path):
      if try onDisk({ () throws(FileError) in try files.stamp(path) }) != nil { throw .exists(path: path) }
      let mode: UInt32 = privateFolder.holds(path) ? 0o700 : 0o755
      try onDisk { () throws(FileError) in try files.makeDirectory(path, mode) }
      return .removeFolder(path)
    case .removeFolder(let path):
      try onDisk { () throws(FileError) in try files.remove(path) }
      return .makeFolder(path)
    }
  }

  private func move(_ from: String, _ to: String) throws(WorkspaceError) {
    let isSame = from.lowercased() == to.lowercased()
    if !isSame, try onDisk({ () throws(FileError) in try files.stamp(to) }) != nil { throw .exists(path: to) }
    try onDisk { () throws(FileError) in
      if let folder = FilePaths.parent(of: to), try files.stamp(folder) == nil {
        try files.makeDirectory(folder, 0o755)
      }
      if isSame { try files.rename(from, to) } else { try files.place(from, to) }
    }
  }
}
