/// The transfer settings of one request. Every field is optional so that settings can be layered, the client's below
/// the request's: `nil` inherits from the layer below, and finally the default given here.
public struct TransferOptions: Hashable, Sendable {
  /// Stored behind one reference, because options are copied often.
  @Indirect private(set) var content: Fields
  /// Most options are empty and share this value.
  private static let nothing = Indirect(wrappedValue: Fields())

  struct Fields: Hashable, Sendable {
    var connectTimeout: Duration?
    var idleTimeout: Duration?
    var totalTimeout: Duration?
    var httpVersion: HTTPVersion?
    var decompresses: Bool?
    var compressesBody: Bool?
    var redirects: RedirectPolicy?
    var tls: TLSOptions?
    var clientCertificates: [ClientCertificate]?
    var proxy: String?
    var noProxy: String?
    var proxyExceptions: [HostPattern]?
    var unixSocket: String?
    var resolve: [String]?
    var connectTo: [String]?
    var interface: String?
    var requestTarget: String?
    var priority: Int?
    var authentication: Authentication?
    var loginFile: LoginFile?
    var cache: CacheMode?
    var followsLinks: Bool?
    var maximumBodySize: Int?
    var upgrades = false
  }

  /// Empty options: every field is `nil`.
  public init() { _content = Self.nothing }
  init(_ content: Fields) { self.content = content }

  /// True if no field was ever set.
  var areUntouched: Bool { _content.isSame(as: Self.nothing) }

  /// The limit for connecting, including the TLS handshake. Default 30 s.
  public var connectTimeout: Duration? {
    get { content.connectTimeout }
    _modify { yield &content.connectTimeout }
  }

  /// The longest time without a byte in either direction. Default none.
  public var idleTimeout: Duration? {
    get { content.idleTimeout }
    _modify { yield &content.idleTimeout }
  }

  /// The limit for one hop. Default none; zero means none.
  public var totalTimeout: Duration? {
    get { content.totalTimeout }
    _modify { yield &content.totalTimeout }
  }

  /// The HTTP version to request. Default `.automatic`.
  public var httpVersion: HTTPVersion? {
    get { content.httpVersion }
    _modify { yield &content.httpVersion }
  }

  /// Decodes compressed responses. Default true.
  public var decompresses: Bool? {
    get { content.decompresses }
    _modify { yield &content.decompresses }
  }

  /// Sends the body compressed, with `Content-Encoding: gzip`, unless it is empty or the request has a
  /// `Content-Encoding` already. A file or a stream is compressed while it is sent, so it has no `Content-Length`.
  /// Default false, because a server must expect it.
  public var compressesBody: Bool? {
    get { content.compressesBody }
    _modify { yield &content.compressesBody }
  }

  /// The policy for redirects. Default: up to ten are followed.
  public var redirects: RedirectPolicy? {
    get { content.redirects }
    _modify { yield &content.redirects }
  }

  /// The trusted authorities and the versions of TLS. Default: the system's authorities.
  public var tls: TLSOptions? {
    get { content.tls }
    _modify { yield &content.tls }
  }

  /// Certificates per host, presented over TLS only; the first that matches is used. They are matched again for every
  /// hop, so a redirect does not carry one along.
  public var clientCertificates: [ClientCertificate]? {
    get { content.clientCertificates }
    _modify { yield &content.clientCertificates }
  }

  /// Proxy URL, as curl's `-x`; empty for none.
  public var proxy: String? {
    get { content.proxy }
    _modify { yield &content.proxy }
  }

  /// Hosts that bypass the proxy, comma separated, as curl's `--noproxy`. A name includes the hosts below it, and ports
  /// are not supported.
  package var noProxy: String? {
    get { content.noProxy }
    _modify { yield &content.noProxy }
  }

  /// Hosts that bypass `proxy`, checked on each hop: `["localhost", "*.shop.test"]`. If set, even to an empty list, the
  /// environment's list is ignored. They belong to the proxy of the same layer.
  public var proxyExceptions: [HostPattern]? {
    get { content.proxyExceptions }
    _modify { yield &content.proxyExceptions }
  }

  /// Path of a Unix socket to connect to instead of the URL's host and port.
  public var unixSocket: String? {
    get { content.unixSocket }
    _modify { yield &content.unixSocket }
  }

  /// `HOST:PORT:ADDRESS` entries, as curl's `--resolve`.
  public var resolve: [String]? {
    get { content.resolve }
    _modify { yield &content.resolve }
  }

  /// `HOST1:PORT1:HOST2:PORT2` entries, as curl's `--connect-to`.
  package var connectTo: [String]? {
    get { content.connectTo }
    _modify { yield &content.connectTo }
  }

  /// Name or address of the network interface to send from, as curl's `--interface`.
  public var interface: String? {
    get { content.interface }
    _modify { yield &content.interface }
  }

  /// Allows symbolic links in the paths of body files. Default true; `false` opens each file at exactly its path, for
  /// files that were checked before.
  package var followsLinks: Bool? {
    get { content.followsLinks }
    _modify { yield &content.followsLinks }
  }

  /// Replaces the URL's path and query on the request line, as curl's `--request-target`: `*`, an absolute URL.
  package var requestTarget: String? {
    get { content.requestTarget }
    _modify { yield &content.requestTarget }
  }

  /// Requests with a higher value go first when waiting for a connection slot. Default 0.
  public var priority: Int? {
    get { content.priority }
    _modify { yield &content.priority }
  }

  /// A scheme that the transport implements: Digest, NTLM, Negotiate, AWS signatures.
  public var authentication: Authentication? {
    get { content.authentication }
    _modify { yield &content.authentication }
  }

  /// A file with a Basic login for each host, which libcurl reads, as curl's `--netrc`.
  package var loginFile: LoginFile? {
    get { content.loginFile }
    _modify { yield &content.loginFile }
  }

  package struct LoginFile: Hashable, Sendable {
    /// `nil` for `~/.netrc`.
    package var path: String?

    package init(path: String?) { self.path = path }
  }

  /// The limit in bytes after decompression; 0 for none. A longer body ends the transfer, and the bytes received so far
  /// are kept. Default `defaultMaximumBodySize` for a buffered body, none for a streamed one.
  public var maximumBodySize: Int? {
    get { content.maximumBodySize }
    _modify { yield &content.maximumBodySize }
  }

  /// True if the request asks to leave HTTP (RFC 9110, section 7.8). Its body is sent unchanged after a 101 answer, and
  /// not at all after any other status. The content is the server's data until it closes the connection.
  package var upgrades: Bool {
    get { content.upgrades }
    _modify { yield &content.upgrades }
  }

  /// 1 GB: the limit for a buffered body unless `maximumBodySize` is set.
  package static let defaultMaximumBodySize = 1_000_000_000

  /// The largest message of a WebSocket or a gRPC call, in bytes after decompression: one message is read as a whole.
  package static let defaultMaximumMessageSize = 64_000_000

  /// The use of the client's cache. Default `.ignore`.
  public var cache: CacheMode? {
    get { content.cache }
    _modify { yield &content.cache }
  }

  /// The HTTP version to request. Requesting one that libcurl was built without is an error.
  public enum HTTPVersion: String, Hashable, Sendable {
    /// HTTP/2 over TLS if the server supports it, else HTTP/1.1.
    case automatic
    /// HTTP/1.0.
    case http10
    /// HTTP/1.1.
    case http11
    /// HTTP/2; without TLS, by an upgrade from HTTP/1.1.
    case http2
    /// HTTP/2 from the first byte, even without TLS (RFC 9113, section 3.3).
    case http2PriorKnowledge
    /// HTTP/3 (RFC 9114).
    case http3
  }

  /// The policy for redirects (RFC 9110, section 15.4).
  public struct RedirectPolicy: Hashable, Sendable {
    /// Follows redirects. Default true; `false` returns the redirect itself.
    package var follows: Bool
    /// The maximum number of redirects; one more fails with `tooManyRedirects`. Default 10.
    package var maximum: Int
    /// Sends `Authorization` and cookies set by hand to other hosts. Default false.
    package var forwardsCredentials: Bool
    /// Keeps method and body on 301, 302 and 303 as well. Default false.
    package var keepsMethod: Bool
    /// The rules of curl's command line options for methods; `nil` follows RFC 9110.
    package var curl: CurlRules?

    /// A policy; by default up to ten redirects, with methods as in RFC 9110.
    public init(
      follows: Bool = true, maximum: Int = 10, forwardsCredentials: Bool = false, keepsMethod: Bool = false
    ) {
      self.follows = follows
      self.maximum = maximum
      self.forwardsCredentials = forwardsCredentials
      self.keepsMethod = keepsMethod
    }
  }
}
