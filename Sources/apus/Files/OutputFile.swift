#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that appears entirely or not at all: written next to its destination under another name, then renamed.
///
/// A file that is not committed leaves nothing behind, whatever went wrong: a full disk, above all. Anything but a regular
/// file (`/dev/null`, a pipe) is written directly.
struct OutputFile: ~Copyable {
  let output: Output
  private let path: String
  /// Where it is until it is in its place.
  private var temporary: String?

  init(_ path: String) throws(Failure) {
    self.path = path
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Self.failure(path) }
      output = Output(descriptor: descriptor)
      temporary = nil
      return
    }
    var template = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Self.failure(path) }
    // mkstemp creates a private file; its mode must be that of the file it replaces, or follow the umask.
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, isThere ? status.st_mode & 0o7777 : 0o666 & ~mask)
    output = Output(descriptor: descriptor)
    temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Fails if the file could not be written. Checked before the work starts, so that no result is lost.
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

  /// Leaves nothing behind.
  consuming func discard() {}

  deinit {
    if let temporary { unlink(temporary) }
    close(output.descriptor)
  }

  private static func failure(_ path: String) -> Failure {
    Failure(.file, "cannot write \(path): \(String(cString: strerror(errno)))")
  }
}
