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
    let rows = queries + [try query.text()].compactMap(\.self)
    parts.query = rows.isEmpty ? nil : rows.count == 1 ? rows[0] : rows.filter { !$0.isEmpty }.joined(separator: "&")
    parts.fragment = (fragment ?? rest.fragment ?? parts.fragment).map { PercentEncoding.query($0, encoding) }
    let user = parts.userinfo
    parts.userinfo = nil
    try parts.check()
    return (parts, user)
  }

  /// True if an HTTP proxy gets the URL in absolute form, in which libcurl encodes nothing.
  private func isTakenByProxy(_ parts: URLParts) -> Bool {
    guard encoding == .verbatim, let proxy = options.proxy, !proxy.isEmpty, options.noProxy != "*" else { return false }
    if options.proxyExceptions?.covers(parts) == true { return false }
    return parts.scheme?.asciiLowercased == "http" && !proxy.asciiLowercased.hasPrefix("socks")
  }

  /// Scheme, host, port and path prefix, from the fields and from the text in `host` or an absolute `path`.
  /// - Returns: the parts, and the ranges of values in the path.
  private func startOfURL() throws(RequestError) -> (parts: URLParts, values: [Range<Int>]) {
    let isReplaced = path.isAbsoluteURL
    guard isReplaced || !host.utf8.allSatisfy(\.isASCIIWhitespace) else { throw .url(path, .noHost) }
    let typed = try TypedURL(isReplaced ? path : host, scheme: scheme ?? "http")
    var parts = typed.parts
    // The start of the path in `host`.
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
  mutating func check() throws(RequestError) {
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
  /// True if it starts with a scheme and `//`.
  var isAbsoluteURL: Bool {
    var text = self
    return text.withUTF8 { bytes in
      guard let colon = URLParts.endOfScheme(bytes), colon + 2 < bytes.count else { return false }
      return bytes[colon + 1] == UInt8(ascii: "/") && bytes[colon + 2] == UInt8(ascii: "/")
    }
  }
}

/// Fills in the `:name` and `{name}` segments of a path. Values of variables are sent unchanged and contain no
/// parameters: a value may come from an answer, or be a secret that an error about a missing parameter would reveal in
/// part.
struct PathTemplate {
  private let path: String
  private let bytes: [UInt8]
  /// For each byte, true if it belongs to a value.
  private let isValue: [Bool]
  private let parameters: PathParameters
  private let encoding: RequestConfig.Encoding

  /// - Parameter values: the ranges of values in the path; parts outside of the path are ignored.
  init(_ path: String, _ values: [Range<Int>], _ parameters: PathParameters, _ encoding: RequestConfig.Encoding) {
    self.path = path
    self.parameters = parameters
    self.encoding = encoding
    bytes = Array(path.utf8)
    var isValue = [Bool](repeating: false, count: bytes.count)
    for range in values {
      for place in range.clamped(to: bytes.indices) { isValue[place] = true }
    }
    self.isValue = isValue
  }

  /// The path with its parameters filled in.
  func filled() throws(RequestError) -> String {
    guard bytes.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "{") }) else { return path }
    var result: [UInt8] = []
    var place = 0
    var unclosed = 0
    while place < bytes.count {
      if let found = try parameter(at: place, &unclosed) {
        result += found.text.utf8
        place = found.end
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The replacement of the parameter that begins there, and the end of the parameter.
  /// - Parameter unclosed: no brace before this position is closed, so none of them is searched twice.
  private func parameter(at place: Int, _ unclosed: inout Int) throws(RequestError) -> (text: String, end: Int)? {
    guard !isValue[place] else { return nil }
    switch bytes[place] {
    case UInt8(ascii: ":") where place == 0 || isWritten("/", place - 1):
      return try colon(place + 1..<segmentEnd(after: place))
    case UInt8(ascii: "{") where place >= unclosed:
      let end = segmentEnd(after: place)
      guard let close = (place + 1..<end).first(where: { isWritten("}", $0) }) else {
        unclosed = end
        return nil
      }
      let name = place + 1..<close
      return try value(of: name).map { ($0, close + 1) }
    default: return nil
    }
  }

  private func segmentEnd(after place: Int) -> Int {
    bytes[place...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
  }

  private func isWritten(_ mark: Unicode.Scalar, _ place: Int) -> Bool {
    bytes[place] == UInt8(ascii: mark) && !isValue[place]
  }

  /// `:name`, optionally followed by a suffix that starts with a character no name can contain.
  private func colon(_ segment: Range<Int>) throws(RequestError) -> (text: String, end: Int)? {
    if let value = try encodedValue(of: segment) { return (value, segment.upperBound) }
    let end = segment.first { !(bytes[$0].isASCIIAlphanumeric || bytes[$0] == 0x5f) } ?? segment.upperBound
    guard end > segment.lowerBound else { return nil }
    return try value(of: segment.lowerBound..<end).map { ($0, end) }
  }

  /// The value of a name; `nil` if the name has none and stays unchanged.
  private func value(of name: Range<Int>) throws(RequestError) -> String? {
    if let value = try encodedValue(of: name) { return value }
    // Parts of values are never revealed.
    guard encoding == .encoded, !isValue[name].contains(true) else { return nil }
    throw .missingPathParameter(text(name), path: path)
  }

  /// The encoded value of a parameter; an empty one would leave its segment out.
  private func encodedValue(of name: Range<Int>) throws(RequestError) -> String? {
    guard let value = try parameters.value(of: text(name)) else { return nil }
    guard !value.isEmpty else { throw .missingPathParameter(text(name), path: path) }
    return PercentEncoding.segment(value)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
