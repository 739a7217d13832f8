import Libc
import Synchronization

/// `.apus`, and the only access to its content: history, drafts, trash, the last session.
///
/// A folder from another user may contain its own `.apus`. It is used only if it contains a token that this user's
/// state knows; any other is set aside under another name. Paths below it are opened without following links, and files
/// of other users, files with hard links, pipes and devices are refused.
// A class because every copy of a workspace shares the result of the check.
package final class PrivateFolder: Sendable {
  static let name = ".apus"
  /// Absolute.
  package let path: String
  let tokens: FolderTokens
  let lock: WriteLock
  private let state = Mutex(State())

  private struct State {
    /// The folder that was verified as ours, and its token file.
    var verified: [FileStamp]?
    var news: [News] = []
    var refusal: String?
  }

  /// A message for the user.
  package struct News: Hashable, Sendable {
    package var text: String
    /// The name of a folder that was set aside, which the user can take over.
    package var offered: String?
  }

  init(workspace: String, stateFolder: String) {
    path = FilePaths.join(workspace, Self.name)
    tokens = FolderTokens(stateFolder: stateFolder)
    lock = WriteLock(stateFolder: stateFolder)
  }

  func holds(_ path: String) -> Bool { FilePaths.isBelow(path, self.path) }

  /// Verifies the folder, and returns new messages for the user.
  package func check() -> [String] {
    // An error is among the messages, unless the folder is only missing.
    if let file = try? openRoot(making: false) { close(file) }
    return newNotices().map(\.text)
  }

  /// The reason why nothing is stored in the folder; `nil` if it is used, or will be created.
  package func refusal() -> String? {
    do {
      close(try openRoot(making: false))
      return nil
    } catch {
      return error.reason == .unused ? error.message : nil
    }
  }

  /// The messages since the last call.
  package func newNotices() -> [News] {
    state.withLock { state in
      defer { state.news = [] }
      return state.news
    }
  }

  func report(_ line: String, offering name: String? = nil) {
    state.withLock { $0.news.append(News(text: line, offered: name)) }
  }

  /// Opens the verified folder. The caller closes it.
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
    do { file = try DiskPlace(path).open(O_RDONLY | O_DIRECTORY | O_NOFOLLOW) } catch {
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
    let names = try DiskPlace(".", in: file, path).list().map(\.name)
    return names.isEmpty ? .absent : .foreign
  }

  /// The reason why a file or folder must not be used; `nil` if it may.
  static func fault(_ info: stat, isFolder: Bool = false) -> String? {
    let kind = info.st_mode & S_IFMT
    if kind == S_IFLNK { return "a symbolic link, which Apus does not follow here; remove it" }
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

  /// Keeps the folder out of version control, even if its `.gitignore` was removed.
  private static func hide(_ file: Int32) {
    guard faccessat(file, ".gitignore", F_OK, 0) != 0 else { return }
    // If the folder is not writable, the next write reports it.
    _ = try? DiskPlace(".gitignore", in: file, ".gitignore").create(Array("*\n".utf8), mode: 0o644)
  }

  /// The error for an unusable folder. The program continues without it; the reason is reported once, and again by each
  /// write that fails because of it.
  func unusable(_ why: String) -> FileError {
    state.withLock { state in
      if state.refusal != why {
        state.news.append(News(text: "\(path): \(why). Until then no history or drafts are stored"))
      }
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

/// Creating, setting aside and adopting the folder, under the lock of its path.
extension PrivateFolder {
  private static let foreign = "\(name)-from-elsewhere"
  private static let former = "\(name)-former"
  private var workspace: String { FilePaths.parent(of: path) ?? "/" }

  /// The folder is prepared under another name and renamed, so that it never exists without its token.
  func begin() throws(FileError) {
    guard case .absent = try look() else { return }
    let made = FilePaths.join(workspace, AtomicFile.temporaryName())
    guard mkdir(made, 0o700) == 0 else { throw Disk.error(path) }
    do throws(FileError) {
      try sign(made)
      try DiskPlace(FilePaths.join(made, ".gitignore")).create(Array("*\n".utf8), mode: 0o644)
      // rename(2) replaces an empty folder, but no other.
      try Disk.rename(made, path)
    } catch {
      for name in [".gitignore", FolderTokens.file] { unlink(FilePaths.join(made, name)) }
      rmdir(made)
      throw error
    }
  }

  private func sign(_ folder: String) throws(FileError) {
    let token: String
    do { token = try tokens.make(for: path) } catch {
      throw FileError(
        path, .permission, "your state folder cannot store it (\(error)); make that folder writable")
    }
    let file = FilePaths.join(folder, FolderTokens.file)
    unlink(file)
    do { try DiskPlace(file).create(Array("\(token)\n".utf8), mode: 0o600) } catch {
      tokens.forget(token)
      throw error
    }
  }

  /// Checks again under the lock, since another program may have set it aside.
  func setAsideIfForeign() throws(FileError) {
    switch try look() {
    case .ours(let file):
      close(file)
      return
    case .absent: return
    case .foreign: break
    }
    // Two users' states may alternate on one workspace, such as on a computer and in a container on it.
    let own = setAside().first { name in isOurs(FilePaths.join(workspace, name)) }
    let name = try free(Self.foreign)
    do { try Disk.rename(path, FilePaths.join(workspace, name)) } catch {
      throw unusable("another user or machine made it, and it cannot be moved (\(error.message)); move it away")
    }
    let start = "\(path): made by another user or machine; moved to \(name)"
    // A folder that cannot be moved back stays set aside under its name.
    if let own, (try? Disk.rename(FilePaths.join(workspace, own), path)) != nil {
      report("\(start); yours, \(own), is used again")
    } else {
      report(
        "\(start); if it is yours, from another computer or an earlier version, take it over with: apus adopt \(name)",
        offering: name)
    }
  }

  package func setAside() -> [String] {
    // If the workspace cannot be listed, there is no folder to adopt.
    ((try? DiskPlace(workspace).list()) ?? []).filter { entry in
      entry.kind == .directory && (entry.name.hasPrefix(Self.foreign) || entry.name.hasPrefix(Self.former))
    }.map(\.name).sorted()
  }

  private func isOurs(_ folder: String) -> Bool {
    // A folder that cannot be opened is not this user's.
    guard let file = try? DiskPlace(folder).open(O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return false }
    defer { close(file) }
    return tokens.token(in: file).map(tokens.knows) ?? false
  }

  private func free(_ base: String) throws(FileError) -> String {
    var info = stat()
    for number in 1..<10_000 {
      let name = number == 1 ? base : "\(base)-\(number)"
      if lstat(FilePaths.join(workspace, name), &info) != 0, errno == ENOENT { return name }
    }
    throw unusable("another user or machine made it, and every name to move it to is taken; move some of them away")
  }

  /// Makes a folder that was set aside the current one, and sets the current one aside.
  /// - Returns: the new name of the former folder, `nil` if there was none.
  package func adopt(_ name: String) throws(WorkspaceError) -> String? {
    guard setAside().contains(name) else {
      throw .badName(name, why: "no folder of that name was set aside in \(workspace)")
    }
    return try lock.holding(path) { () throws(WorkspaceError) in
      try onDisk { () throws(FileError) in
        let chosen = FilePaths.join(workspace, name)
        var info = stat()
        guard lstat(chosen, &info) == 0 else { throw Disk.error(chosen) }
        if let fault = Self.fault(info, isFolder: true) { throw FileError(chosen, .refused, fault) }
        try Self.makePrivate(chosen)
        try sign(chosen)
        var former: String?
        if lstat(path, &info) == 0 {
          let aside = try free(Self.former)
          try Disk.rename(path, FilePaths.join(workspace, aside))
          former = aside
        }
        try Disk.rename(chosen, path)
        return former
      }
    }
  }
}

extension PrivateFolder {
  /// No folder of Apus nests deeper.
  private static let deepest = 16

  /// Restricts a folder and its content to its owner. A folder from a backup or another computer may be readable by
  /// everyone.
  ///
  /// Links, files with hard links and files of other users are left unchanged; they are never used.
  static func makePrivate(_ path: String) throws(FileError) {
    let folder = try DiskPlace(path).open(O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    defer { close(folder) }
    try makePrivate(folder, path, depth: 0)
  }

  private static func makePrivate(_ folder: Int32, _ path: String, depth: Int) throws(FileError) {
    // A file system without modes cannot be made more private.
    _ = fchmod(folder, 0o700)
    guard depth < deepest else { return }
    for entry in try DiskPlace(".", in: folder, path).list() {
      let inner = FilePaths.join(path, entry.name)
      let place = DiskPlace(entry.name, in: folder, inner)
      switch entry.kind {
      case .directory:
        // A folder of another user is refused and stays as it is.
        guard let file = try? place.open(O_RDONLY | O_DIRECTORY) else { continue }
        defer { close(file) }
        try makePrivate(file, inner, depth: depth + 1)
      case .file:
        // A file of another user is refused and stays as it is.
        guard let file = try? place.open(O_RDONLY) else { continue }
        _ = fchmod(file, 0o600)
        close(file)
      default: continue
      }
    }
  }
}
