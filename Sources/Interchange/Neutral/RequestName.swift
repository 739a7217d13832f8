import Basics
import Workspaces

/// What a request without a name is called.
package enum RequestName {
  /// The last word of the URL's path with what follows it, such as `users/7`; else its host; `Request` for a URL that has
  /// neither.
  package static func of(url: String) -> String {
    let bare = url.prefix { $0 != "?" && $0 != "#" }
    let rest = bare.firstRange(of: "://").map { bare[$0.upperBound...] } ?? bare
    let authority = rest.prefix { $0 != "/" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
    let name = of(path: String(rest[authority.endIndex...]), host: String(host))
    return name.isEmpty ? "Request" : name
  }

  static func of(path: String, host: String) -> String {
    let segments = path.utf8.split(separator: UInt8(ascii: "/")).map { segment in
      FormEncoding.decode(segment) ?? String(Substring(segment))
    }
    let host = FormEncoding.decode(host.utf8) ?? host
    guard let word = segments.lastIndex(where: isWord) else { return ([host] + segments).joined(separator: "/") }
    let name = segments[word...].joined(separator: "/")
    return name.count > longest ? segments[word] : name
  }

  /// A longer name is cut to its word.
  private static let longest = 40

  /// Whether a segment says what is asked for: no identifier, version or variable.
  private static func isWord(_ segment: String) -> Bool {
    guard segment.first != ":", !segment.contains("{") else { return false }
    let digits = segment.count { $0.isNumber }
    let letters = segment.count { $0.isLetter }
    let isVersion = segment.first?.lowercased() == "v" && letters == 1 && digits > 0
    let isHash = digits > 0 && segment.count >= 8 && segment.allSatisfy { $0.isHexDigit || $0 == "-" }
    return letters > 0 && digits <= letters && !isVersion && !isHash
  }
}
