import Libc
import Workspaces

/// A folder for one command, which only the user can read. It may hold secrets, so the next such command removes it if
/// this one is killed.
struct TemporaryFolder {
  let path: String
  /// Tells other programs that the folder is in use.
  private let lock: FileLock

  private static let prefix = "apus-run-"
  private static let ownerFile = "owner"

  static func make() throws(Failure) -> TemporaryFolder {
    let parent = Locale.allVariables["TMPDIR"] ?? "/tmp"
    removeLeftovers(in: parent)
    while true {
      var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else {
        throw Failure(.file, "cannot make a folder in \(parent): \(String(cString: strerror(errno))); set TMPDIR")
      }
      let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      do throws(FileError) {
        let owner = FilePaths.join(path, ownerFile)
        // Another command may take the folder for a leftover until it is locked.
        guard let lock = try FileSystem.live.hold(owner), FileSystem.live.examined(owner) != nil else { continue }
        return TemporaryFolder(path: path, lock: lock)
      } catch {
        guard error.reason == .missing else { throw Failure(.file, error.description) }
      }
    }
  }

  func remove() {
    Self.removeTree(path)
    lock.release()
  }

  /// Removes the folders of this user's commands that were killed.
  private static func removeLeftovers(in parent: String) {
    // A folder that cannot be listed keeps them.
    for entry in (try? FileSystem.live.list(parent)) ?? [] where entry.kind == .directory {
      let path = FilePaths.join(parent, entry.name)
      let owner = FilePaths.join(path, ownerFile)
      // Another folder with such a name has no owner file.
      guard entry.name.hasPrefix(prefix), entry.name.count == prefix.count + 6, isOwn(path),
        FileSystem.live.examined(owner) != nil
      else { continue }
      // A folder that cannot be locked belongs to a running command.
      guard let lock = (try? FileSystem.live.hold(owner)) ?? nil else { continue }
      removeTree(path)
      lock.release()
    }
  }

  private static func isOwn(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR && info.st_uid == getuid()
  }

  private static func removeTree(_ path: String) {
    // What cannot be removed is left to the system, as any temporary file.
    try? FileSystem.live.removeTree(path)
  }
}
