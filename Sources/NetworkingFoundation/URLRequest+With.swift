import Basics
import Foundation
import HTTPTypes
public import Networking

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLRequest {
  /// Stage 1 for code that uses Foundation: copies `base`, lets `configure` change it, and builds the request.
  ///
  /// ```swift
  /// let request = try URLRequest.with(.shop) { $0.path = "orders" }
  /// ```
  /// - Throws: `RequestError` as `Request.with` does, or if Foundation cannot represent the request.
  public static func with(
    _ base: RequestConfig = RequestConfig(), _ configure: (inout RequestConfig) throws -> Void = { _ in }
  ) throws(RequestError) -> URLRequest {
    try URLRequest(Request.with(base, configure))
  }

  /// A finished request as a Foundation type. This loses the order and duplicates of headers, missing spaces after
  /// colons, suppressed headers, the exact spelling of the path, and all options except the timeouts, the cache mode
  /// and the compression of the body.
  /// - Throws: `RequestError.body` for a body stream; `RequestError.url` for a URL that Foundation rejects.
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
    guard request.isToBeCompressed, let data = httpBody else { return }
    guard let packed = data.withUnsafeBytes(Deflater.gzip) else {
      throw .body("the body cannot be compressed: zlib was not found")
    }
    httpBody = Data(packed)
    setValue("gzip", forHTTPHeaderField: "Content-Encoding")
  }

  /// The text unchanged if Foundation accepts it, otherwise with the characters encoded that RFC 3986 forbids.
  private static func url(_ text: String) throws(RequestError) -> URL {
    if let url = URL(strict: text) { return url }
    let encoded = try Request.with(RequestConfig(url: text, encoding: .encoded)) {
      // Braces that are not placeholders are ordinary characters here.
      $0.host = text.replacingOccurrences(of: "{", with: "%7B").replacingOccurrences(of: "}", with: "%7D")
    }
    guard let url = URL(strict: encoded.url) else { throw .url(text, .host) }
    return url
  }

  static func data(_ body: Request.Body) throws(RequestError) -> Data? {
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

  /// Memory-mapped, so that a large file needs no memory.
  private static func file(_ path: String) throws(RequestError) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    } catch {
      throw .file(path: path, reason: error.localizedDescription)
    }
  }
}

extension URL {
  /// `nil` if the text is not a URL as in RFC 3986.
  fileprivate init?(strict text: String) {
    if #available(macOS 14, iOS 17, *) {
      self.init(string: text, encodingInvalidCharacters: false)
    } else {
      // Encodes nothing on these systems.
      self.init(string: text)
    }
  }
}

extension RequestConfig {
  /// The contents of a `URLRequest`, for sending it with a `Client`. Its headers are sorted by name, because Foundation
  /// loses their order.
  /// - Throws: `RequestError.url` without a URL, `RequestError.method` if the method is not a token.
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
