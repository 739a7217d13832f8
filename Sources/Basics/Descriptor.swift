import Libc

/// Reads, writes and closes files and sockets by their descriptors. A call that a signal interrupts is repeated.
package enum Descriptor {
  /// The system's `close`, for types whose own `close` method hides it.
  package static func close(_ descriptor: Int32) { release(descriptor) }

  /// True if the path still names the open file: it may have been renamed or replaced since.
  package static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && lstat(path, &named) == 0 && open.st_ino == named.st_ino
      && open.st_dev == named.st_dev
  }

  /// Reads at most `limit` bytes; blocks until there is at least one. Empty at the end.
  /// - Returns: `nil` on an error; `errno` contains the reason.
  package static func read(_ descriptor: Int32, limit: Int) -> [UInt8]? {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      repeat {
        result = take(UnsafeMutableRawBufferPointer(buffer), from: descriptor)
      } while result < 0 && errno == EINTR
      count = max(0, result)
    }
    return result < 0 ? nil : bytes
  }

  /// Writes all of the bytes; blocks until they are written.
  /// - Returns: `false` on an error; `errno` contains the reason.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  /// Writes all of the bytes; blocks until they are written.
  /// - Returns: `false` on an error; `errno` contains the reason.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = put(rest, to: descriptor)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        if count == 0 { errno = EIO }
        return false
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }
}

private func release(_ descriptor: Int32) { _ = close(descriptor) }

private func take(_ bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}

private func put(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// The lines that arrive at a descriptor, such as a pipe; waits for each.
package struct DescriptorLines: Sendable {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  /// The number of bytes that are known to contain no line break.
  private var searched = 0

  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The next line without its line break; `nil` at the end. A last line without a line break is dropped.
  package mutating func next() -> [UInt8]? {
    while true {
      if let end = bytes[searched...].firstIndex(of: 0x0A) {
        defer {
          bytes.removeSubrange(...end)
          searched = 0
        }
        return Array(bytes[..<end])
      }
      searched = bytes.count
      guard let block = Descriptor.read(descriptor, limit: 1 << 16), !block.isEmpty else { return nil }
      bytes += block
    }
  }
}

/// A pipe that only the intended child process inherits. Any other child started at the same time would keep it open,
/// and the reader would never see the end.
package struct PrivatePipe: Sendable {
  package let reading: Int32
  /// The descriptor to write to.
  package let writing: Int32

  /// `nil` if the system has no descriptors left; `errno` has the reason. The caller closes both ends.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }
}
