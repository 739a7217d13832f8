import Synchronization
import Workspaces

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The real disk until change number `limit`: there the process is killed, before the change or in the middle of a write.
final class KillingDisk: Sendable {
  private let done = Mutex(0)
  private let limit: Int
  private let tears: Bool

  init(at limit: Int, tears: Bool) {
    self.limit = limit
    self.tears = tears
  }

  private var isNext: Bool {
    done.withLock { count in
      count += 1
      return count == limit
    }
  }

  private func step() {
    if isNext { raise(SIGKILL) }
  }

  var files: FileSystem {
    var files = killing(.live)
    files.guarding = { [self] _, door in killing(FileSystem.live.guarded(by: door)) }
    return files
  }

  private func killing(_ live: FileSystem) -> FileSystem {
    var files = live
    files.create = { [self] path, bytes, mode throws(FileError) in
      if isNext {
        if tears { try live.create(path, Array(bytes.prefix(bytes.count / 2)), mode) }
        raise(SIGKILL)
      }
      try live.create(path, bytes, mode)
    }
    files.append = { [self] path, bytes, mode throws(FileError) in
      if isNext {
        if tears { try live.append(path, Array(bytes.prefix(bytes.count / 2)), mode) }
        raise(SIGKILL)
      }
      try live.append(path, bytes, mode)
    }
    files.rename = { [self] from, to throws(FileError) in
      step()
      try live.rename(from, to)
    }
    files.place = { [self] from, to throws(FileError) in
      step()
      try live.place(from, to)
    }
    files.remove = { [self] path throws(FileError) in
      step()
      try live.remove(path)
    }
    files.makeDirectory = { [self] path, mode throws(FileError) in
      step()
      try live.makeDirectory(path, mode)
    }
    files.synchronize = { [self] path throws(FileError) in
      step()
      try live.synchronize(path)
    }
    return files
  }
}
