/// The settings of a request; `nil` means "not in the file", so the default applies.
package struct RequestSettings: Hashable, Sendable {
  package var encodeURL: Bool?
  /// In milliseconds; 0 for no timeout.
  package var timeout: Double?
  package var followRedirects: Bool?
  package var maxRedirects: Int?
  package var forwardAuthorization: Bool?
  /// Whether the answer may be compressed: `false` omits `Accept-Encoding`.
  package var acceptsCompression: Bool?
  /// In bytes after decompression; 0 for no limit.
  package var maximumBodySize: Int?
  package var cookies: CookieUse?
  package var history: HistoryUse?
  /// Whether an event stream that ends is asked for again, from its last event on.
  package var reconnects: Bool?
  /// The oldest and the newest version of TLS to speak. Older ones than 1.2 are for the command line alone: a file must
  /// not weaken a connection.
  package var minimumTLS: TLSLimit?
  package var maximumTLS: TLSLimit?

  /// The default number of redirects that are followed.
  package static let usualMaxRedirects = 5

  package init(
    encodeURL: Bool? = nil, timeout: Double? = nil, followRedirects: Bool? = nil, maxRedirects: Int? = nil,
    forwardAuthorization: Bool? = nil, acceptsCompression: Bool? = nil, maximumBodySize: Int? = nil,
    cookies: CookieUse? = nil, history: HistoryUse? = nil, reconnects: Bool? = nil, minimumTLS: TLSLimit? = nil,
    maximumTLS: TLSLimit? = nil
  ) {
    self.encodeURL = encodeURL
    self.timeout = timeout
    self.followRedirects = followRedirects
    self.maxRedirects = maxRedirects
    self.forwardAuthorization = forwardAuthorization
    self.acceptsCompression = acceptsCompression
    self.maximumBodySize = maximumBodySize
    self.cookies = cookies
    self.history = history
    self.reconnects = reconnects
    self.minimumTLS = minimumTLS
    self.maximumTLS = maximumTLS
  }
}
