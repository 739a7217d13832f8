import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A server on loopback that records the bytes of every request and answers each with 200 and no body. A path that
/// starts with `/301/` or another redirect status redirects to the rest of the path.
package final class WireServer: Sendable {
  package let port: UInt16
  private let listener: ListeningSocket
  private let log = Log()

  /// The received requests; the connections' threads write to it.
  private final class Log: Sendable {
    let requests = Mutex<[WireRequest]>([])
  }

  package init() throws {
    let descriptor = LoopbackSocket.make()
    let listener = ListeningSocket(descriptor)
    self.listener = listener
    guard descriptor >= 0 else { throw Failure(text: "no socket") }
    var reuse: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
        bind(descriptor, plain, length) == 0 && listen(descriptor, 128) == 0
          && getsockname(descriptor, plain, &length) == 0
      }
    }
    guard bound else {
      listener.close()
      throw Failure(text: "cannot listen")
    }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [listener, log] in
      // The accepting thread closes the listener. If another thread did, the descriptor's number could already belong
      // to another test's listener, and this loop would take its connections.
      defer { listener.close() }
      while true {
        let connection = listener.next()
        guard connection >= 0 else { return }
        Thread.detachNewThread { Self.serve(connection, log) }
      }
    }
  }

  deinit { listener.stop() }

  struct Failure: Error { let text: String }

  package var origin: String { "http://127.0.0.1:\(port)" }

  /// The requests received since the last call.
  package func take() -> [WireRequest] {
    log.requests.withLock { all in
      defer { all = [] }
      return all
    }
  }

  private static func serve(_ connection: Int32, _ log: Log) {
    defer { close(connection) }
    var buffer: [UInt8] = []
    func more() -> Bool {
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return false }
      buffer += chunk[..<count]
      return true
    }
    func say(_ text: String) {
      let bytes = Array(text.utf8)
      _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
    while true {
      var end = buffer.firstRange(of: Array("\r\n\r\n".utf8))
      while end == nil {
        guard more() else { return }
        end = buffer.firstRange(of: Array("\r\n\r\n".utf8))
      }
      guard let end else { return }
      var request = WireRequest(head: Array(buffer[..<end.lowerBound]))
      buffer.removeFirst(end.upperBound)
      if request.values("Expect").contains("100-continue") { say("HTTP/1.1 100 Continue\r\n\r\n") }
      if request.values("Transfer-Encoding").contains("chunked") {
        while !ChunkedBody.isComplete(buffer) { guard more() else { return } }
        (request.body, buffer) = ChunkedBody.take(buffer)
      } else if let length = request.values("Content-Length").first.flatMap({ Int($0) }) {
        while buffer.count < length { guard more() else { return } }
        request.body = Array(buffer[..<length])
        buffer.removeFirst(length)
      }
      let complete = request
      log.requests.withLock { $0.append(complete) }
      let path = complete.line.split(separator: " ").dropFirst().first?.split(separator: "/") ?? []
      if let status = path.first, ["301", "302", "303", "307", "308"].contains(status) {
        let rest = path.dropFirst().joined(separator: "/")
        say("HTTP/1.1 \(status) Elsewhere\r\nLocation: /\(rest)\r\nContent-Length: 0\r\n\r\n")
      } else {
        say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
  }
}

/// The chunked transfer coding, as far as needed to read a request.
enum ChunkedBody {
  static func isComplete(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "0\r\n\r\n".utf8) || bytes.firstRange(of: Array("\r\n0\r\n\r\n".utf8)) != nil
  }

  static func take(_ bytes: [UInt8]) -> (body: [UInt8], rest: [UInt8]) {
    var body: [UInt8] = []
    var index = 0
    while let line = bytes[index...].firstRange(of: Array("\r\n".utf8)) {
      let size = Int(String(decoding: bytes[index..<line.lowerBound], as: UTF8.self), radix: 16) ?? 0
      index = line.upperBound
      guard index + size + 2 <= bytes.count else { break }
      body += bytes[index..<(index + size)]
      index += size + 2
      if size == 0 { break }
    }
    return (body, Array(bytes[min(index, bytes.count)...]))
  }
}
