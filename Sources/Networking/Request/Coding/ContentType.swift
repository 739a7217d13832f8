import Basics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Turns values into the bytes of one format and back.
public protocol ContentCoder: Sendable {
  /// The value's bytes. What it throws becomes `RequestError.body`.
  func encode(_ value: some Encodable) throws -> [UInt8]
  /// The value in these bytes. What it throws becomes a `NetworkError` of category `decoding`.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value
}

/// A media type and the coder that belongs to it.
public struct ContentType: Sendable {
  /// Sent as the Content-Type, parameters included.
  public var name: String
  /// Writes and reads this format.
  public var coder: any ContentCoder

  /// A format of your own.
  public init(_ name: String, coder: any ContentCoder) {
    self.name = name
    self.coder = coder
  }

  /// JSON (RFC 8259) by Foundation's coders: keys sorted, slashes bare.
  public static let json = ContentType("application/json", coder: JSONCoder())
  /// `application/x-www-form-urlencoded`, for encoding only.
  public static let form = ContentType("application/x-www-form-urlencoded", coder: FormCoder())

  /// Type and subtype in lower case, without parameters.
  var essence: String { MediaType(name).essence }
}

/// The content types that a configuration knows; the first is the default.
public struct ContentTypes: Sendable {
  /// The first is used where a message names no type.
  public var all: [ContentType]

  /// By default JSON and forms.
  public init(_ all: [ContentType] = [.json, .form]) {
    self.all = all
  }

  /// The one for a Content-Type as a header names it. `application/problem+json` is JSON where nothing more exact is
  /// known; without a name the default.
  public func type(for name: String?) -> ContentType? {
    guard let name else { return all.first }
    let essence = MediaType(name).essence
    if let exact = all.first(where: { $0.essence == essence }) { return exact }
    guard let plus = essence.utf8.lastIndex(of: UInt8(ascii: "+")) else { return nil }
    let suffix = essence[essence.utf8.index(after: plus)...]
    return all.first { $0.essence.hasSuffix("/" + suffix) }
  }
}

/// JSON with Foundation's coders, created for each value so that settings cannot leak from one to the next.
public struct JSONCoder: ContentCoder {
  /// Called for each value that is written.
  public var makeEncoder: @Sendable () -> JSONEncoder
  /// Called for each value that is read.
  public var makeDecoder: @Sendable () -> JSONDecoder

  /// JSON with coders set up by these closures.
  public init(
    encoder: @escaping @Sendable () -> JSONEncoder = RequestConfig.Body.makeJSONEncoder,
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) {
    makeEncoder = encoder
    makeDecoder = decoder
  }

  /// The value as JSON.
  public func encode(_ value: some Encodable) throws -> [UInt8] { Array(try makeEncoder().encode(value)) }

  /// The value in this JSON.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try makeDecoder().decode(type, from: Data(bytes))
  }
}

/// Forms from values: the members by name, in `style`.
public struct FormCoder: ContentCoder {
  /// How lists, booleans and nested members are written.
  public var style: ParameterStyle

  /// Forms in this style.
  public init(style: ParameterStyle = ParameterStyle()) {
    self.style = style
  }

  /// The value's members as form fields. It must encode as an object.
  public func encode(_ value: some Encodable) throws -> [UInt8] {
    Array(try Form(encoding: value, style: style).text.utf8)
  }

  /// Always throws: forms are only written.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "A form cannot be decoded into \(type)"))
  }
}
