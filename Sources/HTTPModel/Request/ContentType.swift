import Basics
public import Essentials

extension ContentType {
  /// Encodes values in one format and decodes them.
  public protocol Coder: Sendable {
    /// Encodes a value. A thrown error becomes `RequestError.body`.
    func encode(_ value: some Encodable) throws -> [UInt8]
    /// Decodes a value. A thrown error becomes a `NetworkError` of category `decoding`.
    func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value
  }
}

/// A media type and its coder.
public struct ContentType: Sendable {
  /// Sent as the Content-Type, including parameters.
  package var name: String
  /// Encodes and decodes this format.
  package var coder: any Coder

  /// A custom format.
  public init(_ name: String, coder: any Coder) {
    self.name = name
    self.coder = coder
  }

  /// JSON (RFC 8259) by Foundation's coders: keys sorted, slashes not escaped.
  public static let json = json("application/json")

  /// A media type whose content is JSON, by coders that these closures make for each value.
  public static func json(
    _ name: String, encoder: (@Sendable () -> JSONEncoder)? = nil,
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> ContentType {
    let makeEncoder = encoder ?? RequestConfig.Body.makeJSONEncoder
    return ContentType(name, coder: JSONCoder(makeEncoder: makeEncoder, makeDecoder: decoder))
  }

  /// `application/x-www-form-urlencoded`, for encoding only.
  public static let form = ContentType("application/x-www-form-urlencoded", coder: FormCoder())

  /// Type and subtype in lower case, without parameters.
  var essence: String { MediaType(name).essence }
}

extension [ContentType] {
  /// The content type for a header value. Falls back from `application/problem+json` to JSON; without a name, the
  /// default.
  package func type(for name: String?) -> ContentType? {
    guard let name else { return first }
    let essence = MediaType(name).essence
    if let exact = first(where: { $0.essence == essence }) { return exact }
    guard let plus = essence.utf8.lastIndex(of: UInt8(ascii: "+")) else { return nil }
    let suffix = essence[essence.utf8.index(after: plus)...]
    return first { $0.essence.hasSuffix("/" + suffix) }
  }
}

/// JSON with Foundation's coders, created for each value so that settings cannot leak from one to the next.
package struct JSONCoder: ContentType.Coder {
  package let makeEncoder: @Sendable () -> JSONEncoder
  package let makeDecoder: @Sendable () -> JSONDecoder

  package init(
    makeEncoder: @escaping @Sendable () -> JSONEncoder = RequestConfig.Body.makeJSONEncoder,
    makeDecoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) {
    self.makeEncoder = makeEncoder
    self.makeDecoder = makeDecoder
  }

  package func encode(_ value: some Encodable) throws -> [UInt8] { Array(try makeEncoder().encode(value)) }

  package func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try makeDecoder().decode(type, from: Data(bytes))
  }
}

/// Encodes the members of a value as form fields, in `style`.
package struct FormCoder: ContentType.Coder {
  /// The spelling of lists, booleans and nested members.
  package var style: Query.Style

  /// Forms in this style.
  package init(style: Query.Style = Query.Style()) {
    self.style = style
  }

  /// The value's members as form fields. The value must encode as an object.
  package func encode(_ value: some Encodable) throws -> [UInt8] {
    Array(try Form(encoding: value, style: style).text.utf8)
  }

  /// Always throws: forms can only be encoded.
  package func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "A form cannot be decoded into \(type)"))
  }
}
