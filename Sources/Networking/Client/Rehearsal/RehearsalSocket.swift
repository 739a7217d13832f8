import Basics
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A Unix socket that only this user can reach: takes one request, answers it with an empty 200 and keeps its bytes.
final class RehearsalSocket: Sendable {
  /// To connect to.
  let path: String
  private let folder: String
  private let listener: Int32
  /// Ends the wait when its writing end is closed.
  private let bell: PrivatePipe
  private let limit: Int
  private let received = Mutex<[UInt8]>([])

  init(limit: Int) throws(NetworkError) {
    let parent = getenv("TMPDIR").flatMap { String(validatingCString: $0) } ?? "/tmp"
    var template = Array("\(parent)/apus-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.fault(parent) }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = "\(folder)/s"
    let descriptor = Self.listening(at: path)
    guard descriptor >= 0, let bell = PrivatePipe() else {
      let fault = Self.fault(path)
      if descriptor >= 0 { Descriptor.close(descriptor) }
      unlink(path)
      rmdir(folder)
      throw fault
    }
    self.folder = folder
    self.path = path
    self.limit = limit
    self.bell = bell
    listener = descriptor
    guard ThreadStart({ [self] in serve() }).launch() else {
      let fault = Self.fault(path)
      release()
      Descriptor.close(bell.writing)
      throw fault
    }
  }

  private func release() {
    Descriptor.close(listener)
    Descriptor.close(bell.reading)
    unlink(path)
    rmdir(folder)
  }

  /// Ends it; the bytes received, head and body.
  func close() -> (head: [UInt8], body: [UInt8]) {
    Descriptor.close(bell.writing)
    let bytes = received.withLock { $0 }
    guard let end = bytes.firstRange(of: RequestEnd.ofHead) else { return (bytes, []) }
    return (Array(bytes[..<end.upperBound]), Array(bytes[end.upperBound...]))
  }

  private func serve() {
    defer { release() }
    guard waits(for: listener) else { return }
    let peer = accept(listener, nil, nil)
    guard peer >= 0 else { return }
    defer { Descriptor.close(peer) }
    _ = fcntl(peer, F_SETFD, FD_CLOEXEC)
    var end = RequestEnd()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while waits(for: peer) {
      let count = recv(peer, &chunk, chunk.count, 0)
      guard count > 0 else { return }
      let (isComplete, size) = received.withLock { bytes in
        bytes += chunk[..<count]
        return (end.isReached(in: bytes), bytes.count)
      }
      if end.takesExpectation() { Self.say("100 Continue\r\n\r\n", to: peer) }
      guard isComplete || size > limit else { continue }
      return Self.say("200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", to: peer)
    }
  }

  private static func say(_ text: String, to peer: Int32) {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    let bytes = Array("HTTP/1.1 \(text)".utf8)
    _ = send(peer, bytes, bytes.count, flags)
  }

  /// Whether something can be read before the bell rings.
  private func waits(for descriptor: Int32) -> Bool {
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: bell.reading, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&entries, 2, -1) < 0 { guard errno == EINTR else { return false } }
    return entries[0].revents != 0
  }

  private static func listening(at path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let hasRoom = withUnsafeMutableBytes(of: &address.sun_path) { room in
      guard bytes.count < room.count else { return false }
      room.copyBytes(from: bytes)
      return true
    }
    guard hasRoom else { return -1 }
    #if canImport(Glibc)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return -1 }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let isListening = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(descriptor, 1) == 0
      }
    }
    guard isListening else {
      Descriptor.close(descriptor)
      return -1
    }
    return descriptor
  }

  private static func fault(_ path: String) -> NetworkError {
    NetworkError(.other, "Cannot make a socket at \(path)", detail: String(cString: strerror(errno)))
  }
}

/// Finds the end of a request in its bytes.
struct RequestEnd {
  static let ofHead = Array("\r\n\r\n".utf8)
  private static let ofChunks = Array("\r\n0\r\n\r\n".utf8)

  /// The place after the head, once it is there.
  private var bodyStart: Int?
  private var length = 0
  private var isChunked = false
  private var isExpecting = false

  /// Whether the body waits for a word; `true` once.
  mutating func takesExpectation() -> Bool {
    defer { isExpecting = false }
    return isExpecting
  }

  mutating func isReached(in bytes: [UInt8]) -> Bool {
    if bodyStart == nil, let end = bytes.firstRange(of: Self.ofHead) {
      bodyStart = end.upperBound
      let headers = HeadParser.fields(ofHead: Array(bytes[..<end.upperBound]))
      length = headers["Content-Length"].flatMap { Int($0) } ?? 0
      isChunked = headers["Transfer-Encoding"] != nil
      isExpecting = headers["Expect"] != nil
    }
    guard let bodyStart else { return false }
    guard isChunked else { return bytes.count - bodyStart >= length }
    // From the end of the head on, so that an empty body ends, too.
    return bytes.count - bodyStart >= 5 && bytes[(bodyStart - 2)...].suffix(7).elementsEqual(Self.ofChunks)
  }
}
