import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Serves the login page to many connections on one thread, so that a slow or silent one blocks no other.
struct LoopbackServer {
  static let connectionLimit = 16
  /// The limit from accepting a connection until its request is complete.
  static let patience = Duration.seconds(10)
  private static let headLimit = 64 << 10

  private struct Connection {
    let descriptor: Int32
    let deadline: ContinuousClock.Instant
    var head: [UInt8] = []
  }

  private let listener: LoopbackListener
  private let bell: WakePipe
  private let page: LoopbackPage
  private let now: @Sendable () -> ContinuousClock.Instant
  private let end: @Sendable (Result<String, NetworkError>) -> Void
  private var connections: [Connection] = []

  init(
    listener: LoopbackListener, bell: WakePipe, page: LoopbackPage,
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    end: @escaping @Sendable (Result<String, NetworkError>) -> Void
  ) {
    self.listener = listener
    self.bell = bell
    self.page = page
    self.now = now
    self.end = end
  }

  /// Runs until the bell rings.
  mutating func run() {
    while true {
      // While all slots are taken, further connections wait in the system's queue.
      let isOpen = connections.count < Self.connectionLimit
      var entries = [pollfd(fd: bell.readEnd, events: Int16(POLLIN), revents: 0)]
      entries.append(pollfd(fd: isOpen ? listener.descriptor : -1, events: Int16(POLLIN), revents: 0))
      entries += connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      _ = poll(&entries, nfds_t(entries.count), untilNextDeadline)
      if entries[0].revents != 0 { break }
      let ready = Set(entries.dropFirst(2).filter { $0.revents != 0 }.map(\.fd))
      connections = connections.filter { !ready.contains($0.descriptor) } + served(ready)
      dropOld()
      if entries[1].revents != 0 { accept() }
    }
    for connection in connections { Descriptor.close(connection.descriptor) }
    listener.close()
  }

  private var untilNextDeadline: Int32 {
    guard let next = connections.map(\.deadline).min() else { return -1 }
    return Int32(clamping: (next - now()).clampedMilliseconds)
  }

  private mutating func accept() {
    while connections.count < Self.connectionLimit, let client = listener.next() {
      connections.append(Connection(descriptor: client, deadline: now() + Self.patience))
    }
  }

  private mutating func dropOld() {
    let moment = now()
    for connection in connections where connection.deadline <= moment { Descriptor.close(connection.descriptor) }
    connections.removeAll { $0.deadline <= moment }
  }

  /// Reads what has arrived; returns the connections that need more.
  private func served(_ ready: Set<Int32>) -> [Connection] {
    connections.filter { ready.contains($0.descriptor) }.compactMap { connection in
      var connection = connection
      if read(into: &connection) { return connection }
      Descriptor.close(connection.descriptor)
      return nil
    }
  }

  /// `false` if the connection is finished.
  private func read(into connection: inout Connection) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection.descriptor, &buffer, buffer.count, 0)
    if count < 0, errno == EAGAIN || errno == EINTR { return true }
    guard count > 0 else { return false }
    connection.head += buffer[..<count]
    // Read everything: closing with unread data would reset the connection and lose the response.
    guard page.isWhole(connection.head) else { return connection.head.count < Self.headLimit }
    let (reply, result) = page.reply(to: connection.head)
    send(reply, to: connection.descriptor)
    if let result { end(result) }
    return false
  }

  /// A page fits into the socket's send buffer.
  private func send(_ bytes: [UInt8], to client: Int32) {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    bytes.withUnsafeBytes { bytes in
      #if canImport(Darwin)
      _ = Darwin.send(client, bytes.baseAddress, bytes.count, flags)
      #elseif canImport(Musl)
      _ = Musl.send(client, bytes.baseAddress, bytes.count, flags)
      #else
      _ = Glibc.send(client, bytes.baseAddress, bytes.count, flags)
      #endif
    }
    _ = shutdown(client, Int32(SHUT_WR))
  }
}
