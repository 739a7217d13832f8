import Foundation
import HTTPTypes
public import Networking
import Synchronization

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

  /// - Parameter delegate: receives challenges and metrics.
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

/// A transport's session, which is invalidated with its last user.
final class SessionPool: Sendable {
  private let session: URLSession
  private let delegate: SessionDelegate

  init(_ configuration: URLSessionConfiguration, delegate own: (any URLSessionDelegate)? = nil) {
    delegate = SessionDelegate(own)
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// A task whose delegate calls go to `call`.
  func task(for request: URLRequest, call: SessionCall) -> URLSessionDataTask {
    let task = session.dataTask(with: request)
    delegate.calls.withLock { $0[task.taskIdentifier] = call }
    return task
  }

  func forget(_ task: URLSessionTask) {
    delegate.calls.withLock { $0[task.taskIdentifier] = nil }
  }
}

/// Forwards delegate calls to the call they belong to. FoundationNetworking supports only a session's delegate, not a
/// task's.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
  let calls = Mutex<[Int: SessionCall]>([:])
  /// The delegate of the session that this one replaces.
  private let own: (any URLSessionDelegate)?

  init(_ own: (any URLSessionDelegate)?) { self.own = own }

  private func call(_ task: URLSessionTask) -> SessionCall? {
    calls.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    call(dataTask)?.didReceive(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    call(dataTask)?.didReceive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The client follows redirects hop by hop, so for the transport this is the final response.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
    // Any disposition of the challenge would hang the task. The complete 401 has arrived, so use it as the response.
    call(task)?.didComplete(challenge.failureResponse, failure: nil)
    #else
    if let own = own as? any URLSessionTaskDelegate,
      own.urlSession?(session, task: task, didReceive: challenge, completionHandler: completionHandler) != nil
    {
      return
    }
    if own?.urlSession?(session, didReceive: challenge, completionHandler: completionHandler) != nil { return }
    completionHandler(.performDefaultHandling, nil)
    #endif
  }

  #if !canImport(FoundationNetworking)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
  ) {
    (own as? any URLSessionTaskDelegate)?.urlSession?(session, task: task, didFinishCollecting: metrics)
  }
  #endif

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    call(task)?.didComplete(task.response, failure: error)
  }
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
      let transport = URLSessionTransport(configuration: session.configuration, delegate: session.delegate)
      entries[id] = Entry(session: session, transport: transport)
      return transport
    }
  }

  /// The number of known sessions, for tests.
  var count: Int { entries.withLock { $0.values.count { $0.session != nil } } }
}
