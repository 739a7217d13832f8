import Basics

/// An `http` or `https` URL parsed as in browsers (WHATWG URL standard): normalised, so that two spellings of one
/// address compare equal. For display, links and comparison; requests are *sent* with the URL as typed.
///
/// Host names beyond ASCII are mapped by the rules that matter in practice (case, full-width forms, ignored characters)
/// rather than the full table of UTS #46.
package struct StandardURL: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  package var scheme: String
  package var username = ""
  package var password = ""
  /// ASCII; an IPv6 address in its compressed form with brackets.
  package var host: String
  /// `nil` for the scheme's default port.
  package var port: Int?
  /// Starts with a slash, without dot segments.
  package var path: String
  /// Without `?`.
  package var query: String?
  /// Without `#`.
  package var fragment: String?

  /// The reason why a text cannot be parsed.
  package enum Failure: Error, Hashable, Sendable {
    /// Relative, without a base URL.
    case relative
    /// Neither `http` nor `https`, or relative to another scheme.
    case otherScheme
    case credentials
    case host
    case port
  }

  package init(_ input: String, base: StandardURL? = nil) throws(Failure) {
    var scanner = StandardURLScanner(input)
    if let scheme = scanner.takeScheme() {
      guard scheme == "http" || scheme == "https" else { throw .otherScheme }
      if let base, base.scheme == scheme, !scanner.startsWithTwoSlashes {
        self = try base.resolving(&scanner)
      } else {
        scanner.skipSlashes()
        self = try Self.absolute(scheme, &scanner)
      }
    } else {
      guard let base else { throw .relative }
      self = try base.resolving(&scanner)
    }
  }

  /// The whole URL, normalised.
  package var description: String {
    var user = username
    if !password.isEmpty { user += ":" + password }
    if !user.isEmpty { user += "@" }
    return "\(scheme)://\(user)\(authority)\(path)" + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
  }

  /// Host and, unless it is the scheme's default, port.
  package var authority: String { host + (port.map { ":\($0)" } ?? "") }

  private init(scheme: String, host: String, path: String) {
    self.scheme = scheme
    self.host = host
    self.path = path
  }

  private static func absolute(
    _ scheme: String, _ scanner: inout StandardURLScanner
  ) throws(Failure) -> StandardURL {
    var authority = scanner.takeAuthority()
    var url = StandardURL(scheme: scheme, host: "", path: "")
    if let at = authority.lastIndex(of: "@") {
      let user = authority[..<at]
      let colon = user.firstIndex(of: ":")
      url.username = StandardURLScanner.encode(user[..<(colon ?? user.endIndex)], keeping: .standardUserInfo)
      if let colon {
        url.password = StandardURLScanner.encode(user[user.index(after: colon)...], keeping: .standardUserInfo)
      }
      authority = authority[authority.index(after: at)...]
      guard !authority.isEmpty else { throw .credentials }
    }
    let bracket = authority.first == "[" ? authority.lastIndex(of: "]") ?? authority.startIndex : authority.startIndex
    let colon = authority[bracket...].firstIndex(of: ":")
    guard let host = StandardHost.parse(String(String.UnicodeScalarView(authority[..<(colon ?? authority.endIndex)])))
    else { throw .host }
    url.host = host
    if let colon { url.port = try port(authority[authority.index(after: colon)...], scheme) }
    url.setPath(scanner.takePath(), under: [])
    url.setTail(&scanner)
    return url
  }

  private static func port(_ digits: ArraySlice<Unicode.Scalar>, _ scheme: String) throws(Failure) -> Int? {
    guard !digits.isEmpty else { return nil }
    guard digits.allSatisfy({ $0.isASCIIDigit }) else { throw .port }
    guard let number = UInt16(String(String.UnicodeScalarView(digits))) else { throw .port }
    return number == (scheme == "http" ? 80 : 443) ? nil : Int(number)
  }

  private func resolving(_ scanner: inout StandardURLScanner) throws(Failure) -> StandardURL {
    if scanner.startsWithTwoSlashes {
      scanner.skipSlashes()
      return try Self.absolute(scheme, &scanner)
    }
    var url = self
    url.fragment = nil
    let path = scanner.takePath()
    if path.isEmpty {
      if scanner.startsWithQuery { url.query = nil }
    } else {
      url.query = nil
      let isRooted = path.first == "/" || path.first == "\\"
      let folders = self.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        .dropLast()
      url.setPath(path, under: isRooted ? [] : folders.map { String(Substring($0)) })
    }
    url.setTail(&scanner)
    return url
  }

  private mutating func setPath(_ text: ArraySlice<Unicode.Scalar>, under folders: [String]) {
    var kept = folders
    let start = text.first == "/" || text.first == "\\" ? text.dropFirst() : text
    let segments = start.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    for (index, segment) in segments.enumerated() {
      let encoded = StandardURLScanner.encode(segment, keeping: .standardPath)
      switch encoded.asciiLowercased {
      case "..", ".%2e", "%2e.", "%2e%2e":
        if !kept.isEmpty { kept.removeLast() }
        if index == segments.count - 1 { kept.append("") }
      case ".", "%2e":
        if index == segments.count - 1 { kept.append("") }
      default: kept.append(encoded)
      }
    }
    path = "/" + kept.joined(separator: "/")
  }

  private mutating func setTail(_ scanner: inout StandardURLScanner) {
    if let query = scanner.takeQuery() { self.query = StandardURLScanner.encode(query, keeping: .standardQuery) }
    if let fragment = scanner.takeFragment() {
      self.fragment = StandardURLScanner.encode(fragment, keeping: .standardFragment)
    }
  }
}

/// Scans a URL as browsers do: ignored characters are dropped first, `\` is a slash.
struct StandardURLScanner {
  private var rest: ArraySlice<Unicode.Scalar>

  init(_ text: String) {
    var scalars = Array(text.unicodeScalars)[...]
    while let first = scalars.first, first.value <= 0x20 { scalars.removeFirst() }
    while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
    rest = scalars.filter { $0 != "\t" && $0 != "\n" && $0 != "\r" }[...]
  }

  /// Consumes the scheme and its colon; returns it in lower case, `nil` if there is none.
  mutating func takeScheme() -> String? {
    guard let colon = rest.firstIndex(of: ":"), let first = UInt8(exactly: rest[rest.startIndex].value),
      first.isASCIILetter
    else { return nil }
    for scalar in rest[..<colon] {
      guard let byte = UInt8(exactly: scalar.value),
        byte.isASCIIAlphanumeric || "+-.".utf8.contains(byte)
      else { return nil }
    }
    let scheme = String(String.UnicodeScalarView(rest[..<colon])).asciiLowercased
    rest = rest[rest.index(after: colon)...]
    return scheme
  }

  var startsWithTwoSlashes: Bool { rest.count >= 2 && rest.prefix(2).allSatisfy(Self.isSlash) }
  var startsWithQuery: Bool { rest.first == "?" }

  mutating func skipSlashes() { rest = rest.drop(while: Self.isSlash) }

  mutating func takeAuthority() -> ArraySlice<Unicode.Scalar> {
    take { Self.isSlash($0) || $0 == "?" || $0 == "#" }
  }

  mutating func takePath() -> ArraySlice<Unicode.Scalar> { take { $0 == "?" || $0 == "#" } }

  mutating func takeQuery() -> ArraySlice<Unicode.Scalar>? {
    guard rest.first == "?" else { return nil }
    rest.removeFirst()
    return take { $0 == "#" }
  }

  mutating func takeFragment() -> ArraySlice<Unicode.Scalar>? {
    guard rest.first == "#" else { return nil }
    rest.removeFirst()
    return take { _ in false }
  }

  private mutating func take(until isEnd: (Unicode.Scalar) -> Bool) -> ArraySlice<Unicode.Scalar> {
    let end = rest.firstIndex(where: isEnd) ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  private static func isSlash(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" || scalar == "\\" }

  static func encode(_ scalars: ArraySlice<Unicode.Scalar>, keeping kept: ASCIISet) -> String {
    PercentEncoding.encode(String(String.UnicodeScalarView(scalars)), keepsEscapes: false, keeping: kept.contains)
  }
}
