import Foundation
import Synchronization

/// A server on loopback that does exactly what its closure does, byte for byte: one thread per connection, blocking
/// reads and writes, no HTTP of its own. Use it to simulate broken, lying or stalling servers.
package final class RawServer: Sendable {
  package let port: Int
  private let listener: ListeningSocket
  private let connections = Mutex<[RawConnection]>([])
  private let isStopped = Mutex(false)

  /// Listens on a free port of 127.0.0.1. `serve` runs once per connection; the connection closes when it returns.
  package init(_ serve: @escaping @Sendable (RawConnection) throws -> Void) throws {
    let (descriptor, port) = try Self.listen()
    let listener = ListeningSocket(descriptor)
    (self.listener, self.port) = (listener, port)
    Thread.detachNewThread { [weak self] in
      // The accepting thread closes the listener. If another thread did, the descriptor's number could already belong
      // to another test's listener, and this loop would take its connections.
      defer { listener.close() }
      while true {
        let descriptor = listener.next()
        if descriptor < 0, errno == EINTR || errno == ECONNABORTED { continue }
        guard descriptor >= 0 else { return }
        let connection = RawConnection(descriptor)
        guard let server = self, server.add(connection) else { return connection.close() }
        Thread.detachNewThread {
          // A client that disconnects ends its connection; the test itself checks what is missing.
          try? serve(connection)
          connection.close()
        }
      }
    }
  }

  deinit { stop() }

  package var url: String { "http://127.0.0.1:\(port)" }

  /// The number of connections accepted so far.
  package var connectionCount: Int { connections.withLock { $0.count } }

  /// Rejects new connections and breaks the open ones.
  package func stop() {
    let wasStopped = isStopped.withLock { stopped in
      defer { stopped = true }
      return stopped
    }
    guard !wasStopped else { return }
    listener.stop()
    for connection in connections.withLock({ $0 }) { connection.interrupt() }
  }

  /// A port of 127.0.0.1 that nothing listens on.
  package static func refusedPort() throws -> Int { try FreePort.take() }

  /// Returns whether a server could listen on this port now.
  static func canListen(on port: Int) -> Bool {
    guard let (descriptor, _) = try? listen(on: port) else { return false }
    Foundation.close(descriptor)
    return true
  }

  private func add(_ connection: RawConnection) -> Bool {
    guard !isStopped.withLock({ $0 }) else { return false }
    connections.withLock { $0.append(connection) }
    return true
  }

  private static func listen(on port: Int = 0) throws -> (Int32, Int) {
    let descriptor = LoopbackSocket.make()
    guard descriptor >= 0 else { throw ServerError("no socket") }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = UInt16(clamping: port).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && Foundation.listen(descriptor, 512) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard bound else {
      let fault = errno
      Foundation.close(descriptor)
      throw ServerError("cannot listen: \(String(cString: strerror(fault)))")
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}

/// The reason why a test server gave up.
package struct ServerError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
