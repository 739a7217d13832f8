import Basics

/// Replaces a file as a whole: a reader, or the next start after a crash, finds the old content or the new, never a
/// part of it.
///
/// The new content is written to a temporary file in the same folder, synced to disk, and renamed over the old file
/// with rename(2). rename(2) would also replace a read-only file, so that case is refused.
package struct AtomicFile: Sendable {
  let files: FileSystem

  package init(_ files: FileSystem) { self.files = files }

  /// - Parameters:
  ///   - expected: the content that the file must still have; otherwise `.changedOnDisk` is thrown. `nil` skips the
  ///     check.
  ///   - mode: permissions of a new file; an existing file keeps its own.
  package func replace(
    _ path: String, with bytes: [UInt8], expecting expected: [UInt8]? = nil, mode: UInt32 = 0o644
  ) throws(WorkspaceError) {
    let target = try target(of: path)
    let old = try onDisk { () throws(FileError) in try files.stamp(target) }
    if old != nil { try onDisk { () throws(FileError) in try files.checkWritable(target) } }
    if let expected { try check(target, holds: expected) }
    let temporary = try write(bytes, beside: target, mode: old?.mode ?? mode)
    do {
      // Checked as late as possible, so that another program's write is not overwritten.
      if let expected { try check(target, holds: expected) }
      try onDisk { () throws(FileError) in try files.rename(temporary, target) }
    } catch {
      // The error of the save is reported; a temporary file that stays is harmless.
      try? files.remove(temporary)
      throw error
    }
    // The content is on disk; failing to sync the directory must not fail the save.
    try? files.synchronize(FilePaths.parent(of: target) ?? "/")
  }

  /// Creates a file that must not exist yet.
  package func create(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws(WorkspaceError) {
    if try onDisk({ () throws(FileError) in try files.stamp(path) }) != nil { throw .exists(path: path) }
    // Written under another name first: after a crash the file is complete or absent.
    let temporary = try write(bytes, beside: path, mode: mode)
    do { try files.place(temporary, path) } catch {
      // The error of the save is reported; a temporary file that stays is harmless.
      try? files.remove(temporary)
      throw error.reason == .exists ? .exists(path: path) : .file(error)
    }
    // The content is on disk; only the directory entry may be written later.
    try? files.synchronize(FilePaths.parent(of: path) ?? "/")
  }

  /// A symbolic link stays a link: its target is replaced. A broken link is refused.
  private func target(of path: String) throws(WorkspaceError) -> String {
    do { return try (files.target ?? files.resolve)(path) } catch {
      guard error.reason == .missing else { throw .file(error) }
      guard !files.isLink(path) else { throw .file(FileError(path, .missing, "is a broken link")) }
      return path
    }
  }

  private func check(_ path: String, holds expected: [UInt8]) throws(WorkspaceError) {
    do {
      let now = try files.read(path, max(expected.count, FileSystem.largestFile))
      guard now == expected else { throw WorkspaceError.changedOnDisk(path: path) }
    } catch let error as WorkspaceError {
      throw error
    } catch let error as FileError {
      throw error.reason == .missing ? .changedOnDisk(path: path) : .file(error)
    } catch {
      throw .changedOnDisk(path: path)
    }
  }

  private func write(_ bytes: [UInt8], beside target: String, mode: UInt32) throws(WorkspaceError) -> String {
    let folder = FilePaths.parent(of: target) ?? "/"
    var attempt = 0
    while true {
      let temporary = FilePaths.join(folder, Self.temporaryName())
      do {
        try files.create(temporary, bytes, mode)
        return temporary
      } catch {
        attempt += 1
        guard error.reason == .exists, attempt < 10 else {
          throw .file(FileError(target, error.reason, "cannot be written: \(error.message)"))
        }
      }
    }
  }
}

extension AtomicFile {
  private static let (start, end) = (".apus-", ".tmp")

  /// A name for the temporary file. Short, so that a name of 255 bytes leaves room for it.
  static func temporaryName() -> String { start + String(UInt32.random(in: 0...UInt32.max), radix: 36) + end }

  /// True if `temporaryName` made that name.
  static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(start), name.hasSuffix(end) else { return false }
    let number = name.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
    return (1...7).contains(number.count)
      && number.allSatisfy { $0.isASCIIDigit || $0.isASCIILowercase }
  }
}
