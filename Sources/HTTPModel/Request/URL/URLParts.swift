import Basics

/// A URL split into its parts exactly as written (RFC 3986, appendix B), so that the joined parts are the original
/// text.
///
/// Never fails and never normalises; `Request.with` rejects URLs that cannot be sent.
package struct URLParts: Hashable, Sendable, CustomStringConvertible {
  /// Without the colon.
  package var scheme: String?
  /// The text before `@`, still encoded.
  package var userinfo: String?
  /// As written, an IPv6 address with its brackets; `nil` without an authority, empty in `file:///`.
  package var host: String?
  /// The digits after the host; empty for a bare colon.
  package var portText: String?
  package var path = ""
  /// Without `?`; empty if nothing follows the `?`, `nil` if there is none.
  package var query: String?
  /// Without `#`.
  package var fragment: String?
}

extension URLParts {
  package init(_ text: String) {
    // Parsed as bytes, because thousands of requests are built and listed, each parsed several times.
    var text = text
    self = text.withUTF8 { URLParts($0) }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.init()
    var (start, end) = (0, bytes.count)
    if let hash = bytes.first(UInt8(ascii: "#"), in: 0..<end) {
      fragment = bytes.text(hash + 1..<end)
      end = hash
    }
    if let mark = bytes.first(UInt8(ascii: "?"), in: 0..<end) {
      query = bytes.text(mark + 1..<end)
      end = mark
    }
    if let colon = Self.endOfScheme(bytes) {
      scheme = bytes.text(0..<colon)
      start = colon + 1
    }
    if end - start >= 2, bytes[start] == UInt8(ascii: "/"), bytes[start + 1] == UInt8(ascii: "/") {
      let slash = bytes.first(UInt8(ascii: "/"), in: start + 2..<end) ?? end
      setAuthority(bytes, start + 2..<slash)
      start = slash
    }
    path = bytes.text(start..<end)
  }

  /// The joined parts; for a parsed value, the original text.
  package var description: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(path.utf8.count + (query?.utf8.count ?? 0) + 64)
    func add(_ mark: UInt8, before text: String?) {
      guard let text else { return }
      bytes.append(mark)
      bytes += text.utf8
    }
    if let scheme {
      bytes += scheme.utf8
      bytes.append(UInt8(ascii: ":"))
    }
    if let host {
      add(UInt8(ascii: "/"), before: "/")
      if let userinfo {
        bytes += userinfo.utf8
        bytes.append(UInt8(ascii: "@"))
      }
      bytes += host.utf8
      add(UInt8(ascii: ":"), before: portText)
    }
    bytes += path.utf8
    add(UInt8(ascii: "?"), before: query)
    add(UInt8(ascii: "#"), before: fragment)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `user@host:port`, as written.
  package var authority: String? {
    guard let host else { return nil }
    return (userinfo.map { $0 + "@" } ?? "") + host + (portText.map { ":" + $0 } ?? "")
  }

  /// The target on the request line: `/` for an empty path, no fragment.
  package var requestTarget: String {
    let start = path.utf8.first == UInt8(ascii: "/") ? path : "/" + path
    return query.map { start + "?" + $0 } ?? start
  }

  /// The port to connect to: the one written or the scheme's default (80, 443); `nil` if it is not a valid port.
  package var port: Int? {
    if let portText, !portText.isEmpty {
      guard portText.utf8.allSatisfy({ $0.isASCIIDigit }), let number = UInt16(portText) else { return nil }
      return Int(number)
    }
    return defaultPort
  }

  /// The default port of the scheme.
  package var defaultPort: Int? {
    switch scheme?.asciiLowercased {
    case "http", "ws": 80
    case "https", "wss": 443
    default: nil
    }
  }

  private mutating func setAuthority(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    var (start, end) = (range.lowerBound, range.upperBound)
    if let at = bytes.last(UInt8(ascii: "@"), in: range) {
      userinfo = bytes.text(start..<at)
      start = at + 1
    }
    let isAddress = start < end && bytes[start] == UInt8(ascii: "[")
    let afterHost = isAddress ? bytes.last(UInt8(ascii: "]"), in: start..<end) ?? end : start
    if let colon = bytes.last(UInt8(ascii: ":"), in: afterHost..<end) {
      portText = bytes.text(colon + 1..<end)
      end = colon
    }
    host = bytes.text(start..<end)
  }

  /// The offset of the scheme's colon (RFC 3986, section 3.1).
  static func endOfScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = bytes.first, first.isASCIILetter else { return nil }
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: ":") { return index }
      guard byte.isASCIIAlphanumeric || byte == 0x2b || byte == 0x2d || byte == 0x2e else { return nil }
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func first(_ byte: UInt8, in range: Range<Int>) -> Int? { range.first { self[$0] == byte } }
  fileprivate func last(_ byte: UInt8, in range: Range<Int>) -> Int? { range.last { self[$0] == byte } }

  fileprivate func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: self[range]), as: UTF8.self)
  }
}

extension URLParts {
  /// The `host:port` of the connection.
  package var hostAndPort: String { "\(host ?? "?")" + (port.map { ":\($0)" } ?? "") }

  /// True if both have the same host, regardless of case, port, scheme or a final dot.
  package func isSameHost(as other: URLParts) -> Bool {
    comparableHost == other.comparableHost
  }

  /// True if scheme, host and port are equal (RFC 6454): only then may credentials follow a redirect.
  package func isSameOrigin(as other: URLParts) -> Bool {
    isSameHost(as: other) && port == other.port && scheme?.asciiLowercased == other.scheme?.asciiLowercased
  }

  /// The URL with the host of a Host header, which curl uses to select cookies.
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

  /// True if going from `other` to this URL drops encryption.
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

  /// True if only programs on this computer can reach the host.
  package var isOnThisComputer: Bool { comparableHost?.isLoopbackHost == true }
}

extension URLParts {
  /// Resolves `reference`, such as a `Location` header, against this URL (RFC 3986, section 5.2).
  ///
  /// If servers and the RFC disagree, it follows browsers: white space around the reference and line ends in it are
  /// dropped, `http:path` is relative to an `http` base, and `\` is a slash before the query.
  package func resolving(_ reference: String) -> URLParts {
    var target = URLParts(Self.cleaned(reference))
    if let scheme = target.scheme, target.host == nil, scheme.equalsIgnoringCase(self.scheme ?? "") {
      target.scheme = nil
    }
    guard target.scheme == nil else { return target.withoutDotSegments() }
    target.scheme = scheme
    guard target.host == nil else { return target.withoutDotSegments() }
    target.userinfo = userinfo
    target.host = host
    target.portText = portText
    if target.path.isEmpty {
      target.path = path
      if target.query == nil { target.query = query }
      return target
    }
    if target.path.utf8.first != UInt8(ascii: "/") { target.path = merged(with: target.path) }
    return target.withoutDotSegments()
  }

  /// Section 5.2.3: the base up to its last slash, then the reference.
  private func merged(with relative: String) -> String {
    if host != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
    return String(path[...slash]) + relative
  }

  func withoutDotSegments() -> URLParts {
    var copy = self
    copy.path = Self.removingDotSegments(path)
    return copy
  }

  /// Section 5.2.4; `%2e` is a dot, as in browsers.
  private static func removingDotSegments(_ path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "/") else { return path }
    var kept: [Substring] = []
    let slash = UInt8(ascii: "/")
    let segments = path.utf8.split(separator: slash, omittingEmptySubsequences: false).dropFirst().map(Substring.init)
    for (index, segment) in zip(segments.indices, segments) {
      let isLast = index == segments.endIndex - 1
      switch segment.asciiLowercased.replacingDots {
      case "..":
        if !kept.isEmpty { kept.removeLast() }
        if isLast { kept.append("") }
      case ".":
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }

  private static func cleaned(_ reference: String) -> String {
    let scalars = reference.unicodeScalars.trimming { $0.value <= 0x20 }
    var text = ""
    var isBeforeQuery = true
    for scalar in scalars where scalar != "\t" && scalar != "\n" && scalar != "\r" {
      if scalar == "?" || scalar == "#" { isBeforeQuery = false }
      text.unicodeScalars.append(isBeforeQuery && scalar == "\\" ? "/" : scalar)
    }
    return text
  }
}

extension String {
  /// Decodes `%2e` to a dot, in a segment short enough to be `.` or `..`.
  fileprivate var replacingDots: String {
    switch self {
    case "%2e": "."
    case ".%2e", "%2e.", "%2e%2e": ".."
    default: self
    }
  }
}
