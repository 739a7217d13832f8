public import HTTPTypes

/// The name of a header in a literal: a typed one or any text, `[.accept: "text/html", "X-Custom": "y"]`.
public struct HeaderName: Hashable, Sendable, ExpressibleByStringLiteral {
  /// With the case in which it is sent.
  public let text: String

  /// Any text; `Request.with` rejects what cannot be sent.
  public init(_ text: String) { self.text = text }
  /// A name of swift-http-types.
  public init(_ name: HTTPField.Name) { text = name.rawName }
  /// A name as written.
  public init(stringLiteral text: String) { self.text = text }
}

/// The names of swift-http-types.
extension HeaderName {
  /// `Accept`.
  public static var accept: Self { Self(HTTPField.Name.accept) }
  /// `Accept-Encoding`.
  public static var acceptEncoding: Self { Self(HTTPField.Name.acceptEncoding) }
  /// `Accept-Language`.
  public static var acceptLanguage: Self { Self(HTTPField.Name.acceptLanguage) }
  /// `Accept-Ranges`.
  public static var acceptRanges: Self { Self(HTTPField.Name.acceptRanges) }
  /// `Access-Control-Allow-Credentials`.
  public static var accessControlAllowCredentials: Self { Self(HTTPField.Name.accessControlAllowCredentials) }
  /// `Access-Control-Allow-Headers`.
  public static var accessControlAllowHeaders: Self { Self(HTTPField.Name.accessControlAllowHeaders) }
  /// `Access-Control-Allow-Methods`.
  public static var accessControlAllowMethods: Self { Self(HTTPField.Name.accessControlAllowMethods) }
  /// `Access-Control-Allow-Origin`.
  public static var accessControlAllowOrigin: Self { Self(HTTPField.Name.accessControlAllowOrigin) }
  /// `Access-Control-Expose-Headers`.
  public static var accessControlExposeHeaders: Self { Self(HTTPField.Name.accessControlExposeHeaders) }
  /// `Access-Control-Max-Age`.
  public static var accessControlMaxAge: Self { Self(HTTPField.Name.accessControlMaxAge) }
  /// `Access-Control-Request-Headers`.
  public static var accessControlRequestHeaders: Self { Self(HTTPField.Name.accessControlRequestHeaders) }
  /// `Access-Control-Request-Method`.
  public static var accessControlRequestMethod: Self { Self(HTTPField.Name.accessControlRequestMethod) }
  /// `Age`.
  public static var age: Self { Self(HTTPField.Name.age) }
  /// `Allow`.
  public static var allow: Self { Self(HTTPField.Name.allow) }
  /// `Authentication-Info`.
  public static var authenticationInfo: Self { Self(HTTPField.Name.authenticationInfo) }
  /// `Authorization`.
  public static var authorization: Self { Self(HTTPField.Name.authorization) }
  /// `Available-Dictionary`.
  public static var availableDictionary: Self { Self(HTTPField.Name.availableDictionary) }
  /// `Cache-Control`.
  public static var cacheControl: Self { Self(HTTPField.Name.cacheControl) }
  /// `Connection`.
  public static var connection: Self { Self(HTTPField.Name.connection) }
  /// `Content-Disposition`.
  public static var contentDisposition: Self { Self(HTTPField.Name.contentDisposition) }
  /// `Content-Encoding`.
  public static var contentEncoding: Self { Self(HTTPField.Name.contentEncoding) }
  /// `Content-Language`.
  public static var contentLanguage: Self { Self(HTTPField.Name.contentLanguage) }
  /// `Content-Length`.
  public static var contentLength: Self { Self(HTTPField.Name.contentLength) }
  /// `Content-Location`.
  public static var contentLocation: Self { Self(HTTPField.Name.contentLocation) }
  /// `Content-Range`.
  public static var contentRange: Self { Self(HTTPField.Name.contentRange) }
  /// `Content-Security-Policy`.
  public static var contentSecurityPolicy: Self { Self(HTTPField.Name.contentSecurityPolicy) }
  /// `Content-Security-Policy-Report-Only`.
  public static var contentSecurityPolicyReportOnly: Self { Self(HTTPField.Name.contentSecurityPolicyReportOnly) }
  /// `Content-Type`.
  public static var contentType: Self { Self(HTTPField.Name.contentType) }
  /// `Cookie`.
  public static var cookie: Self { Self(HTTPField.Name.cookie) }
  /// `Cross-Origin-Resource-Policy`.
  public static var crossOriginResourcePolicy: Self { Self(HTTPField.Name.crossOriginResourcePolicy) }
  /// `Date`.
  public static var date: Self { Self(HTTPField.Name.date) }
  /// `Dictionary-ID`.
  public static var dictionaryID: Self { Self(HTTPField.Name.dictionaryID) }
  /// `Early-Data`.
  public static var earlyData: Self { Self(HTTPField.Name.earlyData) }
  /// `ETag`.
  public static var eTag: Self { Self(HTTPField.Name.eTag) }
  /// `Expect`.
  public static var expect: Self { Self(HTTPField.Name.expect) }
  /// `Expires`.
  public static var expires: Self { Self(HTTPField.Name.expires) }
  /// `From`.
  public static var from: Self { Self(HTTPField.Name.from) }
  /// `Host`.
  public static var host: Self { Self("Host") }
  /// `If-Match`.
  public static var ifMatch: Self { Self(HTTPField.Name.ifMatch) }
  /// `If-Modified-Since`.
  public static var ifModifiedSince: Self { Self(HTTPField.Name.ifModifiedSince) }
  /// `If-None-Match`.
  public static var ifNoneMatch: Self { Self(HTTPField.Name.ifNoneMatch) }
  /// `If-Range`.
  public static var ifRange: Self { Self(HTTPField.Name.ifRange) }
  /// `If-Unmodified-Since`.
  public static var ifUnmodifiedSince: Self { Self(HTTPField.Name.ifUnmodifiedSince) }
  /// `Last-Modified`.
  public static var lastModified: Self { Self(HTTPField.Name.lastModified) }
  /// `Location`.
  public static var location: Self { Self(HTTPField.Name.location) }
  /// `Max-Forwards`.
  public static var maxForwards: Self { Self(HTTPField.Name.maxForwards) }
  /// `Origin`.
  public static var origin: Self { Self(HTTPField.Name.origin) }
  /// `Priority`.
  public static var priority: Self { Self(HTTPField.Name.priority) }
  /// `Proxy-Authenticate`.
  public static var proxyAuthenticate: Self { Self(HTTPField.Name.proxyAuthenticate) }
  /// `Proxy-Authentication-Info`.
  public static var proxyAuthenticationInfo: Self { Self(HTTPField.Name.proxyAuthenticationInfo) }
  /// `Proxy-Authorization`.
  public static var proxyAuthorization: Self { Self(HTTPField.Name.proxyAuthorization) }
  /// `Proxy-Status`.
  public static var proxyStatus: Self { Self(HTTPField.Name.proxyStatus) }
  /// `Range`.
  public static var range: Self { Self(HTTPField.Name.range) }
  /// `Referer`.
  public static var referer: Self { Self(HTTPField.Name.referer) }
  /// `Retry-After`.
  public static var retryAfter: Self { Self(HTTPField.Name.retryAfter) }
  /// `Sec-Purpose`.
  public static var secPurpose: Self { Self(HTTPField.Name.secPurpose) }
  /// `Sec-WebSocket-Accept`.
  public static var secWebSocketAccept: Self { Self(HTTPField.Name.secWebSocketAccept) }
  /// `Sec-WebSocket-Extensions`.
  public static var secWebSocketExtensions: Self { Self(HTTPField.Name.secWebSocketExtensions) }
  /// `Sec-WebSocket-Key`.
  public static var secWebSocketKey: Self { Self(HTTPField.Name.secWebSocketKey) }
  /// `Sec-WebSocket-Protocol`.
  public static var secWebSocketProtocol: Self { Self(HTTPField.Name.secWebSocketProtocol) }
  /// `Sec-WebSocket-Version`.
  public static var secWebSocketVersion: Self { Self(HTTPField.Name.secWebSocketVersion) }
  /// `Server`.
  public static var server: Self { Self(HTTPField.Name.server) }
  /// `Set-Cookie`.
  public static var setCookie: Self { Self(HTTPField.Name.setCookie) }
  /// `Strict-Transport-Security`.
  public static var strictTransportSecurity: Self { Self(HTTPField.Name.strictTransportSecurity) }
  /// `TE`.
  public static var te: Self { Self(HTTPField.Name.te) }
  /// `Traceparent`.
  public static var traceparent: Self { Self(HTTPField.Name.traceparent) }
  /// `Tracestate`.
  public static var tracestate: Self { Self(HTTPField.Name.tracestate) }
  /// `Trailer`.
  public static var trailer: Self { Self(HTTPField.Name.trailer) }
  /// `Transfer-Encoding`.
  public static var transferEncoding: Self { Self(HTTPField.Name.transferEncoding) }
  /// `Upgrade`.
  public static var upgrade: Self { Self(HTTPField.Name.upgrade) }
  /// `Use-As-Dictionary`.
  public static var useAsDictionary: Self { Self(HTTPField.Name.useAsDictionary) }
  /// `User-Agent`.
  public static var userAgent: Self { Self(HTTPField.Name.userAgent) }
  /// `Vary`.
  public static var vary: Self { Self(HTTPField.Name.vary) }
  /// `Via`.
  public static var via: Self { Self(HTTPField.Name.via) }
  /// `WWW-Authenticate`.
  public static var wwwAuthenticate: Self { Self(HTTPField.Name.wwwAuthenticate) }
  /// `X-Content-Type-Options`.
  public static var xContentTypeOptions: Self { Self(HTTPField.Name.xContentTypeOptions) }
}
