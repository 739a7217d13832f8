import Foundation
import HTTPTypes
public import Networking

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Sends requests with a `URLSession`, for apps that must use one; otherwise prefer `CurlTransport`.
///
/// On Linux it works around bugs in FoundationNetworking where possible: it never cancels from a task's cancellation
/// handler (which deadlocks), never suspends (which corrupts the body), completes a 401 with a Basic challenge itself
/// (which would hang), and enforces the total timeout itself (which is ignored). One bug cannot be avoided: a server
/// that sends trailers after a chunked body crashes the process. Unsupported features fail with category `unsupported`;
/// see `capabilities`.
public struct URLSessionTransport: Transport {
  private let pool: SessionPool

  /// Uses a new session with this configuration, including its cookies, cache and credentials. Copies of the transport
  /// share it.
  public init(configuration: URLSessionConfiguration) {
    self.init(configuration: configuration, delegate: nil)
  }

  /// - Parameter delegate: asked about challenges and told of metrics.
  init(configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?) {
    pool = SessionPool(configuration, delegate: delegate)
  }

  /// Uses a session without cookies, cache or credentials, so that only the request's own content is sent.
  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    self.init(configuration: configuration)
  }

  /// HTTP/2 and decompression, but no per-connection settings. See `Transport.capabilities`.
  public var capabilities: TransportCapabilities {
    #if canImport(FoundationNetworking)
    TransportCapabilities(name: "URLSession (FoundationNetworking)", features: [.http2, .gzip, .brotli, .zstd])
    #else
    TransportCapabilities(name: "URLSession", features: [.http2, .http3, .gzip, .brotli])
    #endif
  }

  /// Starts a data task. Options that `URLSession` does not support fail with category `unsupported`.
  public func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    let call = SessionCall(request, events: events)
    if let option = Self.unsupported(request.request) {
      call.fail(NetworkError(.unsupported, "URLSession cannot \(option)", request: request.request))
    } else {
      call.begin(on: pool)
    }
    return call
  }

  /// The first feature of the request that `URLSession` does not support, for the message; `nil` if there is none.
  static func unsupported(_ request: Request) -> String? {
    let options = request.options
    let asked: [(Bool, String)] = [
      (options.unixSocket != nil, "connect to a unix socket"), (options.proxy != nil, "use a proxy per request"),
      (options.resolve?.isEmpty == false, "override the address of a host"),
      (options.connectTo?.isEmpty == false, "connect to another host"),
      (options.interface != nil, "choose an interface"), (options.tls != nil, "change TLS settings per request"),
      (options.authentication != nil, "authenticate with that scheme"),
      (options.httpVersion ?? .automatic != .automatic, "choose the HTTP version"),
      (options.decompresses == false, "leave a response compressed"),
      (request.method == .get && request.body != .none, "send a body with GET"),
    ]
    return asked.first { $0.0 }?.1
  }
}
