import Networking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Lets one program at a time read, change and write a file, so that no write that was reported as done is lost.
///
/// A lock is a file in the user's state folder, named after the file it guards and removed on release: nothing appears
/// beside the guarded file. The system releases the locks of a process that is killed. Read the file again inside
/// `holding`; what was read before may be old.
public struct WriteLock: Sendable {
  private let folder: String
  private let patience: Duration

  /// - Parameters:
  ///   - stateFolder: the user's own; need not exist yet.
  ///   - patience: how long to wait for another program.
  public init(stateFolder: String, patience: Duration = .seconds(10)) {
    folder = FilePaths.join(stateFolder, "locks")
    self.patience = patience
  }

  /// The guarded files that the current work holds already: taking one of them again does not wait.
  // A task-local value must be static; each task sees only its own.
  @TaskLocal private static var held: Set<String> = []

  /// Does the work while no other program, and no other thread, holds the lock of that file.
  /// - Throws: the error of the work; a `FileError` with the reason `.busy` that names the holder when time runs out.
  public func holding<Value>(
    _ path: String, _ work: () throws(WorkspaceError) -> Value
  ) throws(WorkspaceError) -> Value {
    try holding([path], work)
  }

  /// The same for several files. They are locked in one order, so that two programs cannot wait for each other.
  public func holding<Value>(
    _ paths: some Collection<String>, _ work: () throws(WorkspaceError) -> Value
  ) throws(WorkspaceError) -> Value {
    let wanted = Set(paths.map(Self.identity)).subtracting(Self.held)
    var taken: [FileLock] = []
    defer { for lock in taken.reversed() { lock.release() } }
    for path in wanted.sorted() { taken.append(try onDisk { () throws(FileError) in try take(path) }) }
    let outcome = Self.$held.withValue(Self.held.union(wanted)) { () -> Result<Value, WorkspaceError> in
      do throws(WorkspaceError) { return .success(try work()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }

  /// One name for one file, however it is reached; the file itself need not exist.
  private static func identity(_ path: String) -> String {
    // A path that cannot be resolved is locked as it is written.
    if let real = try? Disk.resolve(path) { return real }
    guard let folder = FilePaths.parent(of: path), let real = try? Disk.resolve(folder) else { return path }
    return FilePaths.join(real, FilePaths.name(of: path))
  }

  private func take(_ path: String) throws(FileError) -> FileLock {
    let name = FilePaths.join(folder, Digest.hexadecimal(path.utf8))
    let end = ContinuousClock.now + patience
    var pause: UInt32 = 500
    while true {
      switch attempt(name) ?? attempt(folderOf: path) {
      case .taken(let lock): return lock
      case .replaced: continue
      case .busy:
        guard ContinuousClock.now < end else { throw busy(path, name) }
        usleep(pause)
        pause = min(pause * 2, 20_000)
      }
    }
  }

  private enum Attempt {
    case taken(FileLock)
    case busy
    /// Its holder removed the lock file between our open and our lock.
    case replaced
  }

  /// `nil` where the user's state folder cannot hold locks.
  private func attempt(_ name: String) -> Attempt? {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW
    // Why it cannot be opened does not matter: the folder is made, or there are no locks.
    guard let file = try? Disk.open(name, flags, mode: 0o600) else {
      // A first run has no folder yet; a state folder that cannot be written has no locks.
      guard (try? Disk.makeDirectory(folder, mode: 0o700)) != nil else { return nil }
      return (try? Disk.open(name, flags, mode: 0o600)).map { lock($0, name) }
    }
    return lock(file, name)
  }

  private func lock(_ file: Int32, _ name: String) -> Attempt {
    guard Self.isLocked(file) else {
      close(file)
      return .busy
    }
    var own = stat()
    var named = stat()
    guard fstat(file, &own) == 0, lstat(name, &named) == 0, own.st_ino == named.st_ino, own.st_dev == named.st_dev
    else {
      close(file)
      return .replaced
    }
    let holder = Array("\(getpid()) \(Self.command)".utf8)
    ftruncate(file, 0)
    pwrite(file, holder, holder.count, 0)
    return .taken(
      FileLock {
        unlink(name)
        close(file)
      })
  }

  /// A directory can be locked without writing anything.
  private func attempt(folderOf path: String) -> Attempt {
    let folder = FilePaths.parent(of: path) ?? "/"
    // A folder that cannot be opened cannot be locked; the work itself will say what is wrong with it.
    guard let file = try? Disk.open(folder, O_RDONLY | O_DIRECTORY) else { return .taken(FileLock {}) }
    guard Self.isLocked(file) else {
      close(file)
      return .busy
    }
    return .taken(FileLock { close(file) })
  }

  /// Where a file system knows no locks nobody can hold one.
  private static func isLocked(_ file: Int32) -> Bool {
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno != EINTR { return errno != EWOULDBLOCK }
    }
    return true
  }

  /// The program and its subcommand. Further arguments may hold secrets.
  private static var command: String {
    let words = CommandLine.arguments.prefix(2)
    let name = words.first.map { FilePaths.name(of: $0) } ?? "apus"
    guard let word = words.dropFirst().first, word.utf8.allSatisfy({ $0.isASCIILowercase }) else { return name }
    return "\(name) \(word)"
  }

  private func busy(_ path: String, _ name: String) -> FileError {
    // Only for the message; a holder that cannot be named is another program.
    let text = (try? Disk.read(name, limit: 256)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let parts = text.split(separator: " ", maxSplits: 1)
    let holder = parts.count == 2 ? "\(parts[1]) (process \(parts[0]))" : "another program"
    return FileError(path, .busy, "\(holder) is changing it; try again when it is done, or end it")
  }
}

extension Workspace {
  /// For every file that is read, changed and written again.
  public var writeLock: WriteLock { WriteLock(stateFolder: stateFolder) }
}
