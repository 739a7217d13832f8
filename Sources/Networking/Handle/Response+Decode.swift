import Basics

extension Response {
  /// The body as a value, decoded according to its Content-Type. The type can be inferred. The status is not checked;
  /// `try response.validate().decode()` does that.
  ///
  /// - Throws: `NetworkError` of category `decoding` with the coding path (`.items[0].count`) and the response head.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, config: DecodingConfig = DecodingConfig(),
    _ configure: (inout DecodingConfig) -> Void = { _ in }
  ) throws(NetworkError) -> Value {
    var config = config
    configure(&config)
    let name = headers["Content-Type"]
    guard let coder = config.coder(for: name) else {
      throw failure("no decoder for \(name ?? "a response without Content-Type"): register one in contentTypes")
    }
    do {
      return try coder.decode(type, from: bytes)
    } catch {
      let (place, reason) = Self.words(for: error)
      let source = name.map { " from \(MediaType($0).essence.visible)" } ?? ""
      throw failure(
        "cannot decode \(type)\(source)\(place.isEmpty ? "" : " at \(place)")", detail: reason, underlying: error)
    }
  }

  /// The body as a `ResponseConvertible`: `String`, `Data`, `Empty`, an optional, or a custom type.
  public func decode<Value: ResponseConvertible>(
    _ type: Value.Type = Value.self, config: DecodingConfig = DecodingConfig(),
    _ configure: (inout DecodingConfig) -> Void = { _ in }
  ) throws(NetworkError) -> Value {
    try converted(config, configure)
  }

  /// The same for a type that is also `Decodable`: it is converted, not decoded.
  public func decode<Value: ResponseConvertible & Decodable>(
    _ type: Value.Type = Value.self, config: DecodingConfig = DecodingConfig(),
    _ configure: (inout DecodingConfig) -> Void = { _ in }
  ) throws(NetworkError) -> Value {
    try converted(config, configure)
  }

  private func converted<Value: ResponseConvertible>(
    _ config: DecodingConfig, _ configure: (inout DecodingConfig) -> Void
  ) throws(NetworkError) -> Value {
    var config = config
    configure(&config)
    do {
      return try Value(response: self, config: config)
    } catch {
      throw error as? NetworkError
        ?? failure("cannot create a \(Value.self)", detail: String(describing: error), underlying: error)
    }
  }

  /// Place and reason from the errors of Foundation's decoders.
  private static func words(for error: any Error) -> (place: String, reason: String) {
    guard let error = error as? DecodingError else { return ("", String(describing: error)) }
    switch error {
    case .typeMismatch(let type, let context): return (place(context), "\(context.debugDescription) (wanted \(type))")
    case .valueNotFound(let type, let context): return (place(context), "\(context.debugDescription) (wanted \(type))")
    case .keyNotFound(let key, let context): return (place(context), "there is no member '\(key.stringValue)'")
    case .dataCorrupted(let context): return (place(context), context.debugDescription)
    @unknown default: return ("", String(describing: error))
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? "." + key.stringValue }.joined()
  }
}
