import Basics
import Foundation
import HTTPTypes
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
  /// Stage 1 for those who stay with Foundation: copies `base`, lets `configure` set what differs, builds the request.
  ///
  /// ```swift
  /// let request = try URLRequest.with(.shop) { $0.path = "orders" }
  /// ```
  /// - Throws: `RequestError` as `Request.with` does, and when Foundation cannot represent the request.
  public static func with(
    _ base: RequestConfig = RequestConfig(), _ configure: (inout RequestConfig) throws -> Void = { _ in }
  ) throws(RequestError) -> URLRequest {
    try URLRequest(Request.with(base, configure))
  }

  /// A finished request in Foundation's terms. What those lack is lost: the order and the duplicates of headers, that one
  /// has no blank behind its colon, headers that nobody may add, a path kept to the byte, every option but the timeouts
  /// and the cache mode.
  /// - Throws: `RequestError.body` for a body that is a stream without an end that is known; `RequestError.url` for a URL
  ///   that Foundation refuses.
  public init(_ request: Request) throws(RequestError) {
    self.init(url: try Self.url(request.url))
    httpMethod = request.method.rawValue
    for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
    if let time = request.options.idleTimeout ?? request.options.totalTimeout, time > .zero {
      timeoutInterval = time.inSeconds
    }
    switch request.options.cache {
    case nil: break
    case .ignore: cachePolicy = .reloadIgnoringLocalCacheData
    case .use: cachePolicy = .useProtocolCachePolicy
    case .revalidate: cachePolicy = .reloadRevalidatingCacheData
    case .only: cachePolicy = .returnCacheDataDontLoad
    }
    httpBody = try Self.data(request.body)
  }

  /// The text as it is where Foundation takes it, else with the characters encoded that RFC 3986 forbids.
  private static func url(_ text: String) throws(RequestError) -> URL {
    if let url = URL(string: text, encodingInvalidCharacters: false) { return url }
    let encoded = try Request.with(RequestConfig(url: text, encoding: .encoded)) {
      // Braces that are no placeholders are characters like any other here.
      $0.host = text.replacingOccurrences(of: "{", with: "%7B").replacingOccurrences(of: "}", with: "%7D")
    }
    guard let url = URL(string: encoded.url, encodingInvalidCharacters: false) else { throw .url(text, .host) }
    return url
  }

  static func data(_ body: RequestBody) throws(RequestError) -> Data? {
    switch body {
    case .none: return nil
    case .bytes(let bytes): return Data(bytes)
    case .file(let path, _): return try file(path)
    case .sequence(let pieces):
      var data = Data()
      for piece in pieces {
        switch piece {
        case .bytes(let bytes): data.append(contentsOf: bytes)
        case .file(let path, _): data.append(try file(path))
        }
      }
      return data
    case .stream: throw .body("URLRequest cannot carry a stream that can be opened again: send the Request itself")
    }
  }

  /// Mapped and not read, so that a large file costs no memory.
  private static func file(_ path: String) throws(RequestError) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    } catch {
      throw .file(path: path, reason: error.localizedDescription)
    }
  }
}

extension RequestConfig {
  /// What a `URLRequest` says, for sending it with a `Client`. Its headers are sorted by name: Foundation has lost their
  /// order.
  /// - Throws: `RequestError.url` without a URL, `RequestError.method` for a method that is no token.
  public init(_ request: URLRequest) throws(RequestError) {
    guard let url = request.url else { throw .url("", .noHost) }
    self.init(url: url.absoluteString)
    try setMethod(request.httpMethod ?? "GET")
    for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
      headers.append(name, value)
    }
    if let data = request.httpBody { body = .bytes([UInt8](data)) }
    options.idleTimeout = .milliseconds(Int64(min(max(0, request.timeoutInterval), 1e9) * 1000))
  }
}
