extension URLParts {
  /// Whether both name the same host, without regard to case, port, scheme or a final dot.
  public func isSameHost(as other: URLParts) -> Bool {
    comparableHost == other.comparableHost
  }

  /// Whether scheme, host and port agree (RFC 6454): only then may credentials follow a redirect.
  public func isSameOrigin(as other: URLParts) -> Bool {
    isSameHost(as: other) && port == other.port && scheme?.asciiLowercased == other.scheme?.asciiLowercased
  }

  /// Whether going from `other` to this URL gives up encryption.
  public func isDowngrade(from other: URLParts) -> Bool {
    other.scheme?.asciiLowercased == "https" && scheme?.asciiLowercased != "https"
  }

  /// Lower case, in the form that goes to the name server, without a final dot or the brackets of an address.
  public var comparableHost: String? {
    guard var text = host?.asciiLowercased else { return nil }
    if text.hasSuffix(".") { text.removeLast() }
    if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
    return text
  }
}
