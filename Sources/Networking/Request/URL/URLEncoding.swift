import Basics

/// What happens to the characters of a URL, or of a query item, on their way to the wire.
public enum URLEncoding: Hashable, Sendable {
  /// Sent as it stands: in the query also text beyond ASCII, as its UTF-8. Only what would end the request line, spaces
  /// and control characters, is percent-encoded, and in the path what is beyond ASCII, as libcurl has it anyway.
  case verbatim
  /// Sent as typed. Only what cannot stand on a request line is percent-encoded as UTF-8: spaces, control characters
  /// and everything beyond ASCII. `[`, `|`, `{`, `%zz`, dot segments and what is encoded already stay.
  case asTyped
  /// Made valid. In the text of a URL every character that RFC 3986 does not allow there is encoded, and escapes that
  /// are there stay; a query item's name and value are encoded so that the server reads what was written.
  case encoded
}

extension PercentEncoding {
  static func path(_ text: String, _ encoding: URLEncoding) -> String {
    switch encoding {
    case .verbatim, .asTyped: wire(text)
    case .encoded: encode(text, keepsEscapes: true, keeping: ASCIISet.path.contains)
    }
  }

  /// Also right for a fragment: RFC 3986 allows the same characters.
  static func query(_ text: String, _ encoding: URLEncoding) -> String {
    switch encoding {
    case .verbatim: line(text)
    case .asTyped: wire(text)
    case .encoded: encode(text, keepsEscapes: true, keeping: ASCIISet.query.contains)
    }
  }

  /// Everything that may stand in a URL stays, escapes too.
  static func templateLiteral(_ text: String) -> String {
    encode(text, keepsEscapes: true, keeping: ASCIISet.url.contains)
  }
}
