import Basics

/// A URL as it is written, made whole: blanks around it removed, a scheme put in front where there is none.
///
/// The one reading of such a text: what it is sent to, and what a question about it names, are the same.
package struct TypedURL {
  package let parts: URLParts
  /// Whether it begins with its own scheme.
  package let hasScheme: Bool
  /// How many bytes behind its place in the written text a byte of the whole stands.
  package let shift: Int

  /// - Parameter scheme: for a text without one.
  /// - Throws: `RequestError.url` if there is nothing, or no host can stand there.
  package init(_ written: String, scheme: String = "http") throws(RequestError) {
    let text = written.trimmingASCII(\.isASCIIWhitespace)
    guard !text.isEmpty else { throw .url(written, .noHost) }
    let blanks = written.utf8.prefix(while: \.isASCIIWhitespace).count
    hasScheme = text.isAbsoluteURL
    guard !hasScheme else {
      parts = URLParts(text)
      shift = -blanks
      return
    }
    for name in ["http:", "https:"] where text.asciiLowercased.hasPrefix(name) { throw .url(text, .noSlashes) }
    let start = scheme + (text.hasPrefix("//") ? ":" : "://")
    parts = URLParts(start + text)
    shift = start.utf8.count - blanks
  }

  /// Where the host begins, behind a scheme and `user:password@`.
  package var hostStart: Int { schemeEnd + (parts.userinfo.map { $0.utf8.count + 1 } ?? 0) }

  /// Where the authority begins.
  package var schemeEnd: Int { (parts.scheme.map { $0.utf8.count + 1 } ?? 0) + 2 }

  /// Where host and port end.
  package var authorityEnd: Int {
    hostStart + (parts.host?.utf8.count ?? 0) + (parts.portText.map { $0.utf8.count + 1 } ?? 0)
  }
}
