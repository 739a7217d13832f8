/// A URL cut into its parts exactly as written (RFC 3986, appendix B), so that the parts joined again are the text.
///
/// Never fails and never normalises; `Request.with` refuses what cannot be sent. For the browser's reading of a URL
/// see `StandardURL`.
public struct URLParts: Hashable, Sendable, CustomStringConvertible {
  /// Without its colon.
  public var scheme: String?
  /// What stands before `@`, still encoded.
  public var userinfo: String?
  /// As written, an IPv6 address with its brackets; `nil` without an authority, empty in `file:///`.
  public var host: String?
  /// The digits after the host; empty for a bare colon.
  public var portText: String?
  public var path: String
  /// Without `?`; empty when there is nothing after it, `nil` when there is no `?`.
  public var query: String?
  /// Without `#`.
  public var fragment: String?

  public init(
    scheme: String? = nil, userinfo: String? = nil, host: String? = nil, portText: String? = nil, path: String = "",
    query: String? = nil, fragment: String? = nil
  ) {
    self.scheme = scheme
    self.userinfo = userinfo
    self.host = host
    self.portText = portText
    self.path = path
    self.query = query
    self.fragment = fragment
  }

  public init(_ text: String) {
    var rest = Substring(text)
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
      fragment = String(rest[rest.utf8.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = String(rest[rest.utf8.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let end = Self.endOfScheme(rest) {
      scheme = String(rest[..<end])
      rest = rest[rest.utf8.index(after: end)...]
    }
    if rest.utf8.starts(with: "//".utf8) {
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      let authority = rest[..<end]
      path = String(rest[end...])
      setAuthority(authority)
    } else {
      path = String(rest)
    }
  }

  /// The parts joined: for a value that was cut from text, that text.
  public var description: String {
    var text = scheme.map { $0 + ":" } ?? ""
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }

  /// `user@host:port`, as written.
  public var authority: String? {
    guard let host else { return nil }
    return (userinfo.map { $0 + "@" } ?? "") + host + (portText.map { ":" + $0 } ?? "")
  }

  /// What follows the method on the request line: `/` for an empty path, no fragment.
  public var requestTarget: String {
    let start = path.utf8.first == UInt8(ascii: "/") ? path : "/" + path
    return query.map { start + "?" + $0 } ?? start
  }

  /// The port that is connected to: the one written or the scheme's own (80, 443); `nil` when it is not a port.
  public var port: Int? {
    if let portText, !portText.isEmpty {
      guard portText.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(portText) else { return nil }
      return Int(number)
    }
    return defaultPort
  }

  /// The port that the scheme implies.
  public var defaultPort: Int? {
    switch scheme?.asciiLowercased {
    case "http", "ws": 80
    case "https", "wss": 443
    default: nil
    }
  }

  private mutating func setAuthority(_ text: Substring) {
    var rest = text
    if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
      userinfo = String(rest[..<at])
      rest = rest[rest.utf8.index(after: at)...]
    }
    let isAddress = rest.utf8.first == UInt8(ascii: "[")
    let afterHost = isAddress ? rest.utf8.lastIndex(of: UInt8(ascii: "]")) ?? rest.endIndex : rest.startIndex
    if let colon = rest[afterHost...].utf8.lastIndex(of: UInt8(ascii: ":")) {
      portText = String(rest[rest.utf8.index(after: colon)...])
      rest = rest[..<colon]
    }
    host = String(rest)
  }

  /// Where the colon of a scheme stands (RFC 3986, section 3.1).
  private static func endOfScheme(_ text: Substring) -> String.Index? {
    guard let first = text.utf8.first, first.isASCIILetter else { return nil }
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if byte == UInt8(ascii: ":") { return index }
      guard byte.isASCIILetter || byte.isASCIIDigit || "+-.".utf8.contains(byte) else { return nil }
    }
    return nil
  }
}
