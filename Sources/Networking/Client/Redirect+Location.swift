import Basics

/// Resolves a Location header as curl up to version 8.11 does: by joining texts, unlike RFC 3986 and browsers. A
/// backslash is not a slash, `%2e` is not a dot, a scheme is followed by one to three slashes, anything that looks like
/// a scheme is one, and a lone fragment leads to the folder.
enum CurlLocation {
  /// curl recognises no longer schemes.
  private static let longestScheme = 40

  /// The target; `nil` if curl rejects it.
  static func target(_ location: String, from base: URLParts, keepsDots: Bool) -> URLParts? {
    let text = location.trimmingASCII(\.isASCIIWhitespace)
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }), let joined = joined(text, base),
      var target = parsed(joined)
    else { return nil }
    if let host = target.host, !host.utf8.allSatisfy({ $0 < 0x80 }) {
      guard let ascii = Punycode.host(host) else { return nil }
      target.host = ascii
    }
    // Spaces are not allowed there and become `+` in the query.
    target.query = target.query.map { PercentEncoding.wire($0.replacing(" ", with: "+")) }
    target.path = PercentEncoding.wire(target.path)
    target.fragment = target.fragment.map(PercentEncoding.wire)
    if !keepsDots { target.path = URLParts.removingDotSegments(target.path, decodes: false) }
    return target
  }

  /// The complete URL.
  private static func joined(_ text: String, _ base: URLParts) -> String? {
    if hasScheme(text) { return text }
    let scheme = base.scheme ?? "http"
    if text.hasPrefix("//") { return "\(scheme)://\(text.dropFirst(2))" }
    let root = "\(scheme)://\(base.authority ?? "")"
    if text.hasPrefix("/") { return root + text }
    if text.hasPrefix("?") { return root + (base.path.isEmpty ? "/" : base.path) + text }
    return root + folder(of: base.path, text)
  }

  /// Joins a relative path to the folders of the base. A leading `./` is dropped, and each `../` removes a folder.
  private static func folder(of path: String, _ relative: String) -> String {
    var folders = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().dropLast()
    var rest = relative[...]
    if rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    while rest.hasPrefix("../") {
      rest = rest.dropFirst(3)
      _ = folders.popLast()
    }
    let start = folders.map { "/" + String(Substring($0)) }.joined()
    return rest.hasPrefix("/") ? start + rest : "\(start)/\(rest)"
  }

  private static func hasScheme(_ text: String) -> Bool {
    let name = text.utf8.prefix(longestScheme).prefix { byte in
      byte.isASCIIAlphanumeric || "+-.".utf8.contains(byte)
    }
    return !name.isEmpty && text.utf8.dropFirst(name.count).first == UInt8(ascii: ":")
  }

  /// `nil` for a scheme other than `http` and `https`, or with no slash or more than three after it.
  private static func parsed(_ text: String) -> URLParts? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon].asciiLowercased
    let rest = text.utf8[colon...].dropFirst()
    let slashes = rest.prefix { $0 == UInt8(ascii: "/") }.count
    guard scheme == "http" || scheme == "https", (1...3).contains(slashes) else { return nil }
    return URLParts("\(scheme)://\(String(Substring(rest.dropFirst(slashes))))")
  }
}
