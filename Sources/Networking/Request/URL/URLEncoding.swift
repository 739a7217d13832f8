import Basics

/// How the characters of a URL or a query item are encoded for sending.
public enum URLEncoding: Hashable, Sendable {
  /// Sent unchanged, in the query even non-ASCII text, as UTF-8. Only what would end the request line, spaces and
  /// control characters, is percent-encoded, and non-ASCII characters in the path, which libcurl encodes anyway.
  case verbatim
  /// Sent as typed. Only what cannot appear on a request line is percent-encoded as UTF-8: spaces, control characters
  /// and non-ASCII characters. `[`, `|`, `{`, `%zz`, dot segments and existing escapes stay.
  case asTyped
  /// Made valid. In the text of a URL every character that RFC 3986 does not allow is encoded, and existing escapes
  /// stay; a query item's name and value are encoded so that the server decodes what was written.
  case encoded
}

extension PercentEncoding {
  static func path(_ text: String, _ encoding: URLEncoding) -> String {
    switch encoding {
    case .verbatim, .asTyped: wire(text)
    case .encoded: encode(text, keepsEscapes: true, keeping: ASCIISet.path.contains)
    }
  }

  /// Also valid for a fragment: RFC 3986 allows the same characters.
  static func query(_ text: String, _ encoding: URLEncoding) -> String {
    switch encoding {
    case .verbatim: line(text)
    case .asTyped: wire(text)
    case .encoded: encode(text, keepsEscapes: true, keeping: ASCIISet.query.contains)
    }
  }

  /// Keeps every character that may appear in a URL, including escapes.
  static func templateLiteral(_ text: String) -> String {
    encode(text, keepsEscapes: true, keeping: ASCIISet.url.contains)
  }
}
