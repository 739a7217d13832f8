public import Essentials
import HTTPTypes

/// A value that a client can send: a path below its base URL or a whole URL, as `String` or `URL`; a `RequestConfig`,
/// or a finished `Request`.
public protocol RequestConvertible: Sendable {
  /// The parts of the request. Without a host, it goes below the client's base URL.
  var requestConfig: RequestConfig { get }
}

/// A path below the base URL of a client or a whole URL, for the calls that are named after their method.
public protocol URLConvertible: RequestConvertible {}

extension String: URLConvertible {
  /// A `GET` of this path or URL.
  public var requestConfig: RequestConfig { RequestConfig(path: self) }
}

extension URL: URLConvertible {
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

extension RequestConvertible {
  /// The finished request below `baseURL`. If it cannot be built, every call with it fails with the error of the build.
  package func request(below baseURL: String) -> Request {
    if let request = self as? Request { return request }
    var config = requestConfig
    if config.host.isEmpty { config.host = baseURL }
    do throws(RequestError) { return try config.build() } catch { return Request(config, failing: error) }
  }
}

extension Request {
  /// A request that is never sent, because `error` is thrown before.
  fileprivate init(_ config: RequestConfig, failing error: RequestError) {
    self.init(
      method: config.method ?? .get, url: config.path.isEmpty ? config.host : config.path, headers: [:],
      suppressedHeaders: [], body: .none, options: TransferOptions(), parts: nil,
      modifiers: RequestModifiers([{ _ in throw error }]))
  }
}
