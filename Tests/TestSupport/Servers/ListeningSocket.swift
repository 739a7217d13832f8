import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A listening socket. One thread accepts from it and closes it; others end that.
// The number of a closed descriptor may be that of another test's connection at once, which must not be shut down.
final class ListeningSocket: Sendable {
  private let descriptor: Int32
  private let isOpen = Mutex(true)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next connection; negative, with `errno` set, if there is none. Only for the thread that closes it.
  func next() -> Int32 { LoopbackSocket.next(of: descriptor) }

  /// Makes `next` fail, on any thread.
  func stop() { isOpen.withLock { if $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } } }

  /// Only the first call counts.
  func close() {
    isOpen.withLock { isOpen in
      if isOpen { Foundation.close(descriptor) }
      isOpen = false
    }
  }
}
