/// The switches of a request; `nil` is "not written in the file", which means the default.
public struct RequestSettings: Hashable, Sendable {
  public var encodeURL: Bool?
  /// Milliseconds; 0 is none.
  public var timeout: Double?
  public var followRedirects: Bool?
  public var maxRedirects: Int?
  public var forwardAuthorization: Bool?
  /// Whether the answer may be compressed: `false` sends no `Accept-Encoding`.
  public var acceptsCompression: Bool?
  /// In bytes after decompression; 0 is none.
  public var maximumBodySize: Int?

  /// How many redirects are followed by a request that does not say.
  package static let usualMaxRedirects = 5

  public init(
    encodeURL: Bool? = nil, timeout: Double? = nil, followRedirects: Bool? = nil, maxRedirects: Int? = nil,
    forwardAuthorization: Bool? = nil, acceptsCompression: Bool? = nil, maximumBodySize: Int? = nil
  ) {
    self.encodeURL = encodeURL
    self.timeout = timeout
    self.followRedirects = followRedirects
    self.maxRedirects = maxRedirects
    self.forwardAuthorization = forwardAuthorization
    self.acceptsCompression = acceptsCompression
    self.maximumBodySize = maximumBodySize
  }
}
