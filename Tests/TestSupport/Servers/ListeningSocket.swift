import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A listening socket. One thread accepts connections and closes it; other threads may stop it.
// A class because a closed descriptor's number may immediately belong to another test's connection, which must not be
// shut down.
final class ListeningSocket: Sendable {
  private let descriptor: Int32
  private let isOpen = Mutex(true)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next connection; negative, with `errno` set, if there is none. Only for the thread that closes the socket.
  func next() -> Int32 { LoopbackSocket.next(of: descriptor) }

  /// Makes `next` fail, on any thread.
  func stop() { isOpen.withLock { if $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } } }

  /// Closes the socket; further calls do nothing.
  func close() {
    isOpen.withLock { isOpen in
      if isOpen { Foundation.close(descriptor) }
      isOpen = false
    }
  }
}
