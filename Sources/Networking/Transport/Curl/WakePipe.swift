import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Ends the sleep of a thread with a byte in a pipe. libcurl's own wake-up call must not be made while the handle is
/// being freed, which would need a lock, and costs the sleeper two more system calls.
final class WakePipe: Sendable {
  /// Readable after `ring`.
  let readEnd: Int32
  private let writeEnd: Int32

  /// `nil` if the process has no descriptors left.
  init?() {
    guard let pipe = PrivatePipe() else { return nil }
    (readEnd, writeEnd) = (pipe.reading, pipe.writing)
    for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Safe to call from any thread. A full pipe already wakes the reader.
  func ring() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Sleeps until the next `ring`; returns at once if there was one since the last call.
  func wait() {
    var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    // A signal ends the sleep too; the caller checks again.
    if poll(&entry, 1, -1) > 0 { quiet() }
  }

  /// Empties the pipe, so that the next ring is noticed.
  func quiet() {
    var bytes: (UInt64, UInt64) = (0, 0)
    _ = read(readEnd, &bytes, MemoryLayout.size(ofValue: bytes))
  }
}
