import Basics

/// A URL split into its parts exactly as written (RFC 3986, appendix B), so that the joined parts are the original
/// text.
///
/// Never fails and never normalises; `Request.with` rejects what cannot be sent. `StandardURL` parses a URL as browsers
/// do.
package struct URLParts: Hashable, Sendable, CustomStringConvertible {
  /// Without the colon.
  package var scheme: String?
  /// The text before `@`, still encoded.
  package var userinfo: String?
  /// As written, an IPv6 address with its brackets; `nil` without an authority, empty in `file:///`.
  package var host: String?
  /// The digits after the host; empty for a bare colon.
  package var portText: String?
  package var path: String
  /// Without `?`; empty if nothing follows the `?`, `nil` if there is none.
  package var query: String?
  /// Without `#`.
  package var fragment: String?

  package init(
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

  package init(_ text: String) {
    // Parsed as bytes, because thousands of requests are built and listed, each parsed several times.
    var text = text
    self = text.withUTF8 { URLParts($0) }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var (start, end) = (0, bytes.count)
    path = ""
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
