import Essentials
import Libc
import Sessions
import Workspaces

/// A file that is written completely or not at all: written under a temporary name next to its destination, then
/// renamed.
///
/// Without `commit` or `keepPart`, nothing remains after any error, most often a full disk. A destination that is not a
/// regular file (`/dev/null`, a pipe) is written directly, and so is an open descriptor (`-`, `/dev/stdout`).
struct OutputFile: ~Copyable {
  let output: Output
  private let path: String
  /// The temporary file; `nil` once it is renamed, or if the destination is written directly.
  private var temporary: String?

  /// - Parameters:
  ///   - mayWait: `false` rejects destinations that are written directly, because opening a pipe waits for a reader,
  ///     possibly forever.
  ///   - isPrivate: true if only the user may read the file, whatever the mode of the file that it replaces.
  init(_ path: String, mayWait: Bool = true, isPrivate: Bool = false) throws(Failure) {
    self.path = path
    if let open = Self.descriptor(named: path) {
      guard mayWait else { throw Failure(.file, "cannot write \(path): not a regular file") }
      let descriptor = fcntl(open, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw Self.failure(path) }
      output = Output(descriptor: descriptor, name: path)
      temporary = nil
      return
    }
    if let slash = path.lastIndex(of: "/") { try Self.checkLinks(on: String(path[..<slash])) }
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      guard mayWait else { throw Failure(.file, "cannot write \(path): not a regular file") }
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Self.failure(path) }
      output = Output(descriptor: descriptor, name: path)
      temporary = nil
      return
    }
    var template = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Self.failure(path) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // mkstemp creates a private file. Give it the mode of the file it replaces, or the mode from the umask.
    let mask = umask(0)
    umask(mask)
    if !isPrivate { fchmod(descriptor, isThere ? status.st_mode & 0o7777 : 0o666 & ~mask) }
    output = Output(descriptor: descriptor, name: path)
    temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The number of an open descriptor that a path stands for. A rename would replace the system's own link to it.
  static func descriptor(named path: String) -> Int32? {
    switch path {
    case "-", "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
      return folder.flatMap { Int32(path.dropFirst($0.count)) }
    }
  }

  /// Rejects a folder behind a link in a workspace that leads out of it.
  static func checkLinks(on folder: String) throws(Failure) {
    do throws(FileError) { try Workspace.checkLinks(on: folder, in: WorkspaceLocator.currentFolder()) } catch {
      throw Failure(.file, TerminalText.shown(error.description))
    }
  }

  /// Rejects destinations that a file cannot replace: a folder, a device, a pipe.
  static func checkReplaceable(_ path: String) throws(Failure) {
    guard descriptor(named: path) == nil else { throw Failure(.file, "\(path) is not a file: choose another name") }
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw Failure(.file, "\(path) is a folder: add the name of a file")
    default: throw Failure(.file, "\(path) is not a file: choose another name")
    }
  }

  /// Fails if the file cannot be written. Called before the work starts, so that no result is lost.
  static func check(_ path: String) throws(Failure) {
    var status = stat()
    let kind = stat(path, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
    guard kind == S_IFREG || kind == S_IFDIR else {
      // Opening a pipe would make its reader see an end of file.
      guard access(path, W_OK) == 0 else { throw Self.failure(path) }
      return
    }
    try OutputFile(path).discard()
  }

  /// Moves the file to its destination.
  consuming func commit() throws(Failure) {
    guard let temporary else { return }
    guard fsync(output.descriptor) == 0, rename(temporary, path) == 0 else { throw Self.failure(path) }
    self.temporary = nil
  }

  /// Keeps the partial file as `PATH.part`, unless that name exists, which may be a download to resume.
  /// - Returns: the path; `nil` if nothing was kept.
  consuming func keepPart() -> String? {
    let part = "\(path).part"
    guard let temporary, lseek(output.descriptor, 0, SEEK_CUR) > 0, access(part, F_OK) != 0,
      rename(temporary, part) == 0
    else { return nil }
    self.temporary = nil
    return part
  }

  /// Removes the temporary file.
  consuming func discard() {}

  deinit {
    if let temporary { unlink(temporary) }
    close(output.descriptor)
  }

  private static func failure(_ path: String) -> Failure {
    Failure(.file, "cannot write \(path): \(String(cString: strerror(errno)))")
  }
}

/// Files below one folder, each written completely or not at all.
enum OutputFolder {
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func existing(_ files: ExportFiles, in folder: String) -> [ExportFiles.File] {
    files.files.filter { FileManager.default.fileExists(atPath: path(of: $0, in: folder)) }
  }

  /// Writes the files and their folders; existing files are replaced.
  ///
  /// The folder may come from someone else and contain links to the user's files: no link below it is followed, and
  /// pipes and devices are rejected.
  static func write(_ files: ExportFiles, to folder: String) throws(Failure) {
    try OutputFile.checkLinks(on: folder)
    for (index, file) in files.files.enumerated() {
      do throws(Failure) {
        let path = path(of: file, in: folder)
        try refuseLinks(above: file, in: folder)
        try makeFolder(parent(of: path))
        let output = try OutputFile(path, mayWait: false)
        try output.output.write(file.text)
        try output.commit()
      } catch {
        let written = index == 0 ? "" : "; \(index) of \(files.count) are written"
        throw Failure(.file, error.message + written)
      }
    }
  }

  private static func path(of file: ExportFiles.File, in folder: String) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + file.path
  }

  /// Rejects links among the folders below the one that the user named.
  private static func refuseLinks(above file: ExportFiles.File, in folder: String) throws(Failure) {
    var place = folder
    for part in file.path.split(separator: "/").dropLast() {
      place += "/" + part
      var status = stat()
      // A missing folder is created later.
      guard lstat(place, &status) == 0 else { return }
      guard status.st_mode & S_IFMT == S_IFLNK else { continue }
      throw Failure(
        .file, TerminalText.shown("\(place) is a link, which is not followed here; remove it, or name another folder"))
    }
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private static func makeFolder(_ path: String) throws(Failure) {
    guard !path.isEmpty, !isFolder(path) else { return }
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw Failure(
        .file, "cannot create the folder \(TerminalText.shown(path)): a file is in its place, or permission is missing")
    }
  }
}
