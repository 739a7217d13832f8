import Basics
import HTTPModel
import Libc
import Locks

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
    let peer: PreviewPeer
    do throws(NetworkError) {
      if request.request.isForPlainProxy {
        let advice = "send the request to see it in Sent"
        throw NetworkError(.unsupported, "The request to a proxy without TLS is known only after sending: \(advice)")
      }
      peer = try PreviewPeer(limit: limit)
    } catch {
      events(.finished(CurlTransport.failed(request.request, error, after: .zero)))
      return CallBox()
    }
    var carried = request
    carried.request = request.request.sent(to: peer.path)
    carried.previewPeer = peer
    return curl.start(carried) { event in
      guard case .finished(var result) = event else { return events(event) }
      let (head, body) = peer.request
      result.hop.request.head = head
      result.hop.request.body = body.isEmpty ? nil : ByteStore(body)
      events(.finished(result))
    }
  }
}

extension Request {
  /// True if a proxy reads the head: the head differs then, and libcurl supports no proxy on a Unix socket.
  fileprivate var isForPlainProxy: Bool {
    let parts = URLParts(url)
    guard options.unixSocket == nil, parts.scheme?.asciiLowercased != "https",
      let proxy = ProxyLogin.texts(for: self).first
    else { return false }
    return !proxy.isEmpty && !proxy.asciiLowercased.hasPrefix("socks") && !isBesideProxy(parts.comparableHost ?? "")
  }

  /// True if the list of hosts without a proxy has the host, by curl's rules.
  private func isBesideProxy(_ host: String) -> Bool {
    let known = (getenv("no_proxy") ?? getenv("NO_PROXY")).map { String(cString: $0) }
    return (options.noProxy ?? known ?? "").split { ", ".contains($0) }.contains { name in
      name == "*" || HostPattern.isTakenByCurl(String(name).asciiLowercased, host)
    }
  }

  /// The request, sent to a Unix socket without TLS.
  fileprivate func sent(to path: String) -> Request {
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

/// A Unix socket that only this user can reach. It reads one request, and answers nothing.
// libcurl 7.88 cannot use a connected socket (CURL_SOCKOPT_ALREADY_CONNECTED), so it connects to a path.
final class PreviewPeer: Sendable {
  private static let endOfHead = Array("\r\n\r\n".utf8)
  private static let endOfChunks = Array("\r\n0\r\n\r\n".utf8)

  private struct State {
    /// The accepted connection; -1 before.
    var peer: Int32 = -1
    var bytes: [UInt8] = []
  }

  /// The path to connect to.
  let path: String
  private let folder: String
  private let listener: Int32
  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) throws(NetworkError) {
    let parent = getenv("TMPDIR").flatMap { String(validatingCString: $0) } ?? "/tmp"
    var template = Array("\(parent)/apus-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.fault(parent) }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = "\(folder)/s"
    let descriptor = Self.listening(at: path)
    guard descriptor >= 0 else {
      let fault = Self.fault(path)
      Self.remove(folder, path)
      throw fault
    }
    (self.folder, self.path, self.limit) = (folder, path, limit)
    listener = descriptor
  }

  deinit {
    Descriptor.close(listener)
    let peer = state.withLock { $0.peer }
    if peer < 0 { Self.remove(folder, path) } else { Descriptor.close(peer) }
  }

  /// Reads what libcurl has written.
  /// - Returns: true if the request is complete, or longer than the limit.
  func collect() -> Bool {
    state.withLock { state in
      if state.peer < 0 { state.peer = accepted() }
      guard state.peer >= 0 else { return false }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while state.bytes.count <= limit {
        let count = read(state.peer, &chunk, chunk.count)
        guard count > 0 else { break }
        state.bytes += chunk[..<count]
      }
      return state.bytes.count > limit || Self.isComplete(state.bytes)
    }
  }

  private func accepted() -> Int32 {
    let peer = accept(listener, nil, nil)
    guard peer >= 0 else { return -1 }
    _ = fcntl(peer, F_SETFD, FD_CLOEXEC)
    _ = fcntl(peer, F_SETFL, O_NONBLOCK)
    Self.remove(folder, path)
    return peer
  }

  private static func remove(_ folder: String, _ path: String) {
    unlink(path)
    rmdir(folder)
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
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
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

  /// The bytes so far, split into head and body.
  var request: (head: [UInt8], body: [UInt8]) {
    let bytes = state.withLock { $0.bytes }
    guard let end = bytes.firstRange(of: Self.endOfHead) else { return (bytes, []) }
    return (Array(bytes[..<end.upperBound]), Array(bytes[end.upperBound...]))
  }

  static func isComplete(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstRange(of: endOfHead)?.upperBound else { return false }
    let headers = HeadParser.fields(ofHead: Array(bytes[..<end]))
    guard headers["Transfer-Encoding"] != nil else {
      return bytes.count - end >= headers["Content-Length"].flatMap { Int($0) } ?? 0
    }
    // Compares from the end of the head, so that an empty body ends, too.
    return bytes.count - end >= 5 && bytes[(end - 2)...].suffix(7).elementsEqual(endOfChunks)
  }
}

/// Sends nothing. `SentRequest` of the hop gets the head that the request would have in HTTP/2, written as HTTP/1
/// except for `:authority`.
package final class HTTP2Preview: Transport {
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
