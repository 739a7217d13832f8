#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A value that a client can send: a path below its base URL or a whole URL, as `String` or `URL`; a `RequestConfig`, or
/// a finished `Request`.
public protocol RequestConvertible: Sendable {
  /// The parts of the request. Without a host, it goes below the client's base URL.
  var requestConfig: RequestConfig { get }
}

extension String: RequestConvertible {
  /// A `GET` of this path or URL.
  public var requestConfig: RequestConfig { RequestConfig(path: self) }
}

extension URL: RequestConvertible {
  /// A `GET` of this URL, sent as it is written.
  public var requestConfig: RequestConfig { RequestConfig(path: absoluteString, encoding: .asTyped) }
}

extension RequestConfig: RequestConvertible {
  /// The configuration itself.
  public var requestConfig: RequestConfig { self }
}

extension Request: RequestConvertible {
  /// The parts of the request.
  public var requestConfig: RequestConfig { RequestConfig(self) }
}

extension RequestConvertible where Self == Request {
  /// `Request.with`, found by a call that takes any of these types: `client.stream(for: .with(.shop))`.
  /// - Throws: `RequestError`, as `Request.with` does.
  public static func with(
    _ base: RequestConfig = RequestConfig(), _ configure: (inout RequestConfig) throws -> Void = { _ in }
  ) throws(RequestError) -> Request {
    try Request.with(base, configure)
  }
}
