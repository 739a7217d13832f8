public import Basics
public import Dispatch
import HTTPModel
import HTTPTypes

/// Sends requests and runs them to completion. A value: copy it, change it, keep several.
///
/// Creating one is free; the transport opens with the first request. Copies share the transport with its open
/// connections, the cookie jar and the cache.
public struct Client: Sendable {
  /// The transport of the requests. Default: its own `CurlTransport`.
  public var transport: any Transport

  /// The transport of gRPC calls, opened for the first of them.
  package var http2: any Transport = HTTP2Transport()

  /// The running calls of this client and its copies.
  let lifetime = ClientLifetime()

  /// A client with its own connections, unless another client's `transport` is passed in.
  public init(
    transport: any Transport = CurlTransport(), baseURL: String = "", defaults: RequestConfig? = nil,
    execution: ExecutionConfig = ExecutionConfig()
  ) {
    self.transport = transport
    self.baseURL = baseURL
    _settings = Indirect(wrappedValue: Settings(defaults: defaults, execution: execution))
  }

  /// Explains where the base URL is given.
  @available(*, unavailable, message: "name the base URL: Client(baseURL: text)")
  public init(_ baseURL: some URLConvertible) { self.init() }

  /// The base of the paths of all calls, such as `https://api.shop.test/v2`. Requests with their own host ignore it.
  public var baseURL: String

  /// Headers, query items, options and modifiers for requests that do not set their own.
  public var defaults: RequestConfig {
    get { settings.defaults ?? RequestConfig() }
    _modify {
      var defaults = settings.defaults ?? RequestConfig()
      defer { settings.defaults = defaults }
      yield &defaults
    }
  }

  /// The execution of requests, unless a call replaces it (`config:`) or its closure changes a copy of it.
  public var execution: ExecutionConfig {
    get { settings.execution }
    _modify { yield &settings.execution }
  }

  private struct Settings: Sendable {
    /// `nil` spares the requests of a client without any from being layered.
    var defaults: RequestConfig?
    var execution: ExecutionConfig
  }

  /// Behind one reference, because a client is copied with each call.
  @Indirect private var settings: Settings

  /// The request, with the client's defaults for missing parts.
  func layered(_ request: Request) throws(RequestError) -> Request {
    try settings.defaults.map { defaults throws(RequestError) in try request.layered(over: defaults) } ?? request
  }

  /// A client without settings. All users share its connections.
  // A constant without settings; its connections are shared on purpose.
  public static let shared = Client()

  /// Sends `request` and reports its events as they happen. Never throws: the last event is `.finished`, with the
  /// failure if there was one. Cancelling the task that reads, or releasing the events, cancels the request.
  public func events(
    for request: some RequestConvertible, config: ExecutionConfig? = nil,
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) -> AsyncStream<Event> {
    let request = request.request(below: baseURL)
    let config = (config ?? execution).with(configure)
    let (events, feed) = AsyncStream.makeStream(of: Event.self)
    // Created now, because its time counts from now on.
    let call = Call(request, client: self, config: config) { event in
      if let event = Event(event) { feed.yield(event) }
    }
    let task = Task {
      var run = Execution(call)
      _ = await run.run()
      feed.finish()
    }
    feed.onTermination = { _ in task.cancel() }
    return events
  }

  /// Sends `request` and waits for the complete response. Any status is a success unless the configuration rejects it.
  ///
  /// Cancelling the task cancels the transfer.
  /// - Throws: `NetworkError` with its category, and with the response head if one had arrived.
  public nonisolated(nonsending) func response(
    for request: some RequestConvertible, config: ExecutionConfig? = nil,
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    let config = (config ?? execution).with(configure)
    guard let request = request as? Request else { return try await built(request, config) }
    var run = Execution(Call(request, client: self, config: config))
    let outcome = await run.run()
    if let failure = outcome.exchange.failure { throw failure }
    guard let response = outcome.response else {
      throw NetworkError(.other, "There was no response", request: request)
    }
    return response
  }

  /// Sends `request` and returns the complete exchange, successful or not.
  public nonisolated(nonsending) func exchange(
    for request: some RequestConvertible, config: ExecutionConfig? = nil,
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async -> Exchange {
    let config = (config ?? execution).with(configure)
    var run = Execution(Call(await built(request), client: self, config: config))
    return await run.run().exchange
  }

  /// Sends `request`, reports its events except `.finished`, and returns the exchange. The exchange of a cancelled
  /// request holds what had arrived.
  ///
  /// Cancelling the task cancels the transfer. `report` is called in order, on threads chosen by the transport.
  package nonisolated(nonsending) func exchange(
    for request: some RequestConvertible, onEvent report: @escaping @Sendable (ConversationEvent) -> Void,
    config: ExecutionConfig? = nil, _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async -> Exchange {
    let config = (config ?? execution).with(configure)
    let call = Call(await built(request), client: self, config: config) { event in
      if case .finished = event { return }
      report(event)
    }
    var run = Execution(call)
    return await run.run().exchange
  }
}

extension Client {
  /// An event of a call: for each hop `sent`, `head` and `received`, between two hops `continued`, and `finished` last.
  public enum Event: Sendable {
    /// A hop began, with the request as it will be sent.
    case sent(SentRequest)
    /// An informational response (1xx).
    case informational(ResponseHead)
    /// The head of a hop; `body` grows as the content arrives.
    case head(ResponseHead, body: ResponseBody)
    /// Bytes so far in either direction and, if known, in total. Coalesced to about 30 per second.
    case received(TransferProgress)
    /// The hop ended in a redirect, a retry or a challenge, and another follows.
    case continued(Hop)
    /// The end, including failure and cancellation: see `Exchange.failure`.
    case finished(Exchange)

    /// `nil` for the events of a protocol above HTTP.
    init?(_ event: ConversationEvent) {
      switch event {
      case .started(let request): self = .sent(request)
      case .informational(let head): self = .informational(head)
      case .head(let head, let body): self = .head(head, body: body)
      case .progress(let progress): self = .received(progress)
      case .continued(let hop): self = .continued(hop)
      case .finished(let exchange): self = .finished(exchange)
      case .state, .message, .messages, .streamed: return nil
      }
    }
  }
}

/// The completion-handler form, for callers without async.
extension Client {
  /// Sends `request` and calls `completion` exactly once: on `queue`, or without one on an unspecified thread. The
  /// request is built and the response received off the queue.
  /// - Returns: the task of the call. Cancelling it cancels the request, and before the start nothing is sent.
  @discardableResult
  public func send(
    _ request: some RequestConvertible, on queue: DispatchQueue? = nil, config: ExecutionConfig? = nil,
    _ configure: (inout ExecutionConfig) -> Void = { _ in },
    completion: @escaping @Sendable (Result<Response, NetworkError>) -> Void
  ) -> Task<Void, Never> {
    let config = (config ?? execution).with(configure)
    return Task {
      let result: Result<Response, NetworkError>
      do throws(NetworkError) {
        result = .success(try await response(for: request, config: config))
      } catch {
        result = .failure(error)
      }
      if let queue { queue.async { completion(result) } } else { completion(result) }
    }
  }
}

extension Client {
  /// The certificates that the server of a request presents, leaf first, trusted or not. Nothing of the request is
  /// sent: the connection ends when the certificates are known.
  /// - Parameter options: the connection to the server, such as its proxy and addresses.
  package func presentedCertificates(
    by url: String, over options: TransferOptions
  ) async throws(NetworkError) -> [Connection.Certificate] {
    guard let server = TransferOptions.TrustedCertificate.server(of: url) else {
      throw NetworkError(.url, "The URL \(url) has no host")
    }
    var probe: Request
    do {
      probe = try Request.with(RequestConfig(url: "https://\(server)/")) { $0.options = options.connectionOptions }
    } catch {
      throw NetworkError(.url, "The URL \(url) cannot be used", detail: "\(error)")
    }
    var tls = TransferOptions.TLSOptions()
    // No certificate has this fingerprint, so the connection ends before the request.
    tls.trusted = [TransferOptions.TrustedCertificate(host: server, sha256: "none")]
    probe.options.tls = tls
    probe.options.clientCertificates = nil
    probe.options.httpVersion = .http11
    let result = await HopRunner.run(TransportRequest(probe), on: transport) { _, _ in }
    let found = result.hop.connection?.tls?.certificates ?? []
    guard found.first?.sha256.isEmpty == false else {
      throw result.failure ?? NetworkError(.tls, "\(server) presented no certificate")
    }
    return found
  }
}
