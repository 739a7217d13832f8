#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A type that makes itself from a whole response and not only from its body.
public protocol ResponseConvertible {
  init(response: Response, config: DecodingConfig) throws
}

/// The value of an answer without content: whatever came, nothing is read.
public struct Empty: Hashable, Sendable, Codable, ResponseConvertible {
  public init() {}
  public init(response: Response, config: DecodingConfig) {}
}

extension Data: ResponseConvertible {
  public init(response: Response, config: DecodingConfig) { self = response.data }
}

/// The text by its character set.
extension String: ResponseConvertible {
  public init(response: Response, config: DecodingConfig) throws { self = try response.text() }
}

/// `nil` for 204, 205, 304 and every empty body; else the value, whose failure is a failure.
extension Optional: ResponseConvertible where Wrapped: Decodable {
  public init(response: Response, config: DecodingConfig) throws {
    guard response.body.count > 0, ![204, 205, 304].contains(response.status.code) else {
      self = nil
      return
    }
    self = try response.decode(Wrapped.self, config: config)
  }
}
