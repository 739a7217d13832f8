import Basics

/// Names requests that have no name.
package enum RequestName {
  /// The last word of the URL's path with the text after it, such as `users/7`; otherwise the host, or `Request` if
  /// there is neither.
  package static func of(url: String) -> String {
    let bare = url.prefix { $0 != "?" && $0 != "#" }
    let rest = bare.firstRange(of: "://").map { bare[$0.upperBound...] } ?? bare
    let authority = rest.prefix { $0 != "/" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
    let name = of(path: String(rest[authority.endIndex...]), host: String(host))
    return name.isEmpty ? "Request" : name
  }

  package static func of(path: String, host: String) -> String {
    let segments = path.utf8.split(separator: UInt8(ascii: "/")).map { segment in
      FormEncoding.decode(segment) ?? String(Substring(segment))
    }
    let host = FormEncoding.decode(host.utf8) ?? host
    guard let word = segments.lastIndex(where: isWord) else { return ([host] + segments).joined(separator: "/") }
    let name = segments[word...].joined(separator: "/")
    return name.count > longest ? segments[word] : name
  }

  /// A name on one line, without white space at its ends.
  package static func oneLine(_ name: String) -> String {
    name.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The maximum length; a longer name is cut to its word.
  private static let longest = 40

  /// True if a segment is descriptive: not an identifier, version or variable.
  private static func isWord(_ segment: String) -> Bool {
    guard segment.first != ":", !segment.contains("{") else { return false }
    let digits = segment.count { $0.isNumber }
    let letters = segment.count { $0.isLetter }
    let isVersion = segment.first?.lowercased() == "v" && letters == 1 && digits > 0
    let isHash = digits > 0 && segment.count >= 8 && segment.allSatisfy { $0.isHexDigit || $0 == "-" }
    return letters > 0 && digits <= letters && !isVersion && !isHash
  }
}
