extension Response {
  /// The same as `decode`, but off the caller's actor: a large body does not hold up the main actor.
  ///
  /// ```swift
  /// let order: Order = try await client.get("/orders/42").validate().decoded()
  /// ```
  /// - Throws: `NetworkError` of category `decoding` with the coding path and this response.
  @concurrent
  public func decoded<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, config: DecodingConfig = DecodingConfig()
  ) async throws(NetworkError) -> Value {
    try decode(type, config: config)
  }
}
