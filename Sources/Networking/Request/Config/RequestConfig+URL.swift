import Basics

extension RequestConfig {
  /// The URL as it will be sent, and the userinfo removed from it.
  func sentURL() throws(RequestError) -> (url: String, user: String?) {
    let built = try builtURL()
    return (built.url.description, built.user)
  }

  func builtURL() throws(RequestError) -> (url: URLParts, user: String?) {
    var parts = try startOfURL()
    let rest = path.isEmpty || path.isAbsoluteURL ? URLParts() : URLParts(pathText: path)
    parts.path = Self.join(parts.path, rest.path)
    let whole = try filled(parts.path)
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
  private func startOfURL() throws(RequestError) -> URLParts {
    let isReplaced = path.isAbsoluteURL
    var text = (isReplaced ? path : host).trimmingASCII(\.isASCIIWhitespace)
    guard !text.isEmpty else { throw .url(path, .noHost) }
    if !text.isAbsoluteURL {
      for name in ["http:", "https:"] where text.asciiLowercased.hasPrefix(name) { throw .url(text, .noSlashes) }
      text = (scheme ?? "http") + (text.hasPrefix("//") ? ":" : "://") + text
    }
    var parts = URLParts(text)
    if !isReplaced {
      parts.scheme = scheme ?? parts.scheme
      if let port { parts.portText = String(port) }
    }
    return parts
  }

  /// Joins both with exactly one slash.
  static func join(_ prefix: String, _ path: String) -> String {
    guard !path.isEmpty else { return prefix }
    let slash = UInt8(ascii: "/")
    let head = prefix.utf8.reversed().drop { $0 == slash }.reversed()
    return String(decoding: head + [slash] + path.utf8.drop { $0 == slash }, as: UTF8.self)
  }

  /// The path with its parameters filled in.
  private func filled(_ path: String) throws(RequestError) -> String {
    guard path.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "{") }) else { return path }
    var segments: [String] = []
    for segment in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      let text = String(Substring(segment))
      segments.append(try filledBraces(text.first == ":" ? try filledColon(text, path) : text, path))
    }
    return segments.joined(separator: "/")
  }

  /// `:name`, optionally followed by a suffix that starts with a character no name can contain.
  private func filledColon(_ segment: String, _ path: String) throws(RequestError) -> String {
    let whole = String(segment.dropFirst())
    if let value = pathParameters[whole] { return PercentEncoding.segment(value) }
    let name = String(decoding: whole.utf8.prefix { $0.isASCIIAlphanumeric || $0 == 0x5f }, as: UTF8.self)
    if !name.isEmpty, let value = pathParameters[name] {
      return PercentEncoding.segment(value) + whole.dropFirst(name.count)
    }
    guard encoding == .encoded, !name.isEmpty else { return segment }
    throw .missingPathParameter(name, path: path)
  }

  private func filledBraces(_ segment: String, _ path: String) throws(RequestError) -> String {
    guard segment.utf8.has(UInt8(ascii: "{")) else { return segment }
    var result = ""
    var rest = Substring(segment)
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
    {
      let name = String(rest[rest.utf8.index(after: open)..<close])
      result += rest[..<open]
      if let value = pathParameters[name] {
        result += PercentEncoding.segment(value)
      } else if encoding == .encoded {
        throw .missingPathParameter(name, path: path)
      } else {
        result += rest[open...close]
      }
      rest = rest[rest.utf8.index(after: close)...]
    }
    return result + rest
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
