#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension History {
  /// Removes what a killed Apus left behind: copies of a month that it was replacing, which may hold what was just
  /// forgotten, and bodies that it had reserved. Returns how many copies were removed.
  func sweep(now: Date) throws(WorkspaceError) -> Int {
    if try BodyReservations(of: self).endOld(now: now) { try removeUnusedBodies(now: now) }
    // Listed before anything is locked: whoever was replacing a month then has it locked.
    let left = try temporaries()
    guard !left.isEmpty else { return 0 }
    var locks: [FileLock] = []
    defer { for lock in locks { lock.release() } }
    for month in try months() {
      let path = path(month: month)
      if let lock = try onDisk({ () throws(FileError) in try files.lock(path) }) { locks.append(lock) }
    }
    // A living Apus has put its copy in place before it released the lock.
    var removed = 0
    for name in left {
      do throws(FileError) { try files.remove(FilePaths.join(folder, name)) } catch {
        if error.reason == .missing { continue }
        throw .file(error)
      }
      removed += 1
    }
    return removed
  }

  private func temporaries() throws(WorkspaceError) -> [String] {
    do { return try files.list(folder).map(\.name).filter(AtomicFile.isTemporary) } catch {
      if error.reason == .missing { return [] }
      throw .file(error)
    }
  }
}
