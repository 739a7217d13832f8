import Libc

/// A file without a name: unlinked on creation, readable only by its owner, and deleted when the process ends.
struct TemporaryFile: ~Copyable {
  private let descriptor: Int32
  private let path: String
  private var mapped: Int
  private static let step = 64 << 20

  /// - Parameter start: the page-aligned offset at which the mapping starts.
  init(in directory: String?, from start: Int) throws(ByteStoreError) {
    let folder = directory ?? getenv("TMPDIR").flatMap { String(validatingCString: $0) } ?? "/var/tmp"
    path = folder
    mapped = start
    var template = Array("\(folder)/apus-body-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .temporaryFile(path: folder, reason: String(cString: strerror(errno))) }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Writes through the descriptor, not the mapping, so that a full disk is an error instead of a signal.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ByteStoreError) {
    var done = 0
    while done < bytes.count {
      let wrote = pwrite(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset + done))
      if wrote < 0, errno == EINTR { continue }
      guard wrote > 0 else { throw .temporaryFile(path: path, reason: String(cString: strerror(errno))) }
      done += wrote
    }
  }

  /// Maps the file up to at least `end`, in steps, so that the bytes appear at the store's addresses.
  mutating func show(upTo end: Int, in space: Reservation) throws(ByteStoreError) {
    guard end > mapped else { return }
    let steps = (end + Self.step - 1) / Self.step
    let target = min(steps * Self.step, space.capacity)
    // Extends the file, sparsely, to the length of the mapping, so that no mapped page is beyond its end.
    guard ftruncate(descriptor, off_t(target)) == 0 else {
      throw .temporaryFile(path: path, reason: String(cString: strerror(errno)))
    }
    try show(mapped..<target, in: space)
    mapped = target
  }

  /// Maps `range`, which starts and ends on page boundaries, at the store's addresses.
  func show(_ range: Range<Int>, in space: Reservation) throws(ByteStoreError) {
    guard space.map(range, of: descriptor) else {
      throw .temporaryFile(path: path, reason: String(cString: strerror(errno)))
    }
  }
}
