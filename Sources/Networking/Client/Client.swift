/// Sends requests and follows them to their end. A value: copy it, change it, keep several.
///
/// Making one costs nothing; the transport opens with the first request. Copies share the transport with its open
/// connections, the cookie jar and the cache.
public struct Client: Sendable {
  /// What carries the requests. Default: a `CurlTransport` of the client's own.
  public var transport: any Transport

  /// A client with its own connections, unless another client's `transport` is passed in.
  public init(
    transport: any Transport = CurlTransport(), defaults: RequestConfig? = nil,
    execution: ExecutionConfig = ExecutionConfig()
  ) {
    self.transport = transport
    self.defaults = defaults
    self.execution = execution
  }

  /// Headers, query rows, options and modifiers for requests that do not say otherwise.
  @Indirect public var defaults: RequestConfig?

  /// How requests are executed unless a call says otherwise.
  @Indirect public var execution: ExecutionConfig

  /// A client without settings. All uses share its connections.
  // A constant value without settings; the connections behind it are what makes sharing worth it.
  public static let shared = Client()

  /// Sends `request` and reports its events as they happen. Never fails: the last event is `.finished`, with the
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

  /// Sends `request` and waits for the whole answer, whatever its status, unless the configuration refuses it.
  ///
  /// Cancelling the task cancels the transfer.
  /// - Throws: `NetworkError` with its category, and with the head where one had arrived.
  public func response(
    for request: Request, config: ExecutionConfig? = nil, _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    var run = Execution(Call(request, client: self, config: (config ?? execution).with(configure)))
    let outcome = await run.run()
    if let failure = outcome.exchange.failure { throw failure }
    guard let response = outcome.response else { throw NetworkError(.other, "There was no answer") }
    return response
  }

  /// Sends `request` and returns everything that happened, whether it failed or not.
  public func exchange(
    for request: Request, _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async -> Exchange {
    var run = Execution(Call(request, client: self, config: execution.with(configure)))
    return await run.run().exchange
  }

  /// Sends `request`, reports its events except `.finished`, and returns the exchange. The exchange of a cancelled
  /// request holds what had arrived.
  ///
  /// Cancelling the task cancels the transfer. `tell` is called from threads of the transport's choice, in order.
  public func exchange(
    for request: Request, telling tell: @escaping @Sendable (ConversationEvent) -> Void
  ) async -> Exchange {
    let call = Call(request, client: self, config: execution) { event in
      if case .finished = event { return }
      tell(event)
    }
    var run = Execution(call)
    return await run.run().exchange
  }
}

/// The completion-handler form, for callers without async.
extension Client {
  /// Sends `request` and calls `completion` exactly once, on the executor of its own choice: hop to a queue in it.
  /// - Returns: the handle that cancels.
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

/// Stops a request that was sent with a completion handler.
public struct RequestHandle: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) {
    self.task = task
  }

  /// Safe at any time, any number of times.
  public func cancel() { task.cancel() }
}
