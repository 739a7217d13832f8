public import Foundation
import HTTPTypes
public import Networking

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
  /// Stage 2 with this session's configuration: retries, tokens, validators and redirects as in `Client`. All calls of
  /// a session share connections. Its delegate gets its calls as in `URLSessionTransport`, on its queue if that is
  /// serial, with a session of the same configuration as their first argument.
  ///
  /// ```swift
  /// let response = try await URLSession.shared.response(for: request) { $0.timeout = .seconds(5) }
  /// ```
  /// - Throws: `NetworkError` with its category; `unsupported` for a background session, whose identifier only one
  ///   session may have: use `URLSessionTransport` with its configuration.
  public nonisolated(nonsending) func response(
    for request: URLRequest, config: ExecutionConfig = ExecutionConfig(),
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    let built: Request
    do throws(RequestError) {
      built = try Request.with(RequestConfig(request))
    } catch {
      throw NetworkError(error)
    }
    return try await response(for: built, config: config, configure)
  }

  /// Sends a `Request` with this session's configuration, as above.
  public nonisolated(nonsending) func response(
    for request: Request, config: ExecutionConfig = ExecutionConfig(),
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Response {
    #if canImport(Darwin)
    guard configuration.identifier == nil else {
      throw NetworkError(
        .unsupported, "A background session cannot be shared: use URLSessionTransport with its configuration",
        request: request)
    }
    #endif
    let client = Client(transport: SessionPools.all.transport(of: self), execution: config)
    return try await client.response(for: request, configure)
  }
}

extension Response {
  /// Stage 3 with a decoder configured by the caller.
  /// - Throws: `NetworkError` of category `decoding` with the coding path.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, decoder: JSONDecoder
  ) throws(NetworkError) -> Value {
    let type = ContentType.json("application/json", decoder: { decoder })
    return try decode(Value.self, config: DecodingConfig(contentType: type))
  }

  /// The head as a Foundation type, with repeated headers joined by commas.
  public var httpURLResponse: HTTPURLResponse? {
    guard let url = URL(string: finalURL) else { return nil }
    var fields: [String: String] = [:]
    for field in headers.fields {
      let name = fields.keys.first { $0.lowercased() == field.name.lowercased() } ?? field.name
      fields[name] = fields[name].map { $0 + ", " + field.value } ?? field.value
    }
    return HTTPURLResponse(
      url: url, statusCode: status.code, httpVersion: "HTTP/" + head.httpVersion, headerFields: fields)
  }
}

extension NetworkError {
  /// Maps Foundation's errors to categories, without a connection in the words of `CurlTransport`. FoundationNetworking
  /// uses one code for several failures; those become `other`, with its message.
  init(transport error: any Error, request: Request) {
    let code = (error as? URLError)?.code
    let url = URLParts(request.url)
    if code == .cannotConnectToHost || error.localizedDescription.hasPrefix("Failed to connect to ") {
      let cause = Self.isRefusal(error) ? " (connection refused)" : ""
      self.init(.connect, "Could not connect to \(url.hostAndPort)\(cause)", request: request, underlying: error)
      return
    }
    let (category, message): (Category, String) =
      switch code {
      case .timedOut?: (.idleTimeout, "No response in time")
      case .cannotFindHost?, .dnsLookupFailed?: (.resolve, "Could not find the address of \(url.host ?? "the host")")
      case .notConnectedToInternet?, .dataNotAllowed?, .internationalRoamingOff?, .callIsActive?:
        (.connect, "No connection to a network")
      case .networkConnectionLost?: (.truncated, "The connection closed early")
      case .cancelled?: (.cancelled, NetworkError.cancelled.message)
      case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?,
        .serverCertificateNotYetValid?, .serverCertificateHasUnknownRoot?, .clientCertificateRejected?,
        .clientCertificateRequired?:
        (.tls, "No secure connection")
      case .badServerResponse?, .cannotParseResponse?, .cannotDecodeContentData?, .cannotDecodeRawData?:
        (.malformed, "The response cannot be parsed")
      case .badURL?, .unsupportedURL?: (.url, "The URL cannot be used")
      default: (.other, "The transfer failed")
      }
    self.init(category, message, detail: error.localizedDescription, request: request, underlying: error)
  }

  private static func isRefusal(_ error: any Error) -> Bool {
    #if canImport(FoundationNetworking)
    // The code has no other meaning there.
    (error as? URLError)?.code == .cannotConnectToHost
    #else
    (error as NSError).userInfo["_kCFStreamErrorCodeKey"] as? Int == Int(ECONNREFUSED)
    #endif
  }
}
