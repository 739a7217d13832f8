#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that is written completely or not at all: written under a temporary name next to its destination, then
/// renamed.
///
/// Without `commit`, nothing remains, whatever the error; a full disk is the usual one. Anything but a regular file
/// (`/dev/null`, a pipe) is written directly.
struct OutputFile: ~Copyable {
  let output: Output
  private let path: String
  /// The temporary file; `nil` once it is renamed, or if the destination is written directly.
  private var temporary: String?

  /// - Parameter mayWait: `false` refuses what would be written directly: opening a pipe waits for its reader, for ever
  ///   if there is none.
  init(_ path: String, mayWait: Bool = true) throws(Failure) {
    self.path = path
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
    fchmod(descriptor, isThere ? status.st_mode & 0o7777 : 0o666 & ~mask)
    output = Output(descriptor: descriptor, name: path)
    temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Refuses what a file cannot replace: a folder, a device, a pipe.
  static func checkReplaceable(_ path: String) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw Failure(.file, "\(path) is a folder: add the name of a file")
    default: throw Failure(.file, "\(path) is no file: choose another name")
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
