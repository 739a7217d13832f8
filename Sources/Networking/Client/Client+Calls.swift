import HTTPModel
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
  /// Copies `base`, lets `configure` change it, builds the request and sends it.
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
    return try await response(for: config, config: execution.with(adjust))
  }

  /// Sends `GET` to a path below `baseURL`, or to a whole URL.
  /// - Throws: `NetworkError`; an error that a closure threw is its `underlying`.
  public nonisolated(nonsending) func get(
    _ url: some URLConvertible, _ configure: (inout RequestConfig) throws -> Void = { _ in },
    execution adjust: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    try await response(url.config(.get), configure, execution: adjust)
  }

  /// Sends `HEAD` to a path below `baseURL`, or to a whole URL.
  /// - Throws: `NetworkError`; an error that a closure threw is its `underlying`.
  public nonisolated(nonsending) func head(
    _ url: some URLConvertible, _ configure: (inout RequestConfig) throws -> Void = { _ in },
    execution adjust: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    try await response(url.config(.head), configure, execution: adjust)
  }

  /// Sends `POST` to a path below `baseURL`, or to a whole URL.
  /// - Throws: `NetworkError`; an error that a closure or an encoder threw is its `underlying`.
  public nonisolated(nonsending) func post(
    _ url: some URLConvertible, body: RequestConfig.Body = .none,
    _ configure: (inout RequestConfig) throws -> Void = { _ in },
    execution adjust: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    try await response(url.config(.post, body: body), configure, execution: adjust)
  }

  /// Sends `PUT` to a path below `baseURL`, or to a whole URL.
  /// - Throws: `NetworkError`; an error that a closure or an encoder threw is its `underlying`.
  public nonisolated(nonsending) func put(
    _ url: some URLConvertible, body: RequestConfig.Body = .none,
    _ configure: (inout RequestConfig) throws -> Void = { _ in },
    execution adjust: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    try await response(url.config(.put, body: body), configure, execution: adjust)
  }

  /// Sends `PATCH` to a path below `baseURL`, or to a whole URL.
  /// - Throws: `NetworkError`; an error that a closure or an encoder threw is its `underlying`.
  public nonisolated(nonsending) func patch(
    _ url: some URLConvertible, body: RequestConfig.Body = .none,
    _ configure: (inout RequestConfig) throws -> Void = { _ in },
    execution adjust: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    try await response(url.config(.patch, body: body), configure, execution: adjust)
  }

  /// Sends `DELETE` to a path below `baseURL`, or to a whole URL.
  /// - Throws: `NetworkError`; an error that a closure threw is its `underlying`.
  public nonisolated(nonsending) func delete(
    _ url: some URLConvertible, _ configure: (inout RequestConfig) throws -> Void = { _ in },
    execution adjust: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    try await response(url.config(.delete), configure, execution: adjust)
  }

  /// Building encodes the body, which may be slow: not on the caller's actor.
  nonisolated(nonsending) func built(_ request: some RequestConvertible) async -> Request {
    if let request = request as? Request { return request }
    return await builtConcurrently(request)
  }

  /// Builds and sends without a return to the caller's actor in between.
  @concurrent
  func built(_ request: some RequestConvertible, _ config: ExecutionConfig) async throws(NetworkError) -> Response {
    try await response(for: request.request(below: baseURL), config: config)
  }

  @concurrent
  private func builtConcurrently(_ request: some RequestConvertible) async -> Request {
    request.request(below: baseURL)
  }
}

extension URLConvertible {
  fileprivate func config(_ method: HTTPRequest.Method, body: RequestConfig.Body = .none) -> RequestConfig {
    var config = requestConfig
    config.method = method
    config.body = body
    return config
  }
}
