import HTTPTypes

/// Calls that build their request and send it. The first trailing closure configures the request, `execution:` how it is
/// carried out:
///
/// ```swift
/// let client = Client(baseURL: "https://api.shop.test/v2")
/// let order = try await client.get("/orders/:id") {
///   $0.pathParameters["id"] = "42"
/// } execution: {
///   $0.timeout = .seconds(5)
/// }
/// ```
///
/// Both closures run on the caller's actor before anything else happens, so that they can use its state; the request is
/// built and sent off it. A task that was cancelled before the call sends nothing.
extension Client {
  /// Copies `base`, lets `configure` change it, builds the request and sends it. The client's `baseURL` stands in for a
  /// missing host.
  /// - Throws: `NetworkError`; an error that a closure or an encoder threw is its `underlying`.
  public nonisolated(nonsending) func response(
    _ base: RequestConfig, _ configure: (inout RequestConfig) throws -> Void = { _ in },
    execution adjust: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    var config = base
    do { try configure(&config) } catch {
      switch error {
      case let error as NetworkError: throw error
      case let error as RequestError: throw NetworkError(error)
      default:
        throw NetworkError(RequestError.configuration(String(describing: error), cause: .init(error)))
      }
    }
    if config.host.isEmpty { config.host = baseURL }
    return try await sent(config, execution.with(adjust))
  }

  /// Sends `GET` to a path below `baseURL`, or to a whole URL.
  /// - Throws: `NetworkError`; an error that a closure threw is its `underlying`.
  public nonisolated(nonsending) func get(
    _ path: String, _ configure: (inout RequestConfig) throws -> Void = { _ in },
    execution adjust: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    try await response(RequestConfig(path: path, method: .get), configure, execution: adjust)
  }

  /// Sends `POST` to a path below `baseURL`, or to a whole URL.
  /// - Throws: `NetworkError`; an error that a closure or an encoder threw is its `underlying`.
  public nonisolated(nonsending) func post(
    _ path: String, body: RequestConfig.Body = .none, _ configure: (inout RequestConfig) throws -> Void = { _ in },
    execution adjust: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    try await response(RequestConfig(path: path, method: .post, body: body), configure, execution: adjust)
  }

  /// Sends `PUT` to a path below `baseURL`, or to a whole URL.
  /// - Throws: `NetworkError`; an error that a closure or an encoder threw is its `underlying`.
  public nonisolated(nonsending) func put(
    _ path: String, body: RequestConfig.Body = .none, _ configure: (inout RequestConfig) throws -> Void = { _ in },
    execution adjust: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    try await response(RequestConfig(path: path, method: .put, body: body), configure, execution: adjust)
  }

  /// Sends `PATCH` to a path below `baseURL`, or to a whole URL.
  /// - Throws: `NetworkError`; an error that a closure or an encoder threw is its `underlying`.
  public nonisolated(nonsending) func patch(
    _ path: String, body: RequestConfig.Body = .none, _ configure: (inout RequestConfig) throws -> Void = { _ in },
    execution adjust: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    try await response(RequestConfig(path: path, method: .patch, body: body), configure, execution: adjust)
  }

  /// Sends `DELETE` to a path below `baseURL`, or to a whole URL.
  /// - Throws: `NetworkError`; an error that a closure threw is its `underlying`.
  public nonisolated(nonsending) func delete(
    _ path: String, _ configure: (inout RequestConfig) throws -> Void = { _ in },
    execution adjust: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    try await response(RequestConfig(path: path, method: .delete), configure, execution: adjust)
  }

  /// Building encodes the body, which may be slow: not on the caller's actor.
  @concurrent
  private func sent(_ config: RequestConfig, _ execution: ExecutionConfig) async throws(NetworkError) -> Response {
    let request: Request
    do throws(RequestError) { request = try config.build() } catch { throw NetworkError(error) }
    return try await response(for: request, config: execution)
  }
}
