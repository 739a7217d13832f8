#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that appears whole or not at all: written beside its place under another name, then renamed.
///
/// What is no ordinary file (`/dev/null`, a pipe) is written to directly.
struct OutputFile: ~Copyable {
  let output: Output
  private let path: String
  private let temporary: String?

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
    // mkstemp makes it private; the file that it replaces, or the user's mask, says who may read it.
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, isThere ? status.st_mode & 0o7777 : 0o666 & ~mask)
    output = Output(descriptor: descriptor)
    temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Fails where the file could not be written; what is found out before the work is no loss.
  static func check(_ path: String) throws(Failure) {
    var status = stat()
    let kind = stat(path, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
    guard kind == S_IFREG || kind == S_IFDIR else {
      // Who reads from a pipe would take an opening for the whole text.
      guard access(path, W_OK) == 0 else { throw Self.failure(path) }
      return
    }
    try OutputFile(path).discard()
  }

  /// Puts the file in its place.
  consuming func commit() throws(Failure) {
    guard let temporary else { return }
    guard fsync(output.descriptor) == 0, rename(temporary, path) == 0 else {
      let failure = Self.failure(path)
      unlink(temporary)
      throw failure
    }
  }

  /// Leaves nothing behind.
  consuming func discard() {
    if let temporary { unlink(temporary) }
  }

  deinit {
    close(output.descriptor)
  }

  private static func failure(_ path: String) -> Failure {
    Failure(.file, "cannot write \(path): \(String(cString: strerror(errno)))")
  }
}
