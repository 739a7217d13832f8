package import Basics
public import Essentials
import HTTPModel
import HTTPTypes

/// A type that is created from a whole response, not only from its body.
public protocol ResponseConvertible {
  /// Creates the value. An error other than `NetworkError` becomes one of category `decoding`.
  init(response: Response, config: DecodingConfig) throws
}

/// The value of a response whose body is ignored.
public struct Empty: Hashable, Sendable, Codable, ResponseConvertible {
  /// The one value of this type.
  public init() {}
  /// Ignores the response.
  public init(response: Response, config: DecodingConfig) {}
}

extension Data: ResponseConvertible {
  /// The body's bytes.
  public init(response: Response, config: DecodingConfig) { self = response.data }
}

/// Converts to the text of the body in its character set.
extension String: ResponseConvertible {
  /// `response.text()`.
  public init(response: Response, config: DecodingConfig) { self = response.text() }
}

/// `nil` for 204, 205, 304, every empty body and a JSON `null`; otherwise the decoded value, or its error.
extension Optional: ResponseConvertible where Wrapped: Decodable {
  /// `nil` if there is nothing to decode.
  public init(response: Response, config: DecodingConfig) throws {
    guard response.body.count > 0, ![204, 205, 304].contains(response.status.code) else {
      self = nil
      return
    }
    self = try response.decodedBody(as: Self.self, config)
  }
}

extension Response {
  /// The body as a value, decoded according to its Content-Type. The type can be inferred. The status is not checked;
  /// `try response.validate().decode()` does that.
  ///
  /// - Throws: `NetworkError` of category `decoding` with the coding path (`.items[0].count`) and the response head.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, config: DecodingConfig = DecodingConfig(),
    _ configure: (inout DecodingConfig) -> Void = { _ in }
  ) throws(NetworkError) -> Value {
    // A generic caller may not know that its type is convertible.
    if let convertible = Value.self as? any ResponseConvertible.Type,
      let value = try converted(to: convertible, config, configure) as? Value
    {
      return value
    }
    var config = config
    configure(&config)
    return try decodedBody(as: type, config)
  }

  /// Explains that the type of the value must be known.
  @available(*, unavailable, message: "say the type of the value: let order: Order = try response.decode()")
  @_disfavoredOverload
  public func decode(
    config: DecodingConfig = DecodingConfig(), _ configure: (inout DecodingConfig) -> Void = { _ in }
  ) throws(NetworkError) -> Empty {
    Empty()
  }

  /// The body as a `ResponseConvertible`: `String`, `Data`, `Empty`, an optional, or a custom type.
  public func decode<Value: ResponseConvertible>(
    _ type: Value.Type = Value.self, config: DecodingConfig = DecodingConfig(),
    _ configure: (inout DecodingConfig) -> Void = { _ in }
  ) throws(NetworkError) -> Value {
    try converted(to: type, config, configure)
  }

  /// The body as a `ResponseConvertible` that is also `Decodable`: it is converted, not decoded.
  public func decode<Value: ResponseConvertible & Decodable>(
    _ type: Value.Type = Value.self, config: DecodingConfig = DecodingConfig(),
    _ configure: (inout DecodingConfig) -> Void = { _ in }
  ) throws(NetworkError) -> Value {
    try converted(to: type, config, configure)
  }

  private func converted<Value: ResponseConvertible>(
    to type: Value.Type, _ config: DecodingConfig, _ configure: (inout DecodingConfig) -> Void
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

  /// The body as read by the coder of its Content-Type, also if the type is convertible.
  fileprivate func decodedBody<Value: Decodable>(
    as type: Value.Type, _ config: DecodingConfig
  ) throws(NetworkError) -> Value {
    let name = headers["Content-Type"]
    guard let coder = config.coder(for: name) else {
      throw failure("no decoder for \(name ?? "a response without Content-Type"): register one in contentTypes")
    }
    do {
      return try coder.decode(type, from: bytes)
    } catch {
      let (place, reason) = body.count == 0 ? ("", "the body is empty") : Self.words(for: error)
      let source = name.map { " from \(MediaType($0).essence.visible)" } ?? ""
      throw failure(
        "cannot decode \(type)\(source)\(place.isEmpty ? "" : " at \(place)")", detail: reason, underlying: error)
    }
  }

  /// Place and reason from the errors of Foundation's decoders.
  private static func words(for error: any Error) -> (place: String, reason: String) {
    guard let error = error as? DecodingError else { return ("", String(describing: error)) }
    switch error {
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let text = context.debugDescription
      return (place(context), text.contains("\(type)") ? text : "\(text) (wanted \(type))")
    case .keyNotFound(let key, let context): return (place(context), "there is no member '\(key.stringValue)'")
    case .dataCorrupted(let context): return (place(context), context.debugDescription)
    @unknown default: return ("", String(describing: error))
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? "." + key.stringValue }.joined()
  }
}

extension Response {
  /// Decodes like `decode`, but off the caller's actor: a large body does not block the main actor.
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

  /// Explains that the type of the value must be known.
  @available(*, unavailable, message: "say the type of the value: let order: Order = try await response.decoded()")
  @_disfavoredOverload
  public func decoded(config: DecodingConfig = DecodingConfig()) async throws(NetworkError) -> Empty { Empty() }
}

/// Stage 3, handle: the decoding of a body. Each call copies and adjusts it:
/// `response.decode(Item.self) { $0.json = { $0.dateDecodingStrategy = .iso8601 } }`.
public struct DecodingConfig: Sendable {
  /// The supported formats; the response's Content-Type selects one, and the first is used if it matches none.
  package var contentTypes: [ContentType]
  /// The format to use regardless of the response's Content-Type.
  package var contentType: ContentType?
  /// Configures the JSON decoder for this call.
  public var json: @Sendable (JSONDecoder) -> Void

  /// Decodes JSON with Foundation's decoder by default, regardless of the Content-Type.
  public init(
    contentTypes: [ContentType] = [.json], contentType: ContentType? = nil,
    json: @escaping @Sendable (JSONDecoder) -> Void = { _ in }
  ) {
    self.contentTypes = contentTypes
    self.contentType = contentType
    self.json = json
  }

  func coder(for name: String?) -> (any ContentType.Coder)? {
    let chosen = contentType ?? contentTypes.type(for: name) ?? contentTypes.first
    guard let plain = chosen?.coder as? JSONCoder else { return chosen?.coder }
    return JSONCoder(
      makeEncoder: plain.makeEncoder,
      makeDecoder: { [json] in
        let decoder = plain.makeDecoder()
        json(decoder)
        return decoder
      })
  }
}

extension Response {
  /// The same response with another body, for `ExecutionConfig.transformers`.
  public func withBody(_ bytes: [UInt8]) -> Response {
    var copy = self
    copy.body = ByteStore(bytes)
    return copy
  }
}

extension Response {
  /// The parsed Content-Type.
  package var mediaType: MediaType? { headers["Content-Type"].map(MediaType.init) }

  /// The body, decompressed.
  package var bytes: [UInt8] { body.allBytes }
  /// The body, decompressed, as Foundation's `Data`.
  public var data: Data { body.withUnsafeBytes { Data($0) } }

  /// The body as text, as in browsers: decoded by `charset`, else by its byte order mark or Content-Type, else as UTF-8
  /// if valid, else as windows-1252. A label that the web does not know counts as missing, and invalid bytes become
  /// U+FFFD (Encoding Standard).
  public func text(charset: String? = nil) -> String {
    let bytes = bytes
    let marked = charset == nil ? Charset.marked(bytes) : nil
    if let known = marked ?? (charset ?? mediaType?.charset).flatMap(Charset.init(label:)) {
      return String(decoding: known.utf8(bytes), as: UTF8.self)
    }
    return String(utf8: bytes) ?? String(decoding: Charset.windows1252.utf8(bytes), as: UTF8.self)
  }

  /// An error of category `decoding` about this response.
  func failure(_ message: String, detail: String? = nil, underlying: (any Error)? = nil) -> NetworkError {
    NetworkError(
      .decoding, "\(request.line): \(message)", detail: detail, request: request, response: self,
      underlying: underlying)
  }
}
