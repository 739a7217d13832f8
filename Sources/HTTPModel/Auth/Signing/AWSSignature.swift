import Basics
package import Essentials
import HTTPTypes

/// Signs a request with AWS Signature Version 4 (IAM User Guide, "Create a signed AWS API request").
///
/// The path is sent in the signed form, because servers read unencoded reserved characters differently.
package struct AWSSignature {
  /// Hop-by-hop headers, and headers that proxies change.
  private static let unsigned: Set<String> = [
    "authorization", "connection", "expect", "keep-alive", "proxy-authorization", "proxy-connection", "te",
    "transfer-encoding", "upgrade", "user-agent", "x-amzn-trace-id",
  ]
  /// S3's own services take the path unchanged and require the hash of the body in a header.
  static let storageServices: Set<String> = ["s3", "s3-object-lambda", "s3-outposts", "s3express"]

  let region: String
  let service: String
  let accessKey: String
  private let secretKey: String
  private let sessionToken: String?

  /// - Returns: `nil` if the request has no signature scheme, or has its own `Authorization`, as in curl.
  /// - Throws: category `encoding` if neither scheme nor host names the region and the service.
  init?(_ request: Request) throws(NetworkError) {
    guard let login = request.options.authentication, case .awsSignature(let region, let service) = login.scheme,
      request.headers["Authorization"] == nil
    else { return nil }
    // As in curl, `SERVICE.REGION.amazonaws.com` names both.
    let labels = (URLParts(request.url).host ?? "").split(separator: ".").map(String.init)
    guard !service.isEmpty || labels.count > 2, !region.isEmpty || labels.count > 2 else {
      let missing = service.isEmpty ? "service" : "region"
      throw NetworkError(.encoding, "An AWS signature needs a \(missing); set it: aws:amz:REGION:SERVICE")
    }
    self.region = region.isEmpty ? labels[1] : region
    self.service = service.isEmpty ? labels[0] : service
    accessKey = login.user
    secretKey = login.password
    sessionToken = login.sessionToken
  }

  var isOfStorage: Bool { Self.storageServices.contains(service) }

  /// Adds the headers of the signature.
  /// - Throws: category `encoding` if the request cannot be signed; `storage` if its file cannot be read.
  package static func sign(_ request: inout Request, at date: Date) throws(NetworkError) {
    if let signature = try AWSSignature(request) {
      var url = URLParts(request.url)
      url.path = Self.encodedPath(url.path)
      request.url = url.description
      let payload = try AWSPayload.hash(of: request, signature)
      let time = UTCTime(seconds: Int(date.timeIntervalSince1970)).basicISO8601
      signature.addHeaders(to: &request, payload: payload, at: time)
    }
    request.options.authentication = nil
  }

  /// - Parameters:
  ///   - payload: the hash of the body in hexadecimal, or the keyword that replaces it.
  ///   - time: `20150830T123600Z`, unless the request has an `X-Amz-Date`.
  func addHeaders(to request: inout Request, payload: String, at time: String) {
    var headers = request.headers
    let time = headers["X-Amz-Date"] ?? time
    headers.set("X-Amz-Date", time)
    if isOfStorage, headers["X-Amz-Content-Sha256"] == nil { headers.set("X-Amz-Content-Sha256", payload) }
    if let sessionToken, !sessionToken.isEmpty { headers.set("X-Amz-Security-Token", sessionToken) }
    request.headers = headers
    let payload = headers["X-Amz-Content-Sha256"] ?? payload
    let (canonical, names) = canonicalRequest(request, payload: payload)
    let scope = "\(time.prefix(8))/\(region)/\(service)/aws4_request"
    let text = ["AWS4-HMAC-SHA256", time, scope, Digest.hexadecimal(Array(canonical.utf8))].joined(separator: "\n")
    var key = Array("AWS4\(secretKey)".utf8)
    for part in scope.split(separator: "/", omittingEmptySubsequences: false) { key = Digest.code(part.utf8, key: key) }
    request.headers.append(
      "Authorization",
      "AWS4-HMAC-SHA256 Credential=\(accessKey)/\(scope), SignedHeaders=\(names), "
        + "Signature=\(Digest.keyed(text.utf8, key: key))")
  }

  /// The canonical request, and the names of its headers.
  func canonicalRequest(_ request: Request, payload: String) -> (text: String, names: String) {
    let url = URLParts(request.options.requestTarget ?? request.url)
    let headers = Self.canonicalHeaders(of: request)
    let names = headers.map(\.name).joined(separator: ";")
    var lines = [request.method.rawValue, canonicalPath(url.path), Self.canonicalQuery(url.query ?? "")]
    lines += headers.map { "\($0.name):\($0.value)" } + ["", names, payload]
    return (lines.joined(separator: "\n"), names)
  }

  // MARK: Path and query

  /// Outside of S3 the path is normalized and encoded a second time.
  private func canonicalPath(_ path: String) -> String {
    if isOfStorage { return path.isEmpty ? "/" : Self.encodedPath(path) }
    var segments: [Substring] = []
    for segment in path.split(separator: "/") where segment != "." {
      if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
    }
    let isFolder = path.hasSuffix("/") && !segments.isEmpty
    return "/" + segments.map { PercentEncoding.component(String($0)) }.joined(separator: "/") + (isFolder ? "/" : "")
  }

  /// Escapes each segment as AWS requires.
  private static func encodedPath(_ path: String) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      if segment == "." || segment == ".." { return String(segment) }
      let encoded = encoded(PercentEncoding.decode(segment))
      return encoded == "." || encoded == ".." ? PercentEncoding.segment(encoded) : encoded
    }
    return segments.joined(separator: "/")
  }

  private static func canonicalQuery(_ query: String) -> String {
    if query.isEmpty { return "" }
    let pairs = query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        encoded(PercentEncoding.decode(halves[0])), halves.count < 2 ? "" : encoded(PercentEncoding.decode(halves[1]))
      )
    }
    return pairs.sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  private static func encoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      if ASCIISet.unreserved.contains(byte) { result.append(byte) } else { PercentEncoding.append(byte, to: &result) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// True if the URL is signed as it is, without encoding or sorting.
  static func isSignedAlike(_ url: URLParts) -> Bool {
    !url.path.contains("%") && encodedPath(url.path) == url.path && canonicalQuery(url.query ?? "") == url.query ?? ""
  }

  // MARK: Headers

  private static func canonicalHeaders(of request: Request) -> [(name: String, value: String)] {
    var values: [String: [String]] = [:]
    for field in request.headers.fields {
      let name = field.name.asciiLowercased
      if !unsigned.contains(name) { values[name, default: []].append(trimmed(field.value)) }
    }
    // A signed header that is not sent makes the signature wrong.
    let isSent = !request.suppressedHeaders.contains { $0.equalsIgnoringCase("Host") }
    if values["host"] == nil, isSent { values["host"] = [host(of: URLParts(request.url))] }
    return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.joined(separator: ",")) }
  }

  /// The value of `Host` as libcurl writes it.
  private static func host(of url: URLParts) -> String {
    let host = url.host ?? ""
    guard let port = url.port, port != url.defaultPort else { return host }
    return "\(host):\(port)"
  }

  private static func trimmed(_ value: String) -> String {
    value.trimmingASCII(\.isASCIIWhitespace).split(separator: " ").joined(separator: " ")
  }
}

/// Hashes a body for an AWS signature.
enum AWSPayload {
  private static let unsigned = "UNSIGNED-PAYLOAD"

  /// Reads files before they are sent, unless S3 accepts them without a hash (over TLS).
  /// - Throws: category `encoding` for a stream whose hash must be known before it is sent.
  static func hash(of request: Request, _ signature: AWSSignature) throws(NetworkError) -> String {
    // The frames of a WebSocket are not a body.
    if request.options.upgrades { return Digest.hexadecimal([UInt8]()) }
    switch request.body {
    case .none: return Digest.hexadecimal([UInt8]())
    case .bytes(let bytes): return Digest.hexadecimal(bytes)
    case .file, .sequence, .stream:
      if case .stream(let stream) = request.body, let bytes = stream.content { return Digest.hexadecimal(bytes) }
      if signature.isOfStorage, request.isSecure { return unsigned }
      return try hash(ofFilesIn: request)
    }
  }

  private static func hash(ofFilesIn request: Request) throws(NetworkError) -> String {
    var digest = RunningDigest()
    guard try request.readBody({ digest.update($0) }) else {
      throw NetworkError(
        .encoding, "An AWS signature needs the hash of the body, which a stream does not have; send a file",
        request: request)
    }
    return digest.hexadecimal()
  }
}
