/// Every file system operation of this library as a value: the live file system, or one that fails on purpose in a
/// test.
///
/// Paths are absolute. Every closure blocks; call them from a background task. Symbolic links are followed unless a
/// closure's comment says otherwise.
package struct FileSystem: Sendable {
  /// In bytes: a larger file is not part of a collection, whatever its name; it is listed but not read.
  static let largestFile = 4 << 20

  /// The entries of a directory in the order of the file system, without `.` and `..`.
  package var list: @Sendable (_ path: String) throws(FileError) -> [DirectoryEntry]
  /// Reads the whole file; fails above `limit` bytes.
  package var read: @Sendable (_ path: String, _ limit: Int) throws(FileError) -> [UInt8]
  /// Reads at most `count` bytes from `offset`; fewer at the end of the file.
  package var readPart: @Sendable (_ path: String, _ offset: Int, _ count: Int) throws(FileError) -> [UInt8]
  /// `nil` if nothing exists at the path.
  package var stamp: @Sendable (_ path: String) throws(FileError) -> FileStamp?
  /// The path without symbolic links.
  package var resolve: @Sendable (_ path: String) throws(FileError) -> String
  /// Creates a file that must not exist yet, writes it and syncs it to disk.
  package var create: @Sendable (_ path: String, _ bytes: [UInt8], _ mode: UInt32) throws(FileError) -> Void
  /// Creates a file that must not exist yet without syncing it; `settle` syncs many at once.
  package var write: @Sendable (_ path: String, _ bytes: [UInt8], _ mode: UInt32) throws(FileError) -> Void = {
    path, bytes, mode throws(FileError) in try DiskPlace(path).create(bytes, mode: mode, waits: false)
  }
  /// Syncs every file below a folder to disk.
  package var settle: @Sendable (_ folder: String) throws(FileError) -> Void = Disk.settle
  /// Appends with one write and syncs; creates the file with `mode` if it is absent.
  package var append: @Sendable (_ path: String, _ bytes: [UInt8], _ mode: UInt32) throws(FileError) -> Void
  /// True if the last part of the path is a symbolic link.
  package var isLink: @Sendable (_ path: String) -> Bool = Disk.isLink
  /// Fails if the owner or the permissions of a file prevent writing it.
  package var checkWritable: @Sendable (_ path: String) throws(FileError) -> Void = Disk.checkWritable
  /// The resolved path of a file to be replaced; refused if a link leads out of the workspace. `nil` is `resolve`.
  package var target: (@Sendable (_ path: String) throws(FileError) -> String)?
  /// Renames a file and replaces `to` if it exists (rename(2)).
  package var rename: @Sendable (_ from: String, _ to: String) throws(FileError) -> Void
  /// Renames a file or directory to a name that must be free.
  package var place: @Sendable (_ from: String, _ to: String) throws(FileError) -> Void = Disk.place
  /// Removes one file, link or empty directory; a link itself, not its target.
  package var remove: @Sendable (_ path: String) throws(FileError) -> Void
  /// Creates a directory and its parents; does nothing if it exists.
  package var makeDirectory: @Sendable (_ path: String, _ mode: UInt32) throws(FileError) -> Void
  /// Makes every `append` to the file wait until the lock is released; `nil` if nothing exists at the path.
  package var lock: @Sendable (_ path: String) throws(FileError) -> FileLock? = { path throws(FileError) in
    try DiskPlace(path).lock()
  }
  /// Creates the file if it is absent and locks it until release or the end of the process; `nil` if the lock is held
  /// already.
  package var hold: @Sendable (_ path: String) throws(FileError) -> FileLock? = { path throws(FileError) in
    try DiskPlace(path).hold()
  }
  /// Waits until the directory's entries are on disk.
  package var synchronize: @Sendable (_ directory: String) throws(FileError) -> Void
  /// Guards the content of `.apus`. A test that injects disk faults puts them in front of the guard.
  package var guarding: @Sendable (_ disk: FileSystem, PrivateFolder) -> FileSystem = { $0.guarded(by: $1) }
}

/// One entry of a directory.
package struct DirectoryEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file, directory, link, other
  }

  package var name: String
  package var kind: Kind
}

/// Distinguishes one state of a file from another.
package struct FileStamp: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  package var size: Int
  /// Nanoseconds since 1970.
  package var modified: Int64
  /// The permission bits.
  package var mode: UInt32
  package var isDirectory: Bool
}

/// An error of the file system, with the system's message.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case missing, exists, permission, full, tooLarge, busy, other
    /// A link, or something else in `.apus` that is not safe to use.
    case refused
    /// `.apus` is not used at all. `PrivateFolder.check` reports the reason once.
    case unused
  }

  package var path: String
  package var reason: Reason
  /// One line, without the path.
  package var message: String

  package init(_ path: String, _ reason: Reason, _ message: String) {
    self.path = path
    self.reason = reason
    self.message = message
  }

  package var description: String { "\(path): \(message)" }
}

extension FileSystem {
  /// The stamp of the item at the path; `nil` also if it cannot be examined.
  package func examined(_ path: String) -> FileStamp? {
    // What cannot be examined cannot be used either, and its use reports the error.
    (try? stamp(path)) ?? nil
  }

  /// Reads a whole file; `nil` if it does not exist.
  package func readIfThere(_ path: String, _ limit: Int = largestFile) throws(FileError) -> [UInt8]? {
    do { return try read(path, limit) } catch {
      if error.reason == .missing { return nil }
      throw error
    }
  }

  /// The entries of a directory; none if it does not exist.
  func listIfThere(_ path: String) throws(FileError) -> [DirectoryEntry] {
    do { return try list(path) } catch {
      if error.reason == .missing { return [] }
      throw error
    }
  }

  /// Removes a file, unless it is gone already.
  func removeIfThere(_ path: String) throws(FileError) {
    do { try remove(path) } catch { if error.reason != .missing { throw error } }
  }

  /// Removes a folder with everything in it. A link is removed, not followed.
  package func removeTree(_ path: String) throws(FileError) {
    for entry in try list(path) {
      let inner = FilePaths.join(path, entry.name)
      if entry.kind == .directory { try removeTree(inner) } else { try remove(inner) }
    }
    try remove(path)
  }
}
