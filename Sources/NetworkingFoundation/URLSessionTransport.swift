import Foundation
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Carries requests with a `URLSession`. For apps that must use one; everything else is better off with
/// `CurlTransport`.
///
/// On Linux it goes round what FoundationNetworking does wrong where that can be done: it never cancels from a task's
/// cancellation handler (which deadlocks), never suspends (which corrupts the body), answers a 401 with a Basic
/// challenge by itself (which hangs), and limits the whole time itself (which is ignored). One fault cannot be avoided:
/// a server that sends trailers after a chunked body ends the process. What is not possible at all is refused with
/// category `unsupported`; `capabilities` lists what is.
public struct URLSessionTransport: Transport {
  private let pool: SessionPool

  /// A session of the transport's own with that configuration: its cookies, cache and credentials apply. Copies of the
  /// transport share it.
  public init(configuration: URLSessionConfiguration) {
    pool = SessionPool(configuration)
  }

  /// A session without cookies, cache or credentials of its own, so that nothing is sent that the request does not say.
  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    self.init(configuration: configuration)
  }

  /// HTTP/2 and decompression; nothing that is set per connection. See `Transport.capabilities`.
  public var capabilities: TransportCapabilities {
    #if canImport(FoundationNetworking)
    TransportCapabilities(name: "URLSession (FoundationNetworking)", features: [.http2, .gzip, .brotli, .zstd])
    #else
    TransportCapabilities(name: "URLSession", features: [.http2, .http3, .gzip, .brotli])
    #endif
  }

  /// Begins a data task. Options that a `URLSession` does not have fail with category `unsupported`.
  public func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    let call = SessionCall(request, events: events)
    if let option = Self.unsupported(request.request) {
      call.fail(NetworkError(.unsupported, "URLSession cannot \(option)", request: request.request.summary))
    } else {
      call.begin(on: pool)
    }
    return call
  }

  /// What the request asks for and no `URLSession` does, in words.
  static func unsupported(_ request: Request) -> String? {
    let options = request.options
    let asked: [(Bool, String)] = [
      (options.unixSocket != nil, "connect to a unix socket"), (options.proxy != nil, "use a proxy per request"),
      (options.resolve?.isEmpty == false, "override the address of a host"),
      (options.connectTo?.isEmpty == false, "connect to another host"),
      (options.interface != nil, "choose an interface"), (options.tls != nil, "change the rules of TLS per request"),
      (options.authentication != nil, "answer a challenge of that scheme"),
      (options.httpVersion ?? .automatic != .automatic, "choose the version of HTTP"),
      (options.decompresses == false, "leave an answer compressed"),
      (request.method == .get && request.body != .none, "send a body with GET"),
    ]
    return asked.first { $0.0 }?.1
  }
}
