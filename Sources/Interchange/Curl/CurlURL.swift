import Basics
import HTTPModel
import Workspaces

/// A URL as curl parses it from its command line and then requests it.
///
/// A variable at the start includes the scheme.
struct CurlURL {
  /// Without user information; without a scheme if the variable at the start of the host includes it.
  private var parts: URLParts
  /// The `name:password` before the host, decoded.
  private(set) var user: String?

  /// `nil` if curl rejects the text.
  init?(_ text: String, operation: CurlOperation) {
    // curl rejects blanks and control characters in a URL.
    guard !text.isEmpty, !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return nil }
    var rest = Substring(text)
    let scheme: String
    if let mark = Self.schemeEnd(text) {
      scheme = text.hasPrefix("{{") ? String(text[..<mark.lowerBound]) : text[..<mark.lowerBound].lowercased()
      rest = text[mark.upperBound...]
    } else {
      // Without a scheme, curl rejects a leading slash.
      guard text.utf8.first != UInt8(ascii: "/") else { return nil }
      scheme = text.hasPrefix("{{") ? "" : Self.guessedScheme(rest)
    }
    parts = URLParts("//" + rest)
    (user, parts.userinfo) = (parts.userinfo, nil)
    guard parts.authority?.isEmpty == false || scheme == "file" else { return nil }
    parts.scheme = scheme.isEmpty ? nil : scheme
    if host.utf8.first?.isASCIIDigit == true, host.utf8.last != UInt8(ascii: "."), let address = IPv4.canonical(host) {
      parts.host = address
    }
    if !operation.isOn("path-as-is") { parts.path = Self.withoutDots(parts.path) }
  }

  var isHTTP: Bool { parts.scheme.map { $0 == "http" || $0 == "https" || $0.hasPrefix("{{") } ?? true }

  var text: String { String(Substring(parts.description.utf8.dropFirst(parts.scheme == nil ? 2 : 0))) }

  /// The host without the brackets of an address.
  var host: String { (parts.host ?? "").filter { $0 != "[" && $0 != "]" } }

  /// The file name for `-O`; `nil` if the path has no last segment.
  var fileName: String? {
    let last = parts.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
    return last.map { String(Substring($0)) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  var name: String { RequestName.of(path: parts.path, host: parts.authority ?? "") }

  /// The query as rows, each as written.
  var queryRows: [Row] {
    (parts.query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { pair in
      let text = String(Substring(pair))
      guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return Row(text) }
      return Row(String(text[..<equals]), String(text[text.utf8.index(after: equals)...]))
    }
  }

  /// Completes an upload to a folder with the name of the file.
  mutating func appendFileName(_ file: String) {
    guard file != "-", file != ".", parts.path.isEmpty || parts.path.utf8.last == UInt8(ascii: "/") else { return }
    let name = file.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.last.map {
      String(Substring($0))
    }
    guard let name else { return }
    parts.path = (parts.path.isEmpty ? "/" : parts.path) + FormEncoding.encodePath(name)
  }

  mutating func appendQuery(_ more: String) {
    // To append a query, curl parses the whole URL, and normalizes its path even with `--path-as-is`.
    parts.path = Self.withoutDots(parts.path)
    let before = parts.query ?? ""
    let joint = before.isEmpty || before.utf8.last == UInt8(ascii: "&") ? "" : "&"
    // An empty query loses its question mark.
    parts.query = before.isEmpty && more.isEmpty ? nil : before + joint + more
  }

  /// True if an appended query contains characters that curl rejects in a URL.
  var holdsBlanks: Bool { (parts.query ?? "").utf8.contains { $0 <= 0x20 || $0 == 0x7F } }

  /// Appends `--url-query`: encoded as with `--data-urlencode`, or unchanged after a `+`.
  mutating func appendQueries(_ settings: [CurlOperation.Setting], data: CurlData, notices: inout [Notice]) {
    let pieces = settings.map { setting in
      setting.value.hasPrefix("+") ? String(setting.value.dropFirst()) : data.query(setting, notices: &notices)
    }
    if !pieces.isEmpty { appendQuery(pieces.joined(separator: "&")) }
  }

  /// The colon after a scheme with the following slashes: curl accepts one to three.
  private static func schemeEnd(_ text: String) -> Range<String.Index>? {
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      URLParts(text).scheme != nil || isVariable(text[..<colon])
    else { return nil }
    var end = bytes.index(after: colon)
    var slashes = 0
    while slashes < 3, end < bytes.endIndex, bytes[end] == UInt8(ascii: "/") {
      end = bytes.index(after: end)
      slashes += 1
    }
    // In `file:///`, the third slash belongs to the path.
    if slashes == 3, text[..<colon].lowercased() == "file" { end = bytes.index(before: end) }
    return slashes > 0 ? colon..<end : nil
  }

  /// `{{name}}` alone.
  private static func isVariable(_ text: Substring) -> Bool {
    text.hasPrefix("{{") && text.utf8.range(ofBytes: "}}")?.upperBound == text.endIndex
  }

  private static func guessedScheme(_ host: Substring) -> String {
    let name = host.prefix(8).lowercased()
    return ["ftp", "dict", "ldap", "imap", "smtp", "pop3"].first { name.hasPrefix($0 + ".") } ?? "http"
  }

  /// RFC 3986, section 5.2.4.
  private static func withoutDots(_ path: String) -> String {
    guard path.utf8.holds("/.") else { return path }
    var kept: [Substring] = []
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      if segment == "." || segment == ".." {
        if segment == "..", kept.count > 1 { kept.removeLast() }
        if isLast { kept.append("") }
      } else {
        kept.append(segment)
      }
    }
    return kept.joined(separator: "/")
  }
}

extension CurlURL {
  /// A URL that cannot be used, for messages: without credentials, and up to the first blank, because other arguments
  /// follow if a quote is misplaced.
  static func shown(_ text: String) -> String {
    // Without a scheme, the text starts with the authority.
    let start = schemeEnd(text) == nil ? "//" : ""
    let masked = Redaction.standard.masked(url: start + text).dropFirst(start.count)
    let word = masked.prefix { !$0.isWhitespace }
    return word.count == masked.count ? String(word) : "\(word) …"
  }
}
