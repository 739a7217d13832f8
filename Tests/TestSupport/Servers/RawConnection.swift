import Foundation
import Synchronization

/// An accepted connection, read and written by the thread that serves it.
package final class RawConnection: Sendable {
  private struct State {
    var descriptor: Int32
    var buffer: [UInt8] = []
  }

  private let state: Mutex<State>

  init(_ descriptor: Int32) {
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    state = Mutex(State(descriptor: descriptor))
  }

  /// Writes everything; throws if the client has disconnected.
  package func write(_ bytes: some Collection<UInt8>) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ServerError("the client is gone") }
      rest = rest.dropFirst(count)
    }
  }

  package func write(_ text: String) throws { try write(text.utf8) }

  /// Writes byte by byte, each in its own packet as far as the system permits.
  package func drip(_ text: String) throws {
    for byte in text.utf8 { try write([byte]) }
  }

  /// The next bytes, at least one; empty if the client has closed the connection.
  package func read() -> [UInt8] {
    let kept = state.withLock { state in
      defer { state.buffer = [] }
      return state.buffer
    }
    return kept.isEmpty ? receive() : kept
  }

  /// Everything through the empty line; `nil` if the client closes the connection first.
  package func readHead() -> [UInt8]? {
    var bytes = read()
    while true {
      if let end = bytes.endOfHead {
        let rest = Array(bytes[end...])
        state.withLock { $0.buffer = rest }
        return Array(bytes[..<end])
      }
      let more = receive()
      if more.isEmpty { return nil }
      bytes += more
    }
  }

  /// One complete request with its body; `nil` if the client closes the connection first.
  package func readRequest() -> CapturedRequest? {
    guard let head = readHead(), var request = CapturedRequest(head: head) else { return nil }
    if request.values("Expect").contains("100-continue") {
      // If the client has disconnected, the next read reports it.
      try? write("HTTP/1.1 100 Continue\r\n\r\n")
    }
    if request.values("Transfer-Encoding").contains(where: { $0.lowercased() == "chunked" }) {
      guard readChunks(into: &request) else { return nil }
    } else if let length = request["Content-Length"].flatMap({ Int($0) }), length > 0 {
      guard let body = read(count: length) else { return nil }
      request.rawBody = body
      request.body = body
    }
    return request
  }

  /// Exactly `count` bytes; `nil` if the client closes the connection first.
  package func read(count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = read()
      if more.isEmpty { return nil }
      bytes += more
    }
    let rest = Array(bytes[count...])
    state.withLock { $0.buffer = rest }
    return Array(bytes[..<count])
  }

  private func readChunks(into request: inout CapturedRequest) -> Bool {
    while true {
      guard let line = readLine(),
        let size = Int(String(decoding: line.prefix { $0 != 0x0d }, as: UTF8.self), radix: 16)
      else { return false }
      request.rawBody += line
      guard let chunk = read(count: size + 2) else { return false }
      request.rawBody += chunk
      request.body += chunk.dropLast(2)
      if size == 0 { return true }
    }
  }

  private func readLine() -> [UInt8]? {
    var line: [UInt8] = []
    while line.last != 0x0a {
      guard let byte = read(count: 1) else { return nil }
      line += byte
    }
    return line
  }

  /// Waits until the client closes the connection, discarding what it sends.
  package func waitForClose() {
    while !read().isEmpty {}
  }

  /// Closes the connection with a reset.
  package func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  package func close() {
    let descriptor = state.withLock { state in
      defer { state.descriptor = -1 }
      return state.descriptor
    }
    if descriptor >= 0 { Foundation.close(descriptor) }
  }

  /// Ends the output but continues to read.
  package func finishWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes another thread's blocked read or write return.
  func interrupt() {
    state.withLock { state in
      if state.descriptor >= 0 { _ = shutdown(state.descriptor, Int32(SHUT_RDWR)) }
    }
  }

  private var descriptor: Int32 { state.withLock { $0.descriptor } }

  private func receive() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count < 0, errno == EINTR { continue }
      return count > 0 ? Array(bytes[..<count]) : []
    }
  }

  private var noSignal: Int32 {
    #if canImport(Darwin)
    0
    #else
    Int32(MSG_NOSIGNAL)
    #endif
  }
}

extension [UInt8] {
  var endOfHead: Int? {
    guard count >= 4 else { return nil }
    for index in 0...(count - 4) where self[index] == 0x0d {
      if self[index + 1] == 0x0a, self[index + 2] == 0x0d, self[index + 3] == 0x0a { return index + 4 }
    }
    return nil
  }
}
