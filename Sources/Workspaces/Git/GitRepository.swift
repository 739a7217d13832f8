import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The repository of the user's own that a folder lies in.
package struct GitRepository: Equatable, Sendable {
  /// The folder with the files, without links.
  let root: String
  /// Where the index and the current branch are: `.git`, or that of a linked work tree.
  let own: String
  /// Where objects and references are, which work trees share.
  let shared: String

  /// `nil` if the folder lies in no repository, or in one of another user: git, too, reads none of those
  /// (`safe.directory`).
  /// - Parameter folder: absolute, without links.
  init?(around folder: String, files: FileSystem = .live) {
    for root in FolderSearch.upwards(from: folder, files: files) {
      let entry = FilePaths.join(root, ".git")
      guard let own = Self.gitFolder(entry, in: root, files) else { continue }
      let shared = Self.line(FilePaths.join(own, "commondir"), files).map { FilePaths.absolute($0, in: own) } ?? own
      guard [root, entry, own, shared].allSatisfy(Self.isOwn) else { return nil }
      self.root = root
      self.own = own
      self.shared = shared
      return
    }
    return nil
  }

  /// `.git` itself, or the folder that it names as a file (gitrepository-layout(5)).
  private static func gitFolder(_ entry: String, in root: String, _ files: FileSystem) -> String? {
    // What cannot be examined is no repository.
    guard let stamp = (try? files.stamp(entry)) ?? nil else { return nil }
    if stamp.isDirectory { return entry }
    let prefix = "gitdir: "
    guard let line = line(entry, files), line.hasPrefix(prefix) else { return nil }
    return FilePaths.absolute(String(line.dropFirst(prefix.count)), in: root)
  }

  /// The text of a file of one line.
  private static func line(_ path: String, _ files: FileSystem) -> String? {
    // What cannot be read, or is no text, names nothing.
    guard let bytes = try? files.read(path, 4096), let text = String(validating: bytes, as: UTF8.self) else {
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
