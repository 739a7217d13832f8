/// Sends requests and runs them to completion. A value: copy it, change it, keep several.
///
/// Creating one is free; the transport opens with the first request. Copies share the transport with its open
/// connections, the cookie jar and the cache.
public struct Client: Sendable {
  /// What carries the requests. Default: a `CurlTransport` of its own.
  public var transport: any Transport

  /// What carries calls of gRPC. Opens with the first of them.
  package var http2: any Transport = HTTP2Transport()

  /// A client with its own connections, unless another client's `transport` is passed in.
  public init(
    transport: any Transport = CurlTransport(), baseURL: String = "", defaults: RequestConfig? = nil,
    execution: ExecutionConfig = ExecutionConfig()
  ) {
    self.transport = transport
    self.baseURL = baseURL
    self.defaults = defaults
    self.execution = execution
  }

  /// Where the paths of `get`, `post` and `response(_:_:execution:)` start: `https://api.shop.test/v2`. Requests with a
  /// host of their own ignore it.
  public var baseURL: String

  /// Headers, query items, options and modifiers for requests that do not set their own.
  @Indirect public var defaults: RequestConfig?

  /// How requests are executed unless a call says otherwise.
  @Indirect public var execution: ExecutionConfig

  private let layers = LayerMemory()

  /// The request with the client's defaults for what it does not set.
  func layered(_ request: Request) throws(RequestError) -> Request { try layers.whole(request, over: _defaults) }

  /// A client without settings. All users share its connections.
  // A constant without settings; sharing its connections is the point.
  public static let shared = Client()

  /// Sends `request` and reports its events as they happen. Never throws: the last event is `.finished`, with the
  /// failure if there was one. Ending the iteration cancels the request.
  public func events(
    for request: Request, _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) -> AsyncStream<ConversationEvent> {
    let config = execution.with(configure)
    let (events, feed) = AsyncStream.makeStream(of: ConversationEvent.self)
    let task = Task {
      var run = Execution(Call(request, client: self, config: config) { feed.yield($0) })
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
    for request: Request, config: ExecutionConfig? = nil, _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    var run = Execution(Call(request, client: self, config: (config ?? execution).with(configure)))
    let outcome = await run.run()
    if let failure = outcome.exchange.failure { throw failure }
    guard let response = outcome.response else { throw NetworkError(.other, "There was no response") }
    return response
  }

  /// Sends `request` and returns the complete exchange, successful or not.
  public nonisolated(nonsending) func exchange(
    for request: Request, _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async -> Exchange {
    var run = Execution(Call(request, client: self, config: execution.with(configure)))
    return await run.run().exchange
  }

  /// Sends `request`, reports its events except `.finished`, and returns the exchange. The exchange of a cancelled
  /// request holds what had arrived.
  ///
  /// Cancelling the task cancels the transfer. `tell` is called in order, on threads chosen by the transport.
  public nonisolated(nonsending) func exchange(
    for request: Request, telling tell: @escaping @Sendable (ConversationEvent) -> Void,
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async -> Exchange {
    let call = Call(request, client: self, config: execution.with(configure)) { event in
      if case .finished = event { return }
      tell(event)
    }
    var run = Execution(call)
    return await run.run().exchange
  }
}

/// The completion-handler form, for callers without async.
extension Client {
  /// Sends `request` and calls `completion` exactly once, on an unspecified thread: hop to your queue there.
  /// - Returns: the handle that cancels the request.
  @discardableResult
  public func send(
    _ request: Request, _ configure: (inout ExecutionConfig) -> Void = { _ in },
    completion: @escaping @Sendable (Result<Response, NetworkError>) -> Void
  ) -> RequestHandle {
    let config = execution.with(configure)
    return RequestHandle(
      Task {
        do throws(NetworkError) {
          completion(.success(try await response(for: request, config: config)))
        } catch {
          completion(.failure(error))
        }
      })
  }
}

/// Cancels a request sent with a completion handler.
public struct RequestHandle: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) {
    self.task = task
  }

  /// Cancels the request. Safe to call at any time, any number of times.
  public func cancel() { task.cancel() }
}
