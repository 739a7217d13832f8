#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Workspace {
  /// Removes temporary files that a killed Apus left behind in the middle of a save: those older than a day, by their
  /// exact names, in the folders that Apus writes to. Links are neither followed nor removed. Best effort: what cannot
  /// be removed now is removed at a later start. Returns how many were removed.
  ///
  /// An incomplete joint addition is undone, however recent it is.
  @discardableResult
  public func sweepTemporaries(olderThan hours: Double = 24, now: Date = Date()) -> Int {
    let home = privateFolder.path
    var removed = 0
    for folder in collectionPaths() {
      // If it cannot be undone now, a later start undoes it.
      try? JointAddition(self, folder).recover()
      removed += sweep(folder, hours, now) { !$0.hasPrefix(".") && $0 != "node_modules" }
    }
    // An import is prepared next to its target folder.
    if !collectionPaths().contains(path) { removed += sweep(path, hours, now) { _ in false } }
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

extension AtomicFile {
  private static let (start, end) = (".apus-", ".tmp")

  /// A name for the temporary file. Short, so that a name of 255 bytes leaves room for it.
  static func temporaryName() -> String { start + String(UInt32.random(in: 0...UInt32.max), radix: 36) + end }

  /// Whether `temporaryName` made that name.
  static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(start), name.hasSuffix(end) else { return false }
    let number = name.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
    return (1...7).contains(number.count)
      && number.allSatisfy { $0.isASCIIDigit || $0.isASCIILowercase }
  }
}

extension HistoryBodies {
  /// Whether a path is that of an incompletely written body: the digest, a dot, and a number.
  static func isTemporary(_ path: String) -> Bool {
    guard let folder = FilePaths.parent(of: path), folder.hasSuffix("/.apus/history/bodies") else { return false }
    let parts = FilePaths.name(of: path).split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 64 && (1...7).contains(parts[1].utf8.count)
  }
}
