import Foundation
public import Networking

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Stage 2 with this session's configuration: retries, tokens, validators and redirects as in `Client`. All calls of
  /// a session share connections. On Apple systems its delegate is asked about challenges and told of metrics; on
  /// Linux, Foundation cannot carry on after a challenge. `config` decides redirects.
  ///
  /// ```swift
  /// let response = try await URLSession.shared.response(for: request) { $0.timeout = .seconds(5) }
  /// ```
  /// - Throws: `NetworkError` with its category.
  public nonisolated(nonsending) func response(
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
  public nonisolated(nonsending) func response(
    for request: Request, config: ExecutionConfig = ExecutionConfig(),
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    let client = Client(transport: SessionPools.all.transport(of: self), execution: config)
    return try await client.response(for: request, configure)
  }
}
