import Basics

extension RequestConfig {
  /// The URL as it will be sent, and the userinfo removed from it.
  func sentURL() throws(RequestError) -> (url: String, user: String?) {
    let built = try builtURL()
    return (built.url.description, built.user)
  }

  func builtURL() throws(RequestError) -> (url: URLParts, user: String?) {
    var (parts, values) = try startOfURL()
    let rest = path.isEmpty || path.isAbsoluteURL ? URLParts() : URLParts(pathText: path)
    parts.path = Self.join(parts.path, rest.path)
    let whole = try PathTemplate(parts.path, values, pathParameters, encoding).filled()
    parts.path = isTakenByProxy(parts) ? PercentEncoding.line(whole) : PercentEncoding.path(whole, encoding)
    let queries = [parts.query, rest.query].compactMap(\.self).map { PercentEncoding.query($0, encoding) }
    let rows = queries + [query.text].compactMap(\.self)
    parts.query = rows.isEmpty ? nil : rows.count == 1 ? rows[0] : rows.filter { !$0.isEmpty }.joined(separator: "&")
    parts.fragment = (fragment ?? rest.fragment ?? parts.fragment).map { PercentEncoding.query($0, encoding) }
    let user = parts.userinfo
    parts.userinfo = nil
    try parts.check()
    return (parts, user)
  }

  /// Whether an HTTP proxy gets the URL in absolute form, in which libcurl encodes nothing.
  private func isTakenByProxy(_ parts: URLParts) -> Bool {
    guard encoding == .verbatim, let proxy = options.proxy, !proxy.isEmpty, options.noProxy != "*" else { return false }
    if options.proxyExceptions?.covers(parts) == true { return false }
    return parts.scheme?.asciiLowercased == "http" && !proxy.asciiLowercased.hasPrefix("socks")
  }

  /// Scheme, host, port and path prefix, from the fields and from the text in `host` or an absolute `path`.
  /// - Returns: also where in the path values stand.
  private func startOfURL() throws(RequestError) -> (parts: URLParts, values: [Range<Int>]) {
    let isReplaced = path.isAbsoluteURL
    guard isReplaced || !host.utf8.allSatisfy(\.isASCIIWhitespace) else { throw .url(path, .noHost) }
    let typed = try TypedURL(isReplaced ? path : host, scheme: scheme ?? "http")
    var parts = typed.parts
    // Where the path of `host` begins in it.
    let start = typed.authorityEnd - typed.shift
    guard !isReplaced else { return (parts, []) }
    parts.scheme = scheme ?? parts.scheme
    if let port { parts.portText = String(port) }
    return (parts, values.map { $0.lowerBound - start..<$0.upperBound - start })
  }

  /// Joins both with exactly one slash.
  static func join(_ prefix: String, _ path: String) -> String {
    guard !path.isEmpty else { return prefix }
    let slash = UInt8(ascii: "/")
    let head = prefix.utf8.reversed().drop { $0 == slash }.reversed()
    return String(decoding: head + [slash] + path.utf8.drop { $0 == slash }, as: UTF8.self)
  }
}

extension URLParts {
  /// Parses a path with query and fragment, in which colons and double slashes have no meaning.
  fileprivate init(pathText: String) {
    let cut = URLParts("http://h/" + pathText)
    self.init(path: String(cut.path.dropFirst()), query: cut.query, fragment: cut.fragment)
  }

  /// Converts the host to its ASCII form, and rejects an invalid host or port.
  fileprivate mutating func check() throws(RequestError) {
    guard let scheme = scheme?.asciiLowercased, scheme == "http" || scheme == "https" else {
      throw .url(scheme ?? "", .scheme)
    }
    guard let host, !host.isEmpty else { throw .url(description, .noHost) }
    self.host = try Self.checked(host: host)
    if let portText, !portText.isEmpty, port == nil { throw .url(portText, .port) }
  }

  private static func checked(host: String) throws(RequestError) -> String {
    // The usual case: a plain ASCII host.
    if host.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == 0x2d || $0 == 0x2e }) { return host }
    if host.utf8.first == UInt8(ascii: "[") {
      let inside = host.utf8.dropFirst().dropLast()
      guard host.utf8.last == UInt8(ascii: "]"), inside.contains(UInt8(ascii: ":")),
        inside.allSatisfy({
          $0.hexValue != nil || ":.%".utf8.contains($0) || $0.isASCIILetter || $0 == 0x2d || $0 == 0x5f
        })
      else { throw .url(host, .host) }
      return host
    }
    let forbidden = ##" "#%/:<>?@[\]^`{|}"##.unicodeScalars
    for scalar in host.unicodeScalars {
      let isControl = scalar.value < 0x20 || scalar.value == 0x7f
      guard !isControl, !forbidden.contains(scalar) else { throw .url(host, .hostCharacter(scalar.spelled)) }
    }
    guard let ascii = Punycode.host(host) else { throw .url(host, .host) }
    return ascii
  }
}

extension String {
  /// Whether it starts with a scheme and `//`.
  var isAbsoluteURL: Bool {
    var text = self
    return text.withUTF8 { bytes in
      guard let colon = URLParts.endOfScheme(bytes), colon + 2 < bytes.count else { return false }
      return bytes[colon + 1] == UInt8(ascii: "/") && bytes[colon + 2] == UInt8(ascii: "/")
    }
  }
}
