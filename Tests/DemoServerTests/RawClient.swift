import Dispatch

@testable import DemoServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A hand-written HTTP client on one socket, so that a test sees every byte of an answer and can send invalid requests.
struct RawClient {
  let port: Int

  /// The parsed answer to one request.
  struct Reply {
    var status: Int
    var headers: [(name: String, value: String)]
    /// The body with chunks joined; the trailers are in `trailers`.
    var body: [UInt8]
    var trailers: [(name: String, value: String)] = []

    var text: String { String(decoding: body, as: UTF8.self) }
    func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  struct Failure: Error {
    let message: String
  }

  /// Sends the bytes, closes nothing, reads until the server closes.
  func exchange(_ request: String) async throws -> [UInt8] {
    // On a separate thread: the server shares the few threads of the test's tasks and must not wait for them.
    let port = port
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "client").async {
        continuation.resume(with: Result { try Self.exchange(request, port: port) })
      }
    }
  }

  private static func exchange(_ request: String, port: Int) throws -> [UInt8] {
    let descriptor = try connected(to: port)
    defer { close(descriptor) }
    var rest = Array(request.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(message: "cannot write") }
      rest = rest.dropFirst(count)
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return answer }
      answer += buffer[..<count]
    }
  }

  /// - Returns: the socket, which the caller closes.
  static func connected(to port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { throw Failure(message: "no socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      close(descriptor)
      throw Failure(message: "cannot connect: errno \(errno)")
    }
    return descriptor
  }

  /// One request on its own connection.
  func send(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: String? = nil
  ) async throws -> Reply {
    var text = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
    return try reply(from: try await exchange(text + "\r\n" + (body ?? "")))
  }

  func json(_ method: String, _ target: String, _ body: String) async throws -> Reply {
    try await send(method, target, headers: [("Content-Type", "application/json")], body: body)
  }

  func reply(from bytes: [UInt8]) throws -> Reply {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Failure(message: "no head came back") }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count > 1, let status = Int(words[1]) else { throw Failure(message: "no status line") }
    var reply = Reply(status: status, headers: Self.fields(lines.dropFirst()), body: Array(bytes[end.upperBound...]))
    if reply.header("Transfer-Encoding") == "chunked" {
      (reply.body, reply.trailers) = Self.joined(reply.body)
    }
    return reply
  }

  private static func fields(_ lines: some Sequence<Substring>) -> [(name: String, value: String)] {
    lines.map { line in
      let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(halves[0]), halves.count > 1 ? String(halves[1].drop { $0 == " " }) : "")
    }
  }

  private static func joined(_ chunks: [UInt8]) -> ([UInt8], [(name: String, value: String)]) {
    var rest = chunks[...]
    var body: [UInt8] = []
    while let line = rest.firstRange(of: Array("\r\n".utf8)) {
      let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16) ?? 0
      rest = rest[line.upperBound...]
      if size == 0 { break }
      body += rest.prefix(size)
      rest = rest.dropFirst(size + 2)
    }
    return (body, fields(String(decoding: rest, as: UTF8.self).split(separator: "\r\n")))
  }
}

#if canImport(Glibc)
private let streamType = Int32(SOCK_STREAM.rawValue)
#else
private let streamType = SOCK_STREAM
#endif

/// A connection that sends only the beginning of a request.
final class IdleConnection: Sendable {
  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = try RawClient.connected(to: port)
    _ = write(descriptor, "GET / HT", 8)
  }

  deinit { close(descriptor) }
}

/// Starts a server for one test and stops it afterwards.
func withServer<R>(_ body: (RawClient) async throws -> R) async throws -> R {
  let server = try await DemoServer.start()
  do {
    let result = try await body(RawClient(port: server.port))
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}
