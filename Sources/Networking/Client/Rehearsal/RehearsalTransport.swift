import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Sends nothing: libcurl writes each request into a socket that this program reads itself, so that what would be sent
/// is known to the byte, in `SentRequest` of the hop.
///
/// The head is that of HTTP/1.1 where a server would be asked for HTTP/2 over TLS.
package final class RehearsalTransport: Transport {
  private let curl = CurlTransport()
  /// So many bytes of a request are read; of a longer one, the beginning.
  private let limit: Int

  package init(limit: Int = 1 << 20) { self.limit = limit }

  package var capabilities: TransportCapabilities { curl.capabilities }

  package func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    let stage: RehearsalSocket
    do throws(NetworkError) {
      if request.request.isForPlainProxy {
        let advice = "send the request to see it in Sent"
        throw NetworkError(.unsupported, "What a proxy is given without TLS is not known before: \(advice)")
      }
      stage = try RehearsalSocket(limit: limit)
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
      // A body that was not read to its end is no failure of a rehearsal.
      if !head.isEmpty { result.failure = nil }
      events(.finished(result))
    }
  }
}

extension Request {
  /// Whether a proxy reads the head: it is another one then, and libcurl has no proxy on a Unix socket.
  fileprivate var isForPlainProxy: Bool {
    let parts = URLParts(url)
    guard options.unixSocket == nil, parts.scheme?.asciiLowercased != "https",
      let proxy = ProxyWords.texts(for: self).first
    else { return false }
    return !proxy.isEmpty && !proxy.asciiLowercased.hasPrefix("socks") && !isBesideProxy(parts.comparableHost ?? "")
  }

  /// Whether a list of hosts without a proxy has the host, by curl's rules.
  private func isBesideProxy(_ host: String) -> Bool {
    let known = (getenv("no_proxy") ?? getenv("NO_PROXY")).map { String(cString: $0) }
    return (options.noProxy ?? known ?? "").split { ", ".contains($0) }.contains { name in
      name == "*" || ProxyExceptions.isTakenByCurl(String(name).asciiLowercased, host)
    }
  }

  /// The same request to a Unix socket, without TLS.
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
    // It would be sent through a tunnel of the proxy, which sees nothing of it.
    copy.options.proxy = ""
    parts.scheme = "http"
    // `Host` has no port if it is the one of the scheme.
    if parts.port == 443 { parts.portText = nil }
    if parts.portText == "80", headers["Host"] == nil, let host = parts.host {
      copy.headers.append("Host", "\(host):80")
    }
    copy.url = parts.description
    return copy
  }
}
