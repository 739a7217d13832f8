import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `.apus`, and the only access to what is kept in it: history, drafts, trash, what was open last.
///
/// A folder from somebody else may contain its own `.apus`. It is used only if it holds a token that this user's state
/// knows; any other is set aside under another name. Below it no link is followed at any step of a path, and files of
/// other users, files with hard links, pipes and devices are refused.
// A class because every copy of a workspace shares the result of the check.
package final class PrivateFolder: Sendable {
  static let name = ".apus"
  /// Absolute.
  package let path: String
  private let prefix: [UInt8]
  let tokens: FolderTokens
  let lock: WriteLock
  private let state = Mutex(State())

  private struct State {
    /// The folder that was verified as ours, and its token file.
    var verified: [FileStamp]?
    var notices: [String] = []
    var refusal: String?
  }

  init(workspace: String, stateFolder: String) {
    path = FilePaths.join(workspace, Self.name)
    prefix = Array(path.utf8)
    tokens = FolderTokens(stateFolder: stateFolder)
    lock = WriteLock(stateFolder: stateFolder)
  }

  /// Whether a path is the folder or lies below it. Called for every path of the workspace.
  func holds(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { bytes in
      let count = prefix.count
      guard bytes.count == count || bytes.count > count && bytes[count] == UInt8(ascii: "/") else { return false }
      // Compared from the end: nearly every path of the workspace differs there.
      return prefix.indices.reversed().allSatisfy { bytes[$0] == prefix[$0] }
    }
  }

  /// Checks whether the folder is ours, and returns the messages for the user: each line once.
  package func check() -> [String] {
    // An error is among the messages, unless the folder is only missing.
    if let file = try? openRoot(making: false) { close(file) }
    return told()
  }

  /// Why nothing is stored in the folder; `nil` if it is used, or will be created.
  package func refusal() -> String? {
    do {
      close(try openRoot(making: false))
      return nil
    } catch {
      return error.reason == .unused ? error.message : nil
    }
  }

  /// The messages since the last call.
  package func told() -> [String] {
    state.withLock { state in
      defer { state.notices = [] }
      return state.notices
    }
  }

  func tell(_ line: String) { state.withLock { $0.notices.append(line) } }

  /// Opens the folder once it is verified as ours. The caller closes it.
  /// - Parameter making: whether to create the folder if it is missing.
  func openRoot(making: Bool) throws(FileError) -> Int32 {
    // Another program may create the folder, or set it aside, at the same moment.
    for _ in 0..<4 {
      switch try look() {
      case .ours(let file): return file
      case .absent:
        guard making else { throw FileError(path, .missing, "No such file or directory") }
        try locked { () throws(FileError) in try begin() }
      case .foreign: try locked { () throws(FileError) in try setAsideIfForeign() }
      }
    }
    throw FileError(path, .other, "it keeps being replaced; close other programs that use this folder")
  }

  enum Found {
    case ours(Int32)
    case absent
    case foreign
  }

  func look() throws(FileError) -> Found {
    let file: Int32
    do { file = try Disk.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) } catch {
      var info = stat()
      guard lstat(path, &info) == 0 else {
        if errno == ENOENT { return .absent }
        throw unusable(Self.inaccessible(error))
      }
      throw unusable(
        info.st_mode & S_IFMT == S_IFDIR
          ? Self.inaccessible(error) : Self.fault(info, isFolder: true) ?? Self.inaccessible(error))
    }
    do throws(FileError) {
      let found = try judge(file)
      if case .ours = found { return found }
      close(file)
      return found
    } catch {
      close(file)
      throw error
    }
  }

  private static func inaccessible(_ error: FileError) -> String {
    error.reason == .permission ? "\(error.message); give yourself access to it" : error.message
  }

  private func judge(_ file: Int32) throws(FileError) -> Found {
    var info = stat()
    var token = stat()
    guard fstat(file, &info) == 0 else { throw Disk.error(path) }
    if let fault = Self.fault(info, isFolder: true) { throw unusable(fault) }
    if fstatat(file, FolderTokens.file, &token, AT_SYMLINK_NOFOLLOW) == 0 {
      let stamps = [FileStamp(info).identity, FileStamp(token)]
      if state.withLock({ $0.verified == stamps }) { return .ours(file) }
      if let text = tokens.token(in: file), tokens.knows(text) {
        Self.hide(file)
        state.withLock { $0.verified = stamps }
        return .ours(file)
      }
    }
    // An empty folder is harmless; a new one replaces it.
    let names = try PrivateDisk.list(file, path).map(\.name)
    return names.isEmpty ? .absent : .foreign
  }

  /// Why a file or folder must not be used; `nil` for one of ours.
  static func fault(_ info: stat, isFolder: Bool = false) -> String? {
    let kind = info.st_mode & S_IFMT
    if kind == S_IFLNK { return "a symbolic link, which is not followed here; remove it" }
    if isFolder, kind != S_IFDIR { return "not a folder; move it away" }
    if !isFolder, kind != S_IFREG, kind != S_IFDIR { return "not a regular file, so it is not used; remove it" }
    if info.st_uid != geteuid() {
      return "it belongs to another user, so it is not used; change its owner or remove it"
    }
    if kind == S_IFREG, info.st_nlink > 1 {
      return "it has a hard link, so it is not used; replace it with a copy"
    }
    return nil
  }

  /// Keeps the folder out of version control, also if somebody removed its `.gitignore`.
  private static func hide(_ file: Int32) {
    guard faccessat(file, ".gitignore", F_OK, 0) != 0 else { return }
    // If the folder is not writable, the next write reports it.
    _ = try? PrivateDisk.create(file, ".gitignore", Array("*\n".utf8), 0o644, ".gitignore")
  }

  /// The program goes on without the folder; reported once, and again by each write that fails because of it.
  func unusable(_ why: String) -> FileError {
    state.withLock { state in
      if state.refusal != why { state.notices.append("\(path): \(why). Until then no history or drafts are stored") }
      state.refusal = why
    }
    return FileError(path, .unused, why)
  }

  private func locked(_ work: () throws(FileError) -> Void) throws(FileError) {
    do throws(WorkspaceError) {
      try lock.holding(path) { () throws(WorkspaceError) in try onDisk(work) }
    } catch {
      guard case .file(let error) = error else { throw FileError(path, .other, error.description) }
      throw error
    }
  }
}

extension FileStamp {
  /// Without the fields that change when something is added to the folder.
  fileprivate var identity: FileStamp {
    FileStamp(device: device, inode: inode, size: 0, modified: 0, mode: mode, isDirectory: isDirectory)
  }
}
