import Basics
import HTTPModel
import Libc

/// Waits on a loopback port for the browser to return from a login.
///
/// Every program on this machine and every page in the browser can connect to it. Therefore only a request with the
/// `state` of this login ends it; any other gets an error page, and the login continues.
final class LoopbackReceiver: Sendable {
  /// Classifies a query sent to the login page.
  enum Verdict: Sendable {
    /// Not from this login, which continues.
    case foreign
    /// The server's response: a code, or the reason for the refusal.
    case answer(Result<String, NetworkError>)
  }

  let port: Int
  private let answer = Monitor<Result<String, NetworkError>?>(nil)
  private let bell: WakePipe

  /// - Parameters:
  ///   - port: from 1 to 65535; 0 picks any free port.
  ///   - now: the clock for the age of connections.
  init(
    port: Int, path: String, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    judge: @escaping @Sendable (_ query: String) -> Verdict
  ) throws(NetworkError) {
    let listener = try LoopbackListener(port: port)
    guard let bell = WakePipe() else {
      listener.close()
      throw NetworkError(.other, "Cannot wait for the login: too many files are open")
    }
    self.port = listener.port
    self.bell = bell
    let page = LoopbackPage(path: path, judge: judge)
    let thread = ThreadStart { [self] in
      var server = LoopbackServer(listener: listener, bell: bell, page: page, now: now) { [self] in end($0) }
      server.run()
    }
    guard thread.launch() else {
      listener.close()
      throw NetworkError(.other, "No thread could be started to wait for the login")
    }
  }

  /// The code that the browser delivered.
  /// - Throws: the server's refusal, or `cancelled`.
  func code() async throws(NetworkError) -> String {
    await answer.wait { $0 != nil }
    guard let answer = answer.read({ $0 }) else { throw NetworkError(.cancelled, "The login was cancelled") }
    return try answer.get()
  }

  /// Ends the thread and releases the port.
  func stop() {
    bell.ring()
    end(.failure(NetworkError(.cancelled, "The login was abandoned")))
  }

  /// Keeps the first result.
  private func end(_ result: Result<String, NetworkError>) { answer.change { $0 = $0 ?? result } }
}

/// Serves the login page to many connections on one thread, so that a slow or silent one blocks no other.
struct LoopbackServer {
  static let connectionLimit = 16
  /// The time limit of a connection, from accepting it to the end of its request.
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

  /// Sends without waiting: a page fits into the socket's send buffer.
  private func send(_ bytes: [UInt8], to client: Int32) {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    bytes.withUnsafeBytes { bytes in
      _ = Libc.send(client, bytes.baseAddress, bytes.count, flags)
    }
    _ = shutdown(client, Int32(SHUT_WR))
  }
}

/// A non-blocking socket that listens on 127.0.0.1.
struct LoopbackListener: Sendable {
  let descriptor: Int32
  let port: Int

  /// - Parameter port: 0 picks any free port.
  init(port: Int) throws(NetworkError) {
    guard let number = UInt16(exactly: port) else {
      throw NetworkError(.url, "The port \(port) of the login's callback is not a number from 0 to 65535")
    }
    #if canImport(Glibc)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = number.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0
          && listen(descriptor, Int32(LoopbackServer.connectionLimit)) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard descriptor >= 0, isListening else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { Descriptor.close(descriptor) }
      throw NetworkError(.connect, "Cannot listen on port \(port) of 127.0.0.1 for the login", detail: reason)
    }
    Self.makePrivate(descriptor)
    self.descriptor = descriptor
    self.port = Int(UInt16(bigEndian: address.sin_port))
  }

  /// The next connection; `nil` if none is waiting.
  func next() -> Int32? {
    let client = Libc.accept(descriptor, nil, nil)
    guard client >= 0 else { return nil }
    Self.makePrivate(client)
    #if canImport(Darwin)
    var yes: Int32 = 1
    setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return client
  }

  func close() { Descriptor.close(descriptor) }

  /// Makes it non-blocking and close-on-exec, so that child processes such as a browser do not inherit it.
  private static func makePrivate(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }
}

/// The pages shown to a browser that returns from a login.
struct LoopbackPage: Sendable {
  let path: String
  let judge: @Sendable (_ query: String) -> LoopbackReceiver.Verdict

  /// True if the request head is complete.
  func isWhole(_ head: [UInt8]) -> Bool {
    head.contains { $0 == 0x0a } && head.suffix(4).filter { $0 != 0x0d }.suffix(2).elementsEqual([0x0a, 0x0a])
  }

  /// - Returns: the complete HTTP response, and the result of the login if this ends it.
  func reply(to head: [UInt8]) -> (bytes: [UInt8], result: Result<String, NetworkError>?) {
    let line = String(decoding: head.prefix { $0 != 0x0d && $0 != 0x0a }, as: UTF8.self)
    let words = line.split(separator: " ")
    guard words.count == 3, words[0] == "GET" else { return (Self.page("400 Bad Request", "Use GET."), nil) }
    let target = URLParts(String(words[1]))
    guard target.path == path else {
      return (Self.page("404 Not Found", "This is not the login page."), nil)
    }
    switch judge(target.query ?? "") {
    case .foreign:
      let text = "This is not the response to the login that Apus is waiting for. It was ignored."
      return (Self.page("400 Bad Request", text), nil)
    case .answer(.failure(let error)):
      return (Self.page("200 OK", "The login was refused; Apus shows why. This window can be closed."), .failure(error))
    case .answer(.success(let code)):
      return (Self.page("200 OK", "Apus has received the login. This window can be closed."), .success(code))
    }
  }

  private static func page(_ status: String, _ text: String) -> [UInt8] {
    let page = "<!doctype html><meta charset=utf-8><title>Login</title><p>\(text)</p>\n"
    return Array(
      """
      HTTP/1.1 \(status)\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(page.utf8.count)\r
      Cache-Control: no-store\r
      Connection: close\r
      \r
      \(page)
      """.utf8)
  }
}
