#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Creating, setting aside and adopting the folder, under the lock of its path.
extension PrivateFolder {
  private static let foreign = "\(name)-from-elsewhere"
  private static let former = "\(name)-former"
  private var workspace: String { FilePaths.parent(of: path) ?? "/" }

  /// Prepared under another name and renamed, so that nobody ever sees the folder without its token.
  func begin() throws(FileError) {
    guard case .absent = try look() else { return }
    let made = FilePaths.join(workspace, AtomicFile.temporaryName())
    guard mkdir(made, 0o700) == 0 else { throw Disk.error(path) }
    do throws(FileError) {
      try sign(made)
      try Disk.write(
        FilePaths.join(made, ".gitignore"), Array("*\n".utf8), flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
        mode: 0o644)
      // Replaces an empty folder, and nothing else.
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
        path, .permission, "your own state folder cannot remember it (\(error)); make that folder writable")
    }
    let file = FilePaths.join(folder, FolderTokens.file)
    unlink(file)
    do {
      try Disk.write(file, Array("\(token)\n".utf8), flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    } catch {
      tokens.forget(token)
      throw error
    }
  }

  /// Checked again under the lock: another program may have set it aside.
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
      throw unusable("it was not made by your Apus and cannot be set aside (\(error.message)); move it away")
    }
    let start = "\(path): not made by your Apus, so it is not used and set aside as \(name)"
    // A folder that cannot be moved back stays set aside under its name.
    if let own, (try? Disk.rename(FilePaths.join(workspace, own), path)) != nil {
      tell("\(start); yours, \(own), is used again")
    } else {
      tell(
        "\(start); if it is yours, from another computer or an earlier version, take it over with: apus adopt \(name)")
    }
  }

  /// The names of the folders that were set aside.
  package func setAside() -> [String] {
    // A folder that cannot be listed has none to adopt.
    ((try? Disk.list(workspace)) ?? []).filter { entry in
      entry.kind == .directory && (entry.name.hasPrefix(Self.foreign) || entry.name.hasPrefix(Self.former))
    }.map(\.name).sorted()
  }

  private func isOurs(_ folder: String) -> Bool {
    // A folder that cannot be opened is not ours.
    guard let file = try? Disk.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return false }
    defer { close(file) }
    return tokens.token(in: file).map(tokens.knows) ?? false
  }

  private func free(_ base: String) throws(FileError) -> String {
    var info = stat()
    for number in 1..<10_000 {
      let name = number == 1 ? base : "\(base)-\(number)"
      if lstat(FilePaths.join(workspace, name), &info) != 0, errno == ENOENT { return name }
    }
    throw unusable("it was not made by your Apus, and every name to set it aside is taken; move some of them away")
  }

  /// Makes a folder that was set aside the current one; the current one is set aside.
  /// - Returns: the name under which the current one was set aside, `nil` if there was none.
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
