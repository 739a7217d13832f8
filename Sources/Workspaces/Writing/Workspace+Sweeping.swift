#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Workspace {
  /// Removes temporary files that a killed Apus left behind in the middle of a save: those older than a day, by their
  /// exact names, in the folders that Apus writes to. Links are neither followed nor removed. Best effort: what cannot
  /// be removed now is removed at a later start. Returns how many were removed.
  ///
  /// An incomplete joint addition is undone, and what was left in the history is removed, however recent it is.
  @discardableResult
  package func sweepTemporaries(olderThan hours: Double = 24, now: Date = Date()) -> Int {
    let home = privateFolder.path
    var removed = 0
    for folder in collectionPaths() {
      // If it cannot be undone now, a later start undoes it.
      try? JointAddition(self, folder).recover()
      removed += sweep(folder, hours, now) { !$0.hasPrefix(".") && $0 != "node_modules" }
    }
    // An import is prepared next to its target folder.
    if !collectionPaths().contains(path) { removed += sweep(path, hours, now) { _ in false } }
    // What cannot be removed from the history now is removed at a later start.
    removed += (try? History(workspace: self).sweep(now: now)) ?? 0
    removed += sweep(home, hours, now) { _ in true }
    removed += sweep(stateFolder, hours, now) { _ in true }
    return removed
  }

  /// - Parameter enters: whether to descend into a folder of that name.
  private func sweep(_ folder: String, _ hours: Double, _ now: Date, enters: (String) -> Bool) -> Int {
    var removed = 0
    // A folder that cannot be listed is skipped.
    for entry in (try? files.list(folder)) ?? [] {
      let path = FilePaths.join(folder, entry.name)
      switch entry.kind {
      case .directory where AtomicFile.isTemporary(entry.name):
        if isOlder(path, hours, now), StagedTree.remove(path, files) { removed += 1 }
      case .directory:
        if AtomicFile.isTemporary(entry.name) {
          removed += removeUnfinished(path, hours, now)
          continue
        }
        // Deleted items lie in the trash unchanged.
        if enters(entry.name), path != FilePaths.join(privateFolder.path, "trash") {
          removed += sweep(path, hours, now, enters: enters)
        }
      case .file:
        guard AtomicFile.isTemporary(entry.name) || HistoryBodies.isTemporary(path), isOlder(path, hours, now) else {
          continue
        }
        // Another Apus may have removed it first.
        if (try? files.remove(path)) != nil { removed += 1 }
      case .link, .other: continue
      }
    }
    return removed
  }

  /// Removes a `.apus` that was being prepared. If it contains anything else, it stays.
  private func removeUnfinished(_ folder: String, _ hours: Double, _ now: Date) -> Int {
    guard isOlder(folder, hours, now) else { return 0 }
    for name in [FolderTokens.file, ".gitignore"] {
      // Apus may have been killed before it wrote the file.
      try? files.remove(FilePaths.join(folder, name))
    }
    // Best effort, as above.
    return (try? files.remove(folder)) == nil ? 0 : 1
  }

  private func isOlder(_ path: String, _ hours: Double, _ now: Date) -> Bool {
    // A file that cannot be examined is not known to be old.
    guard let stamp = (try? files.stamp(path)) ?? nil else { return false }
    return now.timeIntervalSince1970 - Double(stamp.modified) / 1e9 > hours * 3600
  }
}
