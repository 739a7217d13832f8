import Basics
import Libc

/// The repository that contains a folder, if it belongs to the user.
package struct GitRepository: Equatable, Sendable {
  /// The folder with the files, without links.
  let root: String
  /// The folder with the index and the current branch: `.git`, or that of a linked work tree.
  let own: String
  /// The folder with the objects and references, which work trees share.
  let shared: String

  /// `nil` if the folder is in no repository, or in one of another user, which git does not read either
  /// (`safe.directory`).
  /// - Parameter folder: absolute, without links.
  init?(around folder: String) {
    for root in FolderSearch.upwards(from: folder) {
      let entry = FilePaths.join(root, ".git")
      guard let own = Self.gitFolder(entry, in: root) else { continue }
      let shared = Self.line(FilePaths.join(own, "commondir")).map { FilePaths.absolute($0, in: own) } ?? own
      guard [root, entry, own, shared].allSatisfy(Self.isOwn) else { return nil }
      self.root = root
      self.own = own
      self.shared = shared
      return
    }
    return nil
  }

  /// `.git` itself, or the folder that it names as a file (gitrepository-layout(5)).
  private static func gitFolder(_ entry: String, in root: String) -> String? {
    guard let stamp = FileSystem.live.examined(entry) else { return nil }
    if stamp.isDirectory { return entry }
    let prefix = "gitdir: "
    guard let line = line(entry), line.hasPrefix(prefix) else { return nil }
    return FilePaths.absolute(String(line.dropFirst(prefix.count)), in: root)
  }

  /// The text of a file of one line.
  private static func line(_ path: String) -> String? {
    // A file that cannot be read, or is not text, names nothing.
    guard let bytes = try? FileSystem.live.read(path, 4096), let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let line = text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
    return line.isEmpty || line.utf8.contains(0) ? nil : line
  }

  private static func isOwn(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_uid == geteuid()
  }
}

/// The part of a configuration that is needed to read a repository and cannot make git run anything.
struct GitFormat: Equatable {
  /// The configuration of a new repository, as any version of git writes it.
  static let plain = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n"

  /// `key=value`, as `git -c` takes them.
  private(set) var settings: [String] = []
  private var isSHA256 = false

  /// The configuration that sets the object format.
  var configuration: String {
    guard isSHA256 else { return Self.plain }
    return "[core]\n\trepositoryformatversion = 1\n\tbare = false\n[extensions]\n\tobjectFormat = sha256\n"
  }

  /// The keys that affect how files are compared.
  private static let comparing: Set<String> = [
    "core.filemode", "core.ignorecase", "core.autocrlf", "core.eol", "core.symlinks", "core.precomposeunicode",
    "core.trustctime", "core.checkstat",
  ]

  /// `nil` for an unsupported kind of repository.
  /// - Parameters:
  ///   - listed: the output of `git config --list -z`: `key`, a line feed, the value and a NUL for each entry.
  ///   - isUsers: whether it is the user's own configuration, which may name an ignore file.
  init?(_ listed: [UInt8], isUsers: Bool = false) {
    for record in listed.split(separator: 0) {
      let parts = record.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
      // A key without a value is true.
      let value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "true"
      let key = String(decoding: parts[0], as: UTF8.self)
      guard isUsers || Self.isReadable(key, value) else { return nil }
      if key == "extensions.objectformat", value == "sha256" { isSHA256 = true }
      if Self.comparing.contains(key), Self.isWord(value) { settings.append("\(key)=\(value)") }
      if isUsers, key == "core.excludesfile" { settings.append("\(key)=\(value)") }
    }
  }

  private static func isReadable(_ key: String, _ value: String) -> Bool {
    switch key {
    case "core.repositoryformatversion": ["0", "1"].contains(value)
    case "core.bare": value == "false"
    case "extensions.objectformat": ["sha1", "sha256"].contains(value)
    case "extensions.refstorage": value == "files"
    default: true
    }
  }

  private static func isWord(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 < 0x80 && $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
  }
}

/// A temporary git folder for one query: it has the index, objects and references of a repository, but not its
/// configuration or hooks.
///
/// git runs what the configuration of a repository names (`core.fsmonitor`, filters, hooks, transports, and whatever
/// later versions add), and a folder from a stranger may bring one. Because git finds no such configuration here, Apus
/// need not know what it would run.
struct BorrowedGitFolder {
  let path: String
  /// A copy of the repository's configuration, under a name that git does not read by itself.
  var foreignConfiguration: String { FilePaths.join(path, "foreign") }

  /// The entries to link from the folder of a work tree, and from the folder that all work trees share.
  private static let own = ["index"]
  private static let common = ["objects", "refs", "packed-refs", "info"]

  /// Removes the folder after `body`. `nil` if the repository cannot be read, or nothing can be written.
  /// - Parameter temporary: the folder of temporary files.
  static func with<Answer>(
    _ repository: GitRepository, in temporary: String, _ body: (Self) -> Answer?
  ) -> Answer? {
    var template = Array("\(temporary)/apus-git-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let folder = Self(path: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    defer { folder.remove() }
    // The failure is not reported: marks in the tree are a convenience.
    guard (try? folder.fill(from: repository)) != nil else { return nil }
    return body(folder)
  }

  private func fill(from repository: GitRepository) throws(FileError) {
    let files = FileSystem.live
    let head = try files.read(FilePaths.join(repository.own, "HEAD"), 4096)
    try files.write(FilePaths.join(path, "HEAD"), head, 0o600)
    try files.write(
      foreignConfiguration, try files.read(FilePaths.join(repository.shared, "config"), 1 << 20), 0o600)
    try writeConfiguration(GitFormat.plain)
    let pieces = try files.list(repository.own).map(\.name).filter { $0.hasPrefix("sharedindex.") }
    lend(Self.own + pieces, of: repository.own)
    lend(Self.common, of: repository.shared)
  }

  func writeConfiguration(_ text: String) throws(FileError) {
    let file = FilePaths.join(path, "config")
    unlink(file)
    try FileSystem.live.write(file, Array(text.utf8), 0o600)
  }

  private func lend(_ names: [String], of folder: String) {
    for name in names {
      let target = FilePaths.join(folder, name)
      // git would wait forever for a pipe; a missing file is not needed.
      var info = stat()
      guard stat(target, &info) == 0, [S_IFREG, S_IFDIR].contains(info.st_mode & S_IFMT) else { continue }
      symlink(target, FilePaths.join(path, name))
    }
  }

  private func remove() {
    // It holds only files and links; a link is removed, not its target.
    for entry in (try? DiskPlace(path).list()) ?? [] { unlink(FilePaths.join(path, entry.name)) }
    rmdir(path)
  }
}
