import Foundation
public import Networking

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Stage 2 with this session's configuration: retries, tokens, validators and redirects as in `Client`. Connections
  /// last for one call; for many calls, keep a `Client(transport: URLSessionTransport(configuration:))`.
  ///
  /// ```swift
  /// let response = try await URLSession.shared.response(for: request) { $0.timeout = .seconds(5) }
  /// ```
  /// - Throws: `NetworkError` with its category.
  public func response(
    for request: URLRequest, config: ExecutionConfig = ExecutionConfig(),
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    let built: Request
    do throws(RequestError) {
      built = try Request.with(RequestConfig(request))
    } catch {
      throw NetworkError(error)
    }
    return try await response(for: built, config: config, configure)
  }

  /// The same for a `Request`.
  public func response(
    for request: Request, config: ExecutionConfig = ExecutionConfig(),
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    let client = Client(transport: URLSessionTransport(configuration: configuration), execution: config)
    return try await client.response(for: request, configure)
  }
}
