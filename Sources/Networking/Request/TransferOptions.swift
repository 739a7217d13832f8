/// How one request is carried. Every field is optional, so that settings layer: client below request; `nil` is "as the
/// layer below says", and at the bottom the default named here.
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

  public init() { _content = Self.nothing }
  init(_ content: Fields) { self.content = content }

  /// Whether nothing was ever said in them.
  var areUntouched: Bool { _content.isSame(as: Self.nothing) }

  /// Until the connection stands, TLS included. Default 30 s.
  public var connectTimeout: Duration? {
    get { content.connectTimeout }
    _modify { yield &content.connectTimeout }
  }

  /// Without a byte in either direction. Default none.
  public var idleTimeout: Duration? {
    get { content.idleTimeout }
    _modify { yield &content.idleTimeout }
  }

  /// The whole hop. Default none; zero is none.
  public var totalTimeout: Duration? {
    get { content.totalTimeout }
    _modify { yield &content.totalTimeout }
  }

  public var httpVersion: HTTPVersion? {
    get { content.httpVersion }
    _modify { yield &content.httpVersion }
  }

  /// Whether a compressed answer is decoded. Default true.
  public var decompresses: Bool? {
    get { content.decompresses }
    _modify { yield &content.decompresses }
  }

  public var redirects: RedirectPolicy? {
    get { content.redirects }
    _modify { yield &content.redirects }
  }

  public var tls: TLSOptions? {
    get { content.tls }
    _modify { yield &content.tls }
  }

  /// Shown each to its own hosts, over TLS only, the first that matches: of every hop of its own, so that a redirect takes
  /// none along. A certificate of `tls` is shown in their place, to every host.
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

  /// Hosts that `proxy` is not used for, looked at for each hop; where they are given, even none, `noProxy` and the list of
  /// the environment say nothing. They belong to the proxy of the same layer.
  public var proxyExceptions: ProxyExceptions? {
    get { content.proxyExceptions }
    _modify { yield &content.proxyExceptions }
  }

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

  /// Stands in the request line in place of the URL's path and query, as curl's `--request-target`: `*`, an absolute URL.
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

  public static let defaultMaximumBodySize = 1_000_000_000

  /// Default `ignore`.
  public var cache: CacheMode? {
    get { content.cache }
    _modify { yield &content.cache }
  }

  /// Which version is asked for. One that the library does not have is an error, `automatic` what both sides can do.
  public enum HTTPVersion: String, Hashable, Sendable {
    case automatic, http10, http11, http2, http2PriorKnowledge, http3
  }

  /// Whether and how redirects are followed (RFC 9110, section 15.4).
  public struct RedirectPolicy: Hashable, Sendable {
    public var follows: Bool
    public var maximum: Int
    /// Whether `Authorization` and cookies set by hand may follow to another host. Never by default.
    public var forwardsCredentials: Bool
    /// Keep the method and body also for 301, 302 and 303.
    public var keepsMethod: Bool
    /// What a curl command line says about methods; `nil` is RFC 9110's own way.
    package var curl: CurlRules?

    public init(
      follows: Bool = true, maximum: Int = 10, forwardsCredentials: Bool = false, keepsMethod: Bool = false
    ) {
      self.follows = follows
      self.maximum = maximum
      self.forwardsCredentials = forwardsCredentials
      self.keepsMethod = keepsMethod
    }
  }

  /// Whom to trust and what to show of oneself. Paths are those of files.
  public struct TLSOptions: Hashable, Sendable {
    /// Default true.
    public var verifies: Bool
    /// PEM; for the server, and for a proxy that is reached over TLS.
    public var caFile: String?
    public var certificateFile: String?
    /// `nil` for what the ending of the file's name says.
    public var certificateFormat: ClientCertificate.Format?
    public var keyFile: String?
    public var keyPassword: String?
    /// `sha256//BASE64` of the server's public key, several joined by `;`, as curl's `--pinnedpubkey`.
    public var pinnedPublicKeys: String?

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
