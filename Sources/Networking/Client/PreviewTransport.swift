import Basics
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Sends nothing: libcurl writes each request into a socket that this program reads itself. `SentRequest` of the hop
/// then contains the exact bytes that a real transfer would send.
///
/// A request that would ask for HTTP/2 over TLS gets the head of HTTP/1.1.
package final class PreviewTransport: Transport {
  private let curl = CurlTransport()
  /// The number of bytes read from a request; a longer one is cut off.
  private let limit: Int

  package init(limit: Int = 1 << 20) { self.limit = limit }

  package var capabilities: TransportCapabilities { curl.capabilities }

  package func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    let stage: PreviewSocket
    do throws(NetworkError) {
      if request.request.isForPlainProxy {
        let advice = "send the request to see it in Sent"
        throw NetworkError(.unsupported, "The request to a proxy without TLS is known only after sending: \(advice)")
      }
      stage = try PreviewSocket(limit: limit)
    } catch {
      events(.finished(CurlTransport.failed(request.request, error, after: .zero)))
      return CallBox()
    }
    var carried = request
    carried.request = request.request.rehearsed(at: stage.path)
    return curl.start(carried) { event in
      guard case .finished(var result) = event else { return events(event) }
      let (head, body) = stage.close()
      result.hop.request.head = head
      result.hop.request.body = body.isEmpty ? nil : ByteStore(body)
      // A partly read body is not a failure of the preview.
      if !head.isEmpty { result.failure = nil }
      events(.finished(result))
    }
  }
}

extension Request {
  /// True if a proxy reads the head: the head differs then, and libcurl supports no proxy on a Unix socket.
  fileprivate var isForPlainProxy: Bool {
    let parts = URLParts(url)
    guard options.unixSocket == nil, parts.scheme?.asciiLowercased != "https",
      let proxy = ProxyWords.texts(for: self).first
    else { return false }
    return !proxy.isEmpty && !proxy.asciiLowercased.hasPrefix("socks") && !isBesideProxy(parts.comparableHost ?? "")
  }

  /// True if the list of hosts without a proxy has the host, by curl's rules.
  private func isBesideProxy(_ host: String) -> Bool {
    let known = (getenv("no_proxy") ?? getenv("NO_PROXY")).map { String(cString: $0) }
    return (options.noProxy ?? known ?? "").split { ", ".contains($0) }.contains { name in
      name == "*" || ProxyExceptions.isTakenByCurl(String(name).asciiLowercased, host)
    }
  }

  /// The request, sent to a Unix socket without TLS.
  fileprivate func rehearsed(at path: String) -> Request {
    var copy = self
    copy.options.unixSocket = path
    copy.options.resolve = nil
    copy.options.connectTo = nil
    copy.options.interface = nil
    copy.options.clientCertificates = nil
    copy.options.tls = nil
    if options.httpVersion == .http2PriorKnowledge { copy.options.httpVersion = .http11 }
    var parts = URLParts(url)
    guard parts.scheme?.asciiLowercased == "https" else { return copy }
    if options.httpVersion != .http10 { copy.options.httpVersion = .http11 }
    // The request would go through a tunnel, of which the proxy sees nothing.
    copy.options.proxy = ""
    parts.scheme = "http"
    // `Host` omits the port if it is the default of the scheme.
    if parts.port == 443 { parts.portText = nil }
    if parts.portText == "80", headers["Host"] == nil, let host = parts.host {
      copy.headers.append("Host", "\(host):80")
    }
    copy.url = parts.description
    return copy
  }
}

/// A Unix socket that only this user can reach. It receives one request, answers it with an empty 200 and keeps its
/// bytes.
final class PreviewSocket: Sendable {
  /// The path to connect to.
  let path: String
  private let folder: String
  private let listener: Int32
  /// Ends the wait when its write end is closed.
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

  /// Ends the socket and returns the received bytes, split into head and body.
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

  /// True if data can be read before the bell rings.
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

  /// The position after the head, once the head is complete.
  private var bodyStart: Int?
  private var length = 0
  private var isChunked = false
  private var isExpecting = false

  /// True if the body waits for `100 Continue`; returns true only once.
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
    // Searches from the end of the head, so that an empty body ends, too.
    return bytes.count - bodyStart >= 5 && bytes[(bodyStart - 2)...].suffix(7).elementsEqual(Self.ofChunks)
  }
}

/// Sends nothing. `SentRequest` of the hop gets the head that the request would have in HTTP/2, written as HTTP/1
/// except for `:authority`.
package final class HTTP2Rehearsal: Transport {
  package init() {}

  package var capabilities: TransportCapabilities { HTTP2Transport.features }

  package func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    let asked = request.request
    let sent = SentRequest(
      method: asked.method.rawValue, url: asked.url, head: RequestBlock(asked).text(authority: ":authority"))
    events(.finished(TransportResult(hop: Hop(request: sent), body: nil, failure: nil)))
    return CallBox()
  }
}
