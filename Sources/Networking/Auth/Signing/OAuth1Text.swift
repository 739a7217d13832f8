import Basics

/// The text that an OAuth 1 signature covers (RFC 5849, section 3.4.1).
enum OAuth1Text {
  static func base(method: String, url: URLParts, parameters: [(String, String)]) -> String {
    // Sorted bytewise by escaped name, then escaped value.
    let escaped = parameters.map { (Array(PercentEncoding.component($0.0).utf8), PercentEncoding.component($0.1)) }
    let sorted = escaped.sorted { left, right in
      left.0 == right.0
        ? left.1.utf8.lexicographicallyPrecedes(right.1.utf8) : left.0.lexicographicallyPrecedes(right.0)
    }
    let text = sorted.map { "\(String(decoding: $0.0, as: UTF8.self))=\($0.1)" }.joined(separator: "&")
    return [method.uppercased(), uri(url), text].map(PercentEncoding.component).joined(separator: "&")
  }

  /// The base string URI (section 3.4.1.2): no query, fragment, user or default port.
  static func uri(_ url: URLParts) -> String {
    let scheme = (url.scheme ?? "http").lowercased()
    let standard = scheme == "https" ? "443" : "80"
    let port = url.portText.flatMap { $0.isEmpty || $0 == standard ? nil : ":" + $0 } ?? ""
    return "\(scheme)://\((url.host ?? "").lowercased())\(port)\(url.path.isEmpty ? "/" : url.path)"
  }

  /// The pairs of a query or form, decoded (section 3.4.1.3.1).
  static func pairs(_ text: String) -> [(String, String)] {
    text.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
    }
  }

  private static func decoded(_ text: Substring) -> String {
    let spaced = String(text.map { $0 == "+" ? " " : $0 })
    return PercentEncoding.decodedText(spaced)
  }
}
