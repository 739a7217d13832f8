import Basics

extension URLParts {
  /// `host:port` as connected to.
  package var hostAndPort: String { "\(host ?? "?")" + (port.map { ":\($0)" } ?? "") }

  /// Whether both have the same host, regardless of case, port, scheme or a final dot.
  package func isSameHost(as other: URLParts) -> Bool {
    comparableHost == other.comparableHost
  }

  /// Whether scheme, host and port are equal (RFC 6454): only then may credentials follow a redirect.
  package func isSameOrigin(as other: URLParts) -> Bool {
    isSameHost(as: other) && port == other.port && scheme?.asciiLowercased == other.scheme?.asciiLowercased
  }

  /// The URL with the host from a Host header, by which curl selects cookies.
  package func named(byHost header: String?) -> URLParts {
    // A trailing space belongs to the name; no cookie matches then.
    guard let text = header.map({ String(Substring($0.utf8.drop { $0.isASCIIWhitespace })) }),
      !text.isEmpty
    else { return self }
    let isAddress = text.utf8.first == UInt8(ascii: "[")
    let end = isAddress ? text.utf8.firstIndex(of: UInt8(ascii: "]")).map(text.utf8.index(after:)) : nil
    let name = text[..<(end ?? text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex)]
    var copy = self
    if !name.isEmpty { copy.host = String(name) }
    return copy
  }

  /// Whether going from `other` to this URL drops encryption.
  package func isDowngrade(from other: URLParts) -> Bool {
    other.scheme?.asciiLowercased == "https" && scheme?.asciiLowercased != "https"
  }

  /// Lower case, in the form used by DNS, without a final dot or the brackets of an address.
  package var comparableHost: String? {
    guard var text = host?.asciiLowercased else { return nil }
    if text.hasSuffix(".") { text.removeLast() }
    if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
    return text
  }
}
