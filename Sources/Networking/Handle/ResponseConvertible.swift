#if canImport(FoundationEssentials)
import Basics
public import FoundationEssentials
import HTTPTypes
#else
public import Foundation
#endif

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
  public init(response: Response, config: DecodingConfig) throws { self = try response.text() }
}

/// `nil` for 204, 205, 304 and every empty body; otherwise the decoded value, or its error.
extension Optional: ResponseConvertible where Wrapped: Decodable {
  /// `nil` if there is nothing to decode.
  public init(response: Response, config: DecodingConfig) throws {
    guard response.body.count > 0, ![204, 205, 304].contains(response.status.code) else {
      self = nil
      return
    }
    self = try response.decode(Wrapped.self, config: config)
  }
}
