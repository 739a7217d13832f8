import Basics
import HTTPModel
import Libc
import Synchronization

/// Lets one program at a time read, change and write a file, so that no reported write is lost.
///
/// A lock is a file in the user's state folder, named after the guarded file and removed on release, so no file appears
/// next to the guarded one. The system releases the locks of a killed process. Read the file again inside `holding`;
/// earlier content may be outdated.
package struct WriteLock: Sendable {
  private let folder: String
  private let patience: Duration

  /// - Parameters:
  ///   - stateFolder: the user's state folder; need not exist yet.
  ///   - patience: how long to wait for another program.
  package init(stateFolder: String, patience: Duration = .seconds(10)) {
    folder = FilePaths.join(stateFolder, "locks")
    self.patience = patience
  }

  /// The guarded files whose locks the current task holds; locking one of them again does not wait.
  // A task-local value must be static; each task sees only its own.
  @TaskLocal private static var held: Set<String> = []

  /// Runs `work` while no other program or thread holds the lock of that file.
  /// - Throws: the error of `work`; a `FileError` with the reason `.busy` that names the holder if the wait times out.
  package func holding<Value>(
    _ path: String, _ work: () throws(WorkspaceError) -> Value
  ) throws(WorkspaceError) -> Value {
    try holding([path], work)
  }

  /// Like `holding`, for several files. They are locked in a fixed order, so that two programs cannot deadlock.
  package func holding<Value>(
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

  /// A name that identifies a file, whatever path leads to it; the file need not exist.
  private static func identity(_ path: String) -> String {
    // A path that cannot be resolved is locked as written.
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
    /// The holder removed the lock file between our open and our lock.
    case replaced
  }

  /// `nil` if the user's state folder cannot hold locks.
  private func attempt(_ name: String) -> Attempt? {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW
    // The reason does not matter: the folder is created, or there are no locks.
    guard let file = try? DiskPlace(name).open(flags, mode: 0o600) else {
      // On the first run the folder is missing; in a read-only state folder there are no locks.
      guard (try? Disk.makeDirectory(folder, mode: 0o700)) != nil else { return nil }
      return (try? DiskPlace(name).open(flags, mode: 0o600)).map { lock($0, name) }
    }
    return lock(file, name)
  }

  private func lock(_ file: Int32, _ name: String) -> Attempt {
    guard Self.isLocked(file) else {
      close(file)
      return .busy
    }
    guard Descriptor.isFile(file, at: name) else {
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
    // A folder that cannot be opened cannot be locked; `work` itself will report the error.
    guard let file = try? DiskPlace(folder).open(O_RDONLY | O_DIRECTORY) else { return .taken(FileLock {}) }
    guard Self.isLocked(file) else {
      close(file)
      return .busy
    }
    return .taken(FileLock { Disk.unlock(file) })
  }

  /// If the file system does not support locks, no program can hold one.
  private static func isLocked(_ file: Int32) -> Bool {
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno != EINTR { return errno != EWOULDBLOCK }
    }
    return true
  }

  /// The program and its subcommand. Further arguments may contain secrets.
  private static var command: String {
    let words = CommandLine.arguments.prefix(2)
    let name = words.first.map { FilePaths.name(of: $0) } ?? "apus"
    guard let word = words.dropFirst().first, word.utf8.allSatisfy({ $0.isASCIILowercase }) else { return name }
    return "\(name) \(word)"
  }

  private func busy(_ path: String, _ name: String) -> FileError {
    // Used in the message only; a holder that cannot be named is "another program".
    let text = (try? DiskPlace(name).read(limit: 256)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let parts = text.split(separator: " ", maxSplits: 1)
    let holder = parts.count == 2 ? "\(parts[1]) (process \(parts[0]))" : "another program"
    return FileError(path, .busy, "\(holder) is changing it; try again when it is done, or end it")
  }
}

/// A lock on a file; others wait until it is released.
// A class because it must be released only once: closing a descriptor twice could close an unrelated file that has been
// given the same number in between.
package final class FileLock: Sendable {
  private let ending: Mutex<(@Sendable () -> Void)?>

  package init(release: @escaping @Sendable () -> Void) { ending = Mutex(release) }

  /// Only the first call counts.
  package func release() {
    let release = ending.withLock { ending in
      defer { ending = nil }
      return ending
    }
    release?()
  }
}
