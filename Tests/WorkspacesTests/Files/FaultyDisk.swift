import Synchronization

@testable import Workspaces

/// The real disk until operation number `limit`, which fails, and every one after it: a disk that fills up, or a process
/// that is killed there.
final class FaultyDisk: Sendable {
  enum Fault: Sendable {
    /// Operations report the failure, as a full disk does.
    case full
    /// As `full`, and a file that is being made is left half written, as after a kill.
    case torn
  }

  private let done = Mutex(0)
  private let limit: Int
  private let fault: Fault

  init(failingAt limit: Int, _ fault: Fault) {
    self.limit = limit
    self.fault = fault
  }

  /// How many changes of the disk were asked for.
  var count: Int { done.withLock { $0 } }

  private func step(_ path: String) throws(FileError) {
    let number = done.withLock { count in
      count += 1
      return count
    }
    if number >= limit { throw FileError(path, .full, "No space left on device") }
  }

  var files: FileSystem {
    var files = faulty(.live)
    files.guarding = { [self] _, door in faulty(FileSystem.live.guarded(by: door)) }
    return files
  }

  private func faulty(_ live: FileSystem) -> FileSystem {
    var files = live
    files.create = { [self] path, bytes, mode throws(FileError) in
      do throws(FileError) { try step(path) } catch {
        if fault == .torn { try live.create(path, Array(bytes.prefix(bytes.count / 2)), mode) }
        throw error
      }
      try live.create(path, bytes, mode)
    }
    files.append = { [self] path, bytes, mode throws(FileError) in
      do throws(FileError) { try step(path) } catch {
        if fault == .torn { try live.append(path, Array(bytes.prefix(bytes.count / 2)), mode) }
        throw error
      }
      try live.append(path, bytes, mode)
    }
    files.rename = { [self] from, to throws(FileError) in
      try step(to)
      try live.rename(from, to)
    }
    files.place = { [self] from, to throws(FileError) in
      try step(to)
      try live.place(from, to)
    }
    files.remove = { [self] path throws(FileError) in
      try step(path)
      try live.remove(path)
    }
    files.makeDirectory = { [self] path, mode throws(FileError) in
      try step(path)
      try live.makeDirectory(path, mode)
    }
    return files
  }
}
