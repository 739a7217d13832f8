import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A git folder that is made for one question: the index, objects and references of a repository, and none of its
/// configuration or hooks.
///
/// git runs what the configuration of a repository names (`core.fsmonitor`, filters, hooks, transports, and what later
/// versions add), and a folder from a stranger may bring one. git finds no such configuration here, so that nobody needs to
/// know what it would run.
struct BorrowedGitFolder {
  let path: String
  /// A copy of the repository's configuration, under a name that git does not read by itself.
  var foreignConfiguration: String { FilePaths.join(path, "foreign") }

  /// What is lent of the folder of a work tree, and of the one that all work trees share.
  private static let own = ["index"]
  private static let common = ["objects", "refs", "packed-refs", "info"]

  /// Removes the folder when `body` is over. `nil` if the repository cannot be read, or nothing can be written.
  /// - Parameter temporary: the folder of temporary files.
  static func with<Answer>(
    _ repository: GitRepository, in temporary: String, files: FileSystem = .live, _ body: (Self) -> Answer?
  ) -> Answer? {
    var template = Array("\(temporary)/apus-git-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let folder = Self(path: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    defer { folder.remove() }
    // Nobody is told: marks in the tree are a convenience.
    guard (try? folder.fill(from: repository, files)) != nil else { return nil }
    return body(folder)
  }

  private func fill(from repository: GitRepository, _ files: FileSystem) throws(FileError) {
    let head = try files.read(FilePaths.join(repository.own, "HEAD"), 4096)
    try files.write(FilePaths.join(path, "HEAD"), head, 0o600)
    try files.write(
      foreignConfiguration, try files.read(FilePaths.join(repository.shared, "config"), 1 << 20), 0o600)
    try writeConfiguration(GitFormat.plain, files)
    let pieces = try files.list(repository.own).map(\.name).filter { $0.hasPrefix("sharedindex.") }
    lend(Self.own + pieces, of: repository.own)
    lend(Self.common, of: repository.shared)
  }

  func writeConfiguration(_ text: String, _ files: FileSystem = .live) throws(FileError) {
    let file = FilePaths.join(path, "config")
    unlink(file)
    try files.write(file, Array(text.utf8), 0o600)
  }

  private func lend(_ names: [String], of folder: String) {
    for name in names {
      let target = FilePaths.join(folder, name)
      // git would wait for ever at a pipe; what is not there is not needed.
      var info = stat()
      guard stat(target, &info) == 0, [S_IFREG, S_IFDIR].contains(info.st_mode & S_IFMT) else { continue }
      symlink(target, FilePaths.join(path, name))
    }
  }

  private func remove() {
    // It holds files and links, which are removed themselves and not what they lead to.
    for entry in (try? Disk.list(path)) ?? [] { unlink(FilePaths.join(path, entry.name)) }
    rmdir(path)
  }
}
