public import Dispatch

extension Client {
  /// Sends `request` and calls `completion` exactly once on `queue`, for callers without async. The request is built
  /// and the response parsed off the queue.
  /// - Returns: the handle that cancels; cancelling before the start sends nothing.
  @discardableResult
  public func send(
    _ request: Request, on queue: DispatchQueue, _ configure: (inout ExecutionConfig) -> Void = { _ in },
    completion: @escaping @Sendable (Result<Response, NetworkError>) -> Void
  ) -> RequestHandle {
    send(request, configure) { result in queue.async { completion(result) } }
  }

  /// The same, with the status validated and the body decoded off the queue.
  @discardableResult
  public func send<Value: Decodable & Sendable>(
    _ request: Request, as type: Value.Type, on queue: DispatchQueue, config: DecodingConfig = DecodingConfig(),
    completion: @escaping @Sendable (Result<Value, NetworkError>) -> Void
  ) -> RequestHandle {
    send(request) { result in
      let decoded = result.flatMap { response in
        Result { () throws(NetworkError) -> Value in try response.validate().decode(type, config: config) }
      }
      queue.async { completion(decoded) }
    }
  }
}
