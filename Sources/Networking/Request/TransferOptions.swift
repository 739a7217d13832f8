/// How one request is carried. Every field is optional so that settings can be layered, the client's below the
/// request's: `nil` takes the value of the layer below, and in the end the default named here.
public struct TransferOptions: Hashable, Sendable {
  /// Everything, behind one reference: options pass through many hands.
  @Indirect private(set) var content: Fields
  /// Nearly all of them say nothing, and share it.
  private static let nothing = Indirect(wrappedValue: Fields())

  struct Fields: Hashable, Sendable {
    var connectTimeout: Duration?
    var idleTimeout: Duration?
    var totalTimeout: Duration?
    var httpVersion: HTTPVersion?
    var decompresses: Bool?
    var redirects: RedirectPolicy?
    var tls: TLSOptions?
    var clientCertificates: [ClientCertificate]?
    var proxy: String?
    var noProxy: String?
    var proxyExceptions: ProxyExceptions?
    var unixSocket: String?
    var resolve: [String]?
    var connectTo: [String]?
    var interface: String?
    var requestTarget: String?
    var priority: Int?
    var authentication: TransportAuthentication?
    var cache: CacheMode?
    var followsLinks: Bool?
    var maximumBodySize: Int?
  }

  /// Options that say nothing: every field is `nil`.
  public init() { _content = Self.nothing }
  init(_ content: Fields) { self.content = content }

  /// Whether nothing was ever said in them.
  var areUntouched: Bool { _content.isSame(as: Self.nothing) }

  /// The limit for connecting, TLS included. Default 30 s.
  public var connectTimeout: Duration? {
    get { content.connectTimeout }
    _modify { yield &content.connectTimeout }
  }

  /// The limit without a byte in either direction. Default none.
  public var idleTimeout: Duration? {
    get { content.idleTimeout }
    _modify { yield &content.idleTimeout }
  }

  /// The limit for one hop. Default none; zero means none.
  public var totalTimeout: Duration? {
    get { content.totalTimeout }
    _modify { yield &content.totalTimeout }
  }

  /// The HTTP version to ask for. Default `.automatic`.
  public var httpVersion: HTTPVersion? {
    get { content.httpVersion }
    _modify { yield &content.httpVersion }
  }

  /// Whether a compressed answer is decoded. Default true.
  public var decompresses: Bool? {
    get { content.decompresses }
    _modify { yield &content.decompresses }
  }

  /// Whether and how redirects are followed. Default: up to ten.
  public var redirects: RedirectPolicy? {
    get { content.redirects }
    _modify { yield &content.redirects }
  }

  /// Whom to trust and which certificate to show. Default: the system's authorities, no certificate.
  public var tls: TLSOptions? {
    get { content.tls }
    _modify { yield &content.tls }
  }

  /// Shown each to its own hosts, over TLS only, the first that matches: of every hop of its own, so that a redirect
  /// takes none along. A certificate of `tls` is shown in their place, to every host.
  public var clientCertificates: [ClientCertificate]? {
    get { content.clientCertificates }
    _modify { yield &content.clientCertificates }
  }

  /// Proxy URL as curl's `-x` takes it; empty for none.
  public var proxy: String? {
    get { content.proxy }
    _modify { yield &content.proxy }
  }

  /// Hosts that are never proxied, comma separated, as curl's `--noproxy`.
  public var noProxy: String? {
    get { content.noProxy }
    _modify { yield &content.noProxy }
  }

  /// Hosts that `proxy` is not used for, looked at for each hop; where they are given, even none, `noProxy` and the
  /// list of the environment say nothing. They belong to the proxy of the same layer.
  public var proxyExceptions: ProxyExceptions? {
    get { content.proxyExceptions }
    _modify { yield &content.proxyExceptions }
  }

  /// Path of a unix socket to connect to in place of the URL's host and port.
  public var unixSocket: String? {
    get { content.unixSocket }
    _modify { yield &content.unixSocket }
  }

  /// `HOST:PORT:ADDRESS`, as curl's `--resolve`.
  public var resolve: [String]? {
    get { content.resolve }
    _modify { yield &content.resolve }
  }

  /// `HOST1:PORT1:HOST2:PORT2`, as curl's `--connect-to`.
  public var connectTo: [String]? {
    get { content.connectTo }
    _modify { yield &content.connectTo }
  }

  /// Name or address of the network interface to send from, as curl's `--interface`.
  public var interface: String? {
    get { content.interface }
    _modify { yield &content.interface }
  }

  /// Whether a file of the body may be reached through symbolic links. Default true; `false` opens each by exactly its
  /// path, for files that were looked at before.
  package var followsLinks: Bool? {
    get { content.followsLinks }
    _modify { yield &content.followsLinks }
  }

  /// Stands in the request line in place of the URL's path and query, as curl's `--request-target`: `*`, an absolute
  /// URL.
  public var requestTarget: String? {
    get { content.requestTarget }
    _modify { yield &content.requestTarget }
  }

  /// Higher goes first where requests wait for a slot. Default 0.
  public var priority: Int? {
    get { content.priority }
    _modify { yield &content.priority }
  }

  /// A scheme that the transport carries out: digest, NTLM, Negotiate, an AWS signature.
  public var authentication: TransportAuthentication? {
    get { content.authentication }
    _modify { yield &content.authentication }
  }

  /// In bytes after decompression: a body that grows beyond it ends the transfer, and what came is kept; 0 for none.
  /// Default `defaultMaximumBodySize` for a body that is kept, none for one that is streamed.
  public var maximumBodySize: Int? {
    get { content.maximumBodySize }
    _modify { yield &content.maximumBodySize }
  }

  /// 1 GB: the limit of a body that is kept, unless `maximumBodySize` says otherwise.
  public static let defaultMaximumBodySize = 1_000_000_000

  /// How the client's cache is used. Default `.ignore`.
  public var cache: CacheMode? {
    get { content.cache }
    _modify { yield &content.cache }
  }

  /// The HTTP version to ask for. Asking for one that libcurl was built without is an error.
  public enum HTTPVersion: String, Hashable, Sendable {
    /// HTTP/2 over TLS where the server has it, else HTTP/1.1.
    case automatic
    /// HTTP/1.0.
    case http10
    /// HTTP/1.1.
    case http11
    /// HTTP/2; without TLS by an upgrade from HTTP/1.1.
    case http2
    /// HTTP/2 from the first byte, also without TLS (RFC 9113, section 3.3).
    case http2PriorKnowledge
    /// HTTP/3 (RFC 9114).
    case http3
  }

  /// Whether and how redirects are followed (RFC 9110, section 15.4).
  public struct RedirectPolicy: Hashable, Sendable {
    /// Default true; `false` returns the redirect itself.
    public var follows: Bool
    /// The most redirects in a row; one more fails with `tooManyRedirects`. Default 10.
    public var maximum: Int
    /// Whether `Authorization` and cookies set by hand follow to another host. Default false.
    public var forwardsCredentials: Bool
    /// Whether the method and body are kept for 301, 302 and 303 as well. Default false.
    public var keepsMethod: Bool
    /// What a curl command line says about methods; `nil` is RFC 9110's own way.
    package var curl: CurlRules?

    /// A policy; by default up to ten redirects, with the methods as RFC 9110 has them.
    public init(
      follows: Bool = true, maximum: Int = 10, forwardsCredentials: Bool = false, keepsMethod: Bool = false
    ) {
      self.follows = follows
      self.maximum = maximum
      self.forwardsCredentials = forwardsCredentials
      self.keepsMethod = keepsMethod
    }
  }

  /// Which servers to trust and which certificate to show. Paths name files.
  public struct TLSOptions: Hashable, Sendable {
    /// Whether the server's certificate is verified. Default true.
    public var verifies: Bool
    /// A PEM file of trusted authorities, for the server and for a proxy over TLS; `nil` uses the system's.
    public var caFile: String?
    /// The client's certificate, shown to every host; see `TransferOptions.clientCertificates` for one per host.
    public var certificateFile: String?
    /// `nil` for what the ending of the file's name says.
    public var certificateFormat: ClientCertificate.Format?
    /// The certificate's private key; `nil` where it is in `certificateFile`.
    public var keyFile: String?
    /// The passphrase of the private key.
    public var keyPassword: String?
    /// `sha256//BASE64` of the server's public key, several joined by `;`, as curl's `--pinnedpubkey`.
    public var pinnedPublicKeys: String?

    /// By default the system's authorities, verified, and no certificate.
    public init(
      verifies: Bool = true, caFile: String? = nil, certificateFile: String? = nil,
      certificateFormat: ClientCertificate.Format? = nil, keyFile: String? = nil, keyPassword: String? = nil,
      pinnedPublicKeys: String? = nil
    ) {
      self.verifies = verifies
      self.caFile = caFile
      self.certificateFile = certificateFile
      self.certificateFormat = certificateFormat
      self.keyFile = keyFile
      self.keyPassword = keyPassword
      self.pinnedPublicKeys = pinnedPublicKeys
    }
  }
}
