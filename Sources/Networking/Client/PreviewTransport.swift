import Basics
import HTTPModel
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Sends nothing: libcurl writes each request into a socket whose other end this program reads. `SentRequest` of the hop
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
    carried.request = request.request.withoutServer
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
      name == "*" || ProxyExceptions.isTakenByCurl(String(name).asciiLowercased, host)
    }
  }

  /// The request over a connection that exists already, without TLS.
  fileprivate var withoutServer: Request {
    var copy = self
    // No name is looked up for a Unix socket. The peer takes its place, so that the path is not used.
    copy.options.unixSocket = "/"
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

/// The other end of the connection of a request that is not sent: reads the request, and answers nothing.
final class PreviewPeer: Sendable {
  private static let endOfHead = Array("\r\n\r\n".utf8)
  private static let endOfChunks = Array("\r\n0\r\n\r\n".utf8)

  /// libcurl's end.
  private let socket: Int32
  private let hasTakenSocket = Atomic(false)
  private let peer: Int32
  private let limit: Int
  private let received = Mutex<[UInt8]>([])

  init(limit: Int) throws(NetworkError) {
    #if canImport(Glibc)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw NetworkError(.other, "No descriptors are left for a preview", detail: String(cString: strerror(errno)))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (socket, peer) = (ends[0], ends[1])
    _ = fcntl(peer, F_SETFL, O_NONBLOCK)
    self.limit = limit
  }

  deinit {
    if !hasTakenSocket.load(ordering: .relaxed) { Descriptor.close(socket) }
    Descriptor.close(peer)
  }

  /// The connected socket for libcurl, which closes it.
  func takeSocket() -> Int32 { hasTakenSocket.exchange(true, ordering: .relaxed) ? -1 : socket }

  /// Reads what libcurl has written.
  /// - Returns: true if the request is complete, or longer than the limit.
  func collect() -> Bool {
    received.withLock { bytes in
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while bytes.count <= limit {
        let count = read(peer, &chunk, chunk.count)
        guard count > 0 else { break }
        bytes += chunk[..<count]
      }
      return bytes.count > limit || Self.isComplete(bytes)
    }
  }

  /// The bytes so far, split into head and body.
  var request: (head: [UInt8], body: [UInt8]) {
    let bytes = received.withLock { $0 }
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
