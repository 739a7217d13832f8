import Basics
import HTTPModel

/// A copy of a folder that belongs to the user and follows its original.
///
/// An update writes the files that the user has not changed. A file that the user changed, added or removed stays as it
/// is. Hidden files are not copied.
package struct FollowedCopy: Sendable {
  /// The file that remembers what was written: the digest of each file by its path. Hidden, so that it is no part of
  /// the copy's content.
  static let record = ".apus-copy.json"

  private let original: String
  private let copy: String
  private let lock: WriteLock
  private let files: FileSystem

  /// - Parameters:
  ///   - original: the folder to copy.
  ///   - path: the folder of the copy, which need not exist.
  package init(
    of original: String, at path: String, lock: WriteLock = WriteLock(stateFolder: StateFolder.standard()),
    files: FileSystem = .live
  ) {
    self.original = original
    copy = path
    self.lock = lock
    self.files = files
  }

  /// Makes the copy, or brings it up to date. Two programs may call this at once.
  package func update() throws(WorkspaceError) {
    try lock.holding(copy) { () throws(WorkspaceError) in
      try onDisk { () throws(FileError) in try follow() }
    }
  }

  private func follow() throws(FileError) {
    let known = written()
    var next = known
    var paths: Set<String> = []
    try files.makeDirectory(copy, 0o755)
    try eachFile(below: "") { path, bytes throws(FileError) in
      paths.insert(path)
      let digest = Digest.hexadecimal(bytes)
      switch state(of: path) {
      case .content(digest): break
      case .content(let now) where now == known[path]: try write(bytes, to: path)
      case .missing where known[path] == nil: try write(bytes, to: path)
      case .content, .missing, .unreadable: return
      }
      next[path] = digest
    }
    for (path, digest) in known where !paths.contains(path) {
      if state(of: path) == .content(digest) { try files.remove(FilePaths.join(copy, path)) }
      next[path] = nil
    }
    guard next != known else { return }
    let members = next.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
    let list = JSONValue.object([JSONValue.Member(Self.key, .object(members))])
    // Written last: after an interruption the next update goes on.
    try write(Array((list.pretty + "\n").utf8), to: Self.record)
  }

  /// A file of the copy.
  private enum State: Equatable {
    case missing
    /// A file with this digest.
    case content(String)
    /// A folder, a link, or a file that the user made unreadable.
    case unreadable
  }

  private func state(of path: String) -> State {
    if isThroughLink(path) { return .unreadable }
    do throws(FileError) {
      return .content(Digest.hexadecimal(try files.read(FilePaths.join(copy, path), FileSystem.largestFile)))
    } catch {
      return error.reason == .missing ? .missing : .unreadable
    }
  }

  /// True if the path leads through a link, which may lead out of the copy.
  private func isThroughLink(_ path: String) -> Bool {
    var place = copy
    return path.split(separator: "/").contains { part in
      place = FilePaths.join(place, String(part))
      return files.isLink(place)
    }
  }

  /// Calls `body` with the path, relative to the original, and the content of each file.
  private func eachFile(
    below folder: String, _ body: (String, [UInt8]) throws(FileError) -> Void
  ) throws(FileError) {
    let place = folder.isEmpty ? original : FilePaths.join(original, folder)
    for entry in try files.list(place) where !entry.name.hasPrefix(".") {
      let path = folder.isEmpty ? entry.name : FilePaths.join(folder, entry.name)
      switch entry.kind {
      case .directory: try eachFile(below: path, body)
      case .file: try body(path, try files.read(FilePaths.join(original, path), FileSystem.largestFile))
      case .link, .other: continue
      }
    }
  }

  /// Replaces a file as a whole, because another program may be reading it. Nothing waits for the disk: a file that is
  /// lost in a power cut is copied again.
  private func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let target = FilePaths.join(copy, path)
    let folder = FilePaths.parent(of: target) ?? copy
    try files.makeDirectory(folder, 0o755)
    let temporary = FilePaths.join(folder, AtomicFile.temporaryName())
    try files.write(temporary, bytes, 0o644)
    do { try files.rename(temporary, target) } catch {
      // The error of the copy is reported; a temporary file that stays is harmless.
      try? files.remove(temporary)
      throw error
    }
  }

  private static let key = "files"

  /// The digests of the files as last written.
  private func written() -> [String: String] {
    // Without a readable record, files that differ count as the user's.
    guard let bytes = try? files.read(FilePaths.join(copy, Self.record), FileSystem.largestFile) else { return [:] }
    // The same holds for a damaged record.
    guard let json = try? JSONValue(parsing: bytes), case .object(let members)? = json[Self.key] else { return [:] }
    let pairs = members.compactMap { member in
      // Another program may have written the record: it must not name files outside of the copy.
      member.name.split(separator: "/").contains("..") ? nil : member.value.string.map { (member.name, $0) }
    }
    return Dictionary(pairs) { _, last in last }
  }
}
