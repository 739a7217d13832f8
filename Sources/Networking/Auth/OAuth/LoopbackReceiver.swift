import Bytes
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Waits on loopback for the browser to come back from a login: one page, shown once.
final class LoopbackReceiver: Sendable {
  private struct State {
    var query: Result<String, NetworkError>?
    var waiter: CheckedContinuation<Result<String, NetworkError>, Never>?
    var listener: Int32
    var isStopped = false
  }

  let port: Int
  private let path: String
  private let state: Mutex<State>

  /// - Parameter port: 0 is any free one.
  init(port: Int, path: String) throws(NetworkError) {
    let (listener, found) = try Self.listen(port)
    self.port = found
    self.path = path
    state = Mutex(State(listener: listener))
    let thread = ThreadStart { [self] in accept(from: listener) }
    guard thread.launch() else {
      close(listener)
      throw NetworkError(.other, "No thread could be started to wait for the login")
    }
  }

  /// The query that the browser came with.
  func query() async throws(NetworkError) -> String {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state -> Result<String, NetworkError>? in
          if let query = state.query { return query }
          state.waiter = continuation
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      answer(.failure(NetworkError(.cancelled, "The login was cancelled")))
    }
    return try result.get()
  }

  /// Lets the thread and the port go.
  func stop() {
    let listener = state.withLock { state -> Int32? in
      defer { state.isStopped = true }
      return state.isStopped ? nil : state.listener
    }
    // The thread, woken by this, closes it.
    if let listener { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  private func answer(_ result: Result<String, NetworkError>) {
    let waiter = state.withLock { state in
      if state.query == nil { state.query = result }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: result)
  }

  private func accept(from listener: Int32) {
    while !state.withLock({ $0.isStopped }) {
      var poll = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      // Wakes by itself now and then where shutting a listener down wakes nobody (macOS).
      guard systemPoll(&poll) > 0 else { continue }
      let client = systemAccept(listener)
      guard client >= 0 else { continue }
      serve(client)
      close(client)
    }
    close(listener)
    answer(.failure(NetworkError(.cancelled, "The login was given up")))
  }

  private func serve(_ client: Int32) {
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var head: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while head.count < 65_536, !head.contains(0x0a) {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      head += buffer[..<count]
    }
    let words = String(decoding: head.prefix { $0 != 0x0d && $0 != 0x0a }, as: UTF8.self).split(separator: " ")
    guard words.count == 3, words[0] == "GET" else { return reply(client, "400 Bad Request", "This is no page.") }
    let target = URLParts(String(words[1]))
    guard target.path == path else { return reply(client, "404 Not Found", "This is not the page of the login.") }
    reply(client, "200 OK", "You are logged in, or know why not. This window can be closed.")
    answer(.success(target.query ?? ""))
  }

  private func reply(_ client: Int32, _ status: String, _ text: String) {
    let page = "<!doctype html><meta charset=utf-8><title>Login</title><p>\(text)</p>\n"
    let message = Array(
      """
      HTTP/1.1 \(status)\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(page.utf8.count)\r
      Connection: close\r
      \r
      \(page)
      """.utf8)
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    _ = message.withUnsafeBytes { send(client, $0.baseAddress, $0.count, flags) }
  }

  private func systemPoll(_ entry: inout pollfd) -> Int32 { poll(&entry, 1, 500) }

  private func systemAccept(_ listener: Int32) -> Int32 {
    #if canImport(Darwin)
    Darwin.accept(listener, nil, nil)
    #elseif canImport(Musl)
    Musl.accept(listener, nil, nil)
    #else
    Glibc.accept(listener, nil, nil)
    #endif
  }

  private static func listen(_ port: Int) throws(NetworkError) -> (Int32, Int) {
    #if canImport(Glibc)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = UInt16(clamping: port).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && systemListen(listener) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard listener >= 0, isListening else {
      let reason = String(cString: strerror(errno))
      if listener >= 0 { close(listener) }
      throw NetworkError(.connect, "Port \(port) of 127.0.0.1 cannot be listened on for the login", detail: reason)
    }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  private static func systemListen(_ listener: Int32) -> Int32 {
    #if canImport(Darwin)
    Darwin.listen(listener, 8)
    #elseif canImport(Musl)
    Musl.listen(listener, 8)
    #else
    Glibc.listen(listener, 8)
    #endif
  }
}
