package import Essentials

// The workspace's trash, `.apus/trash`: a folder for each deleted item, from which undo restores it.

extension Workspace {
  /// Moves a request, folder, environment or collection to the trash.
  package func delete(_ path: String, at date: Date = Date()) throws(WorkspaceError) -> ItemChange {
    let slot = newSlot(at: date)
    let undo = try perform(WorkspaceChange(try removal(of: path, to: slot)))
    return ItemChange(path: FilePaths.join(slot, FilePaths.name(of: path)), undo: undo)
  }

  /// A change for items that were just created; undoing it moves them to the trash.
  /// - Parameter paths: at least one; the first represents all.
  /// - Throws: if one of them is not in this workspace.
  package func creation(of paths: [String], at date: Date = Date()) throws(WorkspaceError) -> ItemChange {
    var steps: [WorkspaceChange.Step] = []
    for path in paths { steps += try removal(of: path, to: newSlot(at: date)) }
    return ItemChange(path: paths.first ?? path, undo: WorkspaceChange(steps))
  }

  private var trash: String { FilePaths.join(privateFolder.path, "trash") }

  private func newSlot(at date: Date) -> String { FilePaths.join(trash, ULID.make(at: date)) }

  private func removal(of path: String, to slot: String) throws(WorkspaceError) -> [WorkspaceChange.Step] {
    guard FilePaths.isBelow(path, self.path), path != self.path else {
      throw .notEditable(path: path, why: "it is not in this workspace")
    }
    let origin = Array((FilePaths.relative(path, to: self.path) + "\n").utf8)
    var steps: [WorkspaceChange.Step] = [
      .makeFolder(slot), .write(path: FilePaths.join(slot, Self.originName), old: nil, new: origin),
      .move(from: path, to: FilePaths.join(slot, FilePaths.name(of: path))),
    ]
    let isRequest = FilePaths.endings.contains(FilePaths.ending(of: path))
    if isRequest, let snapshot = try recordedAnswer(besides: path) {
      steps.append(.move(from: snapshot, to: FilePaths.join(slot, FilePaths.name(of: snapshot))))
    }
    return steps
  }

  /// The file beside a deleted item that contains its former path.
  private static let originName = ".origin"

  /// Permanently deletes items that have been in the trash for longer than 30 days.
  package func emptyTrash(now: Date = Date()) throws(WorkspaceError) {
    let trash = trash
    guard try onDisk({ () throws(FileError) in try files.stamp(trash) }) != nil else { return }
    for name in try names(in: trash) {
      guard let date = ULID.date(of: name), now.timeIntervalSince(date) > 30 * 86_400 else { continue }
      let slot = FilePaths.join(trash, name)
      try forgetSecrets(ofCollectionIn: slot)
      try onDisk { () throws(FileError) in try files.removeTree(slot) }
    }
    for collection in collectionPaths() { try forgetSecrets(of: collection) }
  }

  /// Removes the secrets of a collection that can no longer be restored, unless another one has taken its place.
  private func forgetSecrets(ofCollectionIn slot: String) throws(WorkspaceError) {
    guard let origin = try readIfPresent(FilePaths.join(slot, Self.originName)) else { return }
    let path = FilePaths.join(path, String(decoding: origin.dropLast(), as: UTF8.self))
    guard Self.isCollection(FilePaths.join(slot, FilePaths.name(of: path)), files),
      try onDisk({ () throws(FileError) in try files.stamp(path) }) == nil
    else { return }
    let store = secretStore(of: path)
    for name in try store.environments() { try store.set([:], of: name) }
    let cookies = cookieStore(of: path)
    for name in try cookies.environments() { try cookies.change(of: name) { $0 = [] } }
  }
}

extension Workspace {
  /// Removes temporary files that a killed Apus left behind during a save: those older than a day, by their exact
  /// names, in the folders that Apus writes to. Links are neither followed nor removed. Best effort: remaining files
  /// are removed at a later start. Returns the number of removed files.
  ///
  /// Remains in the history are removed, however recent they are.
  @discardableResult
  package func sweepTemporaries(now: Date = Date()) -> Int {
    let home = privateFolder.path
    var removed = 0
    for folder in collectionPaths() {
      removed += sweep(folder, now) { !$0.hasPrefix(".") && $0 != "node_modules" }
    }
    // An import is prepared next to its target folder.
    if !collectionPaths().contains(path) { removed += sweep(path, now) { _ in false } }
    // Files in the history that cannot be removed now are removed at a later start.
    removed += (try? History(workspace: self).sweep()) ?? 0
    removed += sweep(home, now) { _ in true }
    removed += sweep(stateFolder, now) { _ in true }
    return removed
  }

  /// - Parameter enters: whether to descend into a folder of that name.
  private func sweep(_ folder: String, _ now: Date, enters: (String) -> Bool) -> Int {
    var removed = 0
    // A folder that cannot be listed is skipped.
    for entry in (try? files.list(folder)) ?? [] {
      let path = FilePaths.join(folder, entry.name)
      switch entry.kind {
      case .directory where AtomicFile.isTemporary(entry.name):
        if AtomicFile(files).isAbandoned(path, now), StagedTree.remove(path, files) { removed += 1 }
      case .directory:
        // Items in the trash are never changed.
        if enters(entry.name), path != FilePaths.join(privateFolder.path, "trash") {
          removed += sweep(path, now, enters: enters)
        }
      case .file:
        guard AtomicFile.isTemporary(entry.name) || HistoryBodies.isTemporary(path) else { continue }
        // Another Apus may have removed it first.
        if AtomicFile(files).isAbandoned(path, now), (try? files.remove(path)) != nil { removed += 1 }
      case .link, .other: continue
      }
    }
    return removed
  }
}

extension AtomicFile {
  /// Removes the temporary files that a killed Apus left in a folder, but not in its subfolders: those older than a day.
  /// They may hold secrets. Best effort.
  func sweep(_ folder: String) {
    // A folder that cannot be listed is skipped.
    for entry in (try? files.list(folder)) ?? [] where entry.kind == .file && Self.isTemporary(entry.name) {
      let path = FilePaths.join(folder, entry.name)
      // Another Apus may have removed it first.
      if isAbandoned(path, Date()) { try? files.remove(path) }
    }
  }

  /// True if nothing has changed a temporary file or folder for a day, so that it belongs to no running Apus.
  func isAbandoned(_ path: String, _ now: Date) -> Bool {
    guard let stamp = files.examined(path) else { return false }
    return now.timeIntervalSince1970 - Double(stamp.modified) / 1e9 > 24 * 3600
  }
}
