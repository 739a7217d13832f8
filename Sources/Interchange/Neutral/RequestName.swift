import Basics
import Workspaces

/// What a request without a name is called.
package enum RequestName {
  /// The last segment of the URL's path, else its host; `Request` for a URL that has neither.
  package static func of(url: String) -> String {
    let bare = url.prefix { $0 != "?" && $0 != "#" }
    let rest = bare.firstRange(of: "://").map { bare[$0.upperBound...] } ?? bare
    let authority = rest.prefix { $0 != "/" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
    let name = of(path: String(rest[authority.endIndex...]), host: String(host))
    return name.isEmpty ? "Request" : name
  }

  static func of(path: String, host: String) -> String {
    let last = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
    return FormEncoding.decode((last ?? host).utf8) ?? host
  }
}
