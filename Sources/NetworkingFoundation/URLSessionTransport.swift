public import Foundation
import HTTPTypes
import Locks
public import Networking

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Sends requests with a `URLSession`, for apps that must use one; otherwise prefer `CurlTransport`.
///
/// On Linux it works around bugs in FoundationNetworking where possible: it never cancels from a task's cancellation
/// handler (which deadlocks), never suspends (which corrupts the body), completes a 401 with a Basic challenge itself
/// (which would hang), enforces the total timeout itself (which is ignored), and uses no `URLCache` or
/// `URLCredentialStorage` (with either of them, cancelling at the wrong moment crashes). One bug cannot be avoided: a
/// server that sends trailers after a chunked body crashes the process. Unsupported features fail with category
/// `unsupported`; see `capabilities`. `TransferOptions.priority` is a hint to the session.
public struct URLSessionTransport: Transport {
  private let pool: SessionPool

  /// Uses a new session with this configuration, including its cookies, cache and credentials. Copies of the transport
  /// share it; it ends with the last of them, after its transfers.
  ///
  /// The delegate gets the session's calls, as in a session of its own: heads, content, completions, challenges,
  /// metrics. It can cancel a transfer at its head and refuse a redirect; all other redirects are followed by the
  /// client, never by the session. On Linux it gets no challenges, because Foundation cannot continue after one.
  ///
  /// With a background configuration (Apple systems only), transfers continue while the app is suspended. The system
  /// follows their redirects, and a body arrives when it is complete. A transfer that outlives its process has no call
  /// that waits for it, so only the delegate gets its result: at the next launch, make a transport with the same
  /// identifier, and wait for `urlSession(_:downloadTask:didFinishDownloadingTo:)`, for uploads
  /// `urlSession(_:task:didCompleteWithError:)`, and `urlSessionDidFinishEvents(forBackgroundURLSession:)`. A process
  /// may have only one transport for an identifier.
  /// - Parameters:
  ///   - configuration: copied; later changes have no effect.
  ///   - delegate: retained until the session has ended.
  ///   - delegateQueue: the queue of the delegate's calls, which transfers wait for; `nil`, or one that is not serial,
  ///     for a queue of its own.
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)? = nil,
    delegateQueue: OperationQueue? = nil
  ) {
    pool = SessionPool(configuration, queue: delegateQueue) { delegate }
  }

  /// Uses a new session like `session`, whose delegate gets its calls.
  init(like session: URLSession) {
    let queue = session.delegate == nil ? nil : session.delegateQueue
    // The session retains its delegate, and the delegate often its session.
    pool = SessionPool(session.configuration, queue: queue) { [weak session] in session?.delegate }
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

  /// Starts a data task. A request that needs a missing feature fails with category `unsupported`, which names the
  /// option.
  public func start(
    _ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportCall {
    let call = SessionCall(request, events: events)
    if let refusal = capabilities.refusal(of: request.request) {
      call.fail(refusal)
    } else {
      call.begin(on: pool)
    }
    return call
  }

  /// Fails all transfers with category `shutDown`, now and later, and ends the session. Copies share both.
  public func shutdown() async { await pool.shutdown() }
}

/// The transports behind `URLSession.response`: one for each session, for as long as the session lives, so that calls
/// reuse its connections.
final class SessionPools: Sendable {
  private struct Entry {
    weak var session: URLSession?
    let transport: URLSessionTransport
  }

  // Sessions are objects with an identity, and a method on a session has no other place for this data.
  static let all = SessionPools()

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  func transport(of session: URLSession) -> URLSessionTransport {
    entries.withLock { entries in
      let id = ObjectIdentifier(session)
      // An earlier session may have had this address.
      if let entry = entries[id], entry.session === session { return entry.transport }
      entries = entries.filter { $0.value.session != nil }
      let transport = URLSessionTransport(like: session)
      entries[id] = Entry(session: session, transport: transport)
      return transport
    }
  }

  /// The number of known sessions, for tests.
  var count: Int { entries.withLock { $0.values.count { $0.session != nil } } }
}
