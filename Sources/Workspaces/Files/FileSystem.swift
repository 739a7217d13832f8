/// Everything that this library does to a disk, as a value: the live one, or one that fails on purpose in a test.
///
/// Paths are absolute. Every closure blocks; call them from a background task. Symbolic links are followed except where
/// a closure says otherwise.
public struct FileSystem: Sendable {
  /// The entries of a directory in the order of the disk, without `.` and `..`.
  public var list: @Sendable (_ path: String) throws(FileError) -> [DirectoryEntry]
  /// The whole file; fails above `limit` bytes.
  public var read: @Sendable (_ path: String, _ limit: Int) throws(FileError) -> [UInt8]
  /// At most `count` bytes from `offset`; fewer at the end of the file.
  public var readPart: @Sendable (_ path: String, _ offset: Int, _ count: Int) throws(FileError) -> [UInt8]
  /// `nil` when nothing is there.
  public var stamp: @Sendable (_ path: String) throws(FileError) -> FileStamp?
  /// The path without symbolic links.
  public var resolve: @Sendable (_ path: String) throws(FileError) -> String
  /// Makes a file that must not exist yet, writes it and waits until the disk has it.
  public var create: @Sendable (_ path: String, _ bytes: [UInt8], _ mode: UInt32) throws(FileError) -> Void
  /// Makes a file that must not exist yet and does not wait for the disk, which `settle` does for many at once; the real
  /// disk's unless replaced.
  public var write: @Sendable (_ path: String, _ bytes: [UInt8], _ mode: UInt32) throws(FileError) -> Void = Disk.write
  /// Waits until the disk has what every file below a folder holds; the real disk's unless replaced.
  public var settle: @Sendable (_ folder: String) throws(FileError) -> Void = Disk.settle
  /// One write at the end of the file, made with `mode` where it is absent; waits until the disk has it.
  public var append: @Sendable (_ path: String, _ bytes: [UInt8], _ mode: UInt32) throws(FileError) -> Void
  /// Whether the last part of the path is a symbolic link; the real disk's unless replaced.
  public var isLink: @Sendable (_ path: String) -> Bool = Disk.isLink
  /// Replaces `to` where it exists (rename(2)).
  public var rename: @Sendable (_ from: String, _ to: String) throws(FileError) -> Void
  /// Gives a file or directory another name that must be free; the real disk's unless replaced.
  public var place: @Sendable (_ from: String, _ to: String) throws(FileError) -> Void = Disk.place
  /// Removes one file, link or empty directory; the link itself, not what it points to.
  public var remove: @Sendable (_ path: String) throws(FileError) -> Void
  /// With the directories above it; says nothing when it is there already.
  public var makeDirectory: @Sendable (_ path: String, _ mode: UInt32) throws(FileError) -> Void
  /// Keeps every `append` to the file waiting until it is released; `nil` where nothing is there. The real disk's unless
  /// replaced.
  public var lock: @Sendable (_ path: String) throws(FileError) -> FileLock? = Disk.lock
  /// Makes the file where it is absent and holds it until it is released, or the process is gone; `nil` where somebody
  /// holds it already. The real disk's unless replaced.
  public var hold: @Sendable (_ path: String) throws(FileError) -> FileLock? = Disk.hold
  /// Waits until the directory's entries are on the disk.
  public var synchronize: @Sendable (_ directory: String) throws(FileError) -> Void
  /// Puts what lies below `.apus` behind its door. A test that makes a disk fail puts its faults in front of the door.
  public var guarding: @Sendable (_ disk: FileSystem, PrivateFolder) -> FileSystem = { $0.guarded(by: $1) }

  public init(
    list: @escaping @Sendable (String) throws(FileError) -> [DirectoryEntry],
    read: @escaping @Sendable (String, Int) throws(FileError) -> [UInt8],
    readPart: @escaping @Sendable (String, Int, Int) throws(FileError) -> [UInt8],
    stamp: @escaping @Sendable (String) throws(FileError) -> FileStamp?,
    resolve: @escaping @Sendable (String) throws(FileError) -> String,
    create: @escaping @Sendable (String, [UInt8], UInt32) throws(FileError) -> Void,
    append: @escaping @Sendable (String, [UInt8], UInt32) throws(FileError) -> Void,
    rename: @escaping @Sendable (String, String) throws(FileError) -> Void,
    remove: @escaping @Sendable (String) throws(FileError) -> Void,
    makeDirectory: @escaping @Sendable (String, UInt32) throws(FileError) -> Void,
    synchronize: @escaping @Sendable (String) throws(FileError) -> Void
  ) {
    self.list = list
    self.read = read
    self.readPart = readPart
    self.stamp = stamp
    self.resolve = resolve
    self.create = create
    self.append = append
    self.rename = rename
    self.remove = remove
    self.makeDirectory = makeDirectory
    self.synchronize = synchronize
  }
}

/// A file that others wait for.
public struct FileLock: Sendable {
  public let release: @Sendable () -> Void

  public init(release: @escaping @Sendable () -> Void) { self.release = release }
}

/// One name in a directory.
public struct DirectoryEntry: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case file, directory, link, other
  }

  public var name: String
  public var kind: Kind

  public init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// What tells one state of a file from the next.
public struct FileStamp: Hashable, Sendable {
  public var device: UInt64
  public var inode: UInt64
  public var size: Int
  /// Nanoseconds since 1970.
  public var modified: Int64
  /// The permission bits.
  public var mode: UInt32
  public var isDirectory: Bool

  public init(device: UInt64, inode: UInt64, size: Int, modified: Int64, mode: UInt32, isDirectory: Bool) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.mode = mode
    self.isDirectory = isDirectory
  }
}

/// What the system refused, with its own words.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case missing, exists, permission, full, tooLarge, busy, other
    /// A link, or something else in `.apus` that is not safe to use.
    case refused
    /// The whole of `.apus` is not used. `PrivateFolder.check` says so once, with the reason.
    case unused
  }

  public var path: String
  public var reason: Reason
  /// One line, without the path.
  public var message: String

  public init(_ path: String, _ reason: Reason, _ message: String) {
    self.path = path
    self.reason = reason
    self.message = message
  }

  public var description: String { "\(path): \(message)" }
}
