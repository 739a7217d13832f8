import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// A server on loopback that keeps the bytes of each request as they came and answers 200.
final class CaptureServer: Sendable {
  let port: Int
  private let socket: Int32

  struct Failure: Error {
    let call: String
  }

  init() throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw Failure(call: "socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    // A client that never comes is a failure, not a hang.
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = socket
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard result else { throw Failure(call: "bind") }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(socket) }

  /// Waits for one request and returns its bytes, the chunks of a chunked body as they came.
  func next() async throws -> [UInt8] {
    let descriptor = socket
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try Self.receive(on: descriptor) })
      }
    }
  }

  private static func receive(on descriptor: Int32) throws -> [UInt8] {
    let connection = accept(descriptor, nil, nil)
    guard connection >= 0 else { throw Failure(call: "accept") }
    defer { close(connection) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isComplete(bytes) {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
    guard write(connection, answer, answer.count) == answer.count else { throw Failure(call: "write") }
    return bytes
  }

  private static func isComplete(_ bytes: [UInt8]) -> Bool {
    let (head, body) = split(bytes)
    guard let body else { return false }
    for line in head.split(separator: "\r\n") {
      let lower = line.lowercased()
      if lower.hasPrefix("content-length:"), let size = Int(lower.dropFirst(15).trimmingCharacters(in: .whitespaces)) {
        return body.count >= size
      }
      if lower.hasPrefix("transfer-encoding: chunked") { return body.suffix(5) == Array("0\r\n\r\n".utf8)[...] }
    }
    return true
  }

  /// The head as text without its empty line, and what follows; `nil` for the latter while the head is not complete.
  static func split(_ bytes: [UInt8]) -> (head: String, body: ArraySlice<UInt8>?) {
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: "\r\n\r\n".utf8) }) else { return ("", nil) }
    return (String(decoding: bytes[..<end], as: UTF8.self), bytes[(end + 4)...])
  }

  /// Runs a command line with `sh`, in an empty home, and returns its exit status.
  static func shell(_ text: String, in folder: String) async throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // A script and not `-c`: one word of a command line holds no more than 128 kB.
    let script = folder + "/.script"
    try Data(text.utf8).write(to: URL(filePath: script))
    process.arguments = [script]
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    return try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
  }
}
