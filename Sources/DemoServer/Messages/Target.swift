import Basics

/// A parsed request target: path segments and query, percent-decoded (RFC 3986).
struct Target: Sendable {
  let path: [String]
  let query: [(name: String, value: String)]

  /// - Parameter target: in origin form (`/users?page=2`) or absolute form (`http://host/users`).
  init(_ target: String) {
    var rest = Substring(target)
    if let scheme = rest.firstRange(of: "://"), !rest[..<scheme.lowerBound].contains("/") {
      let authority = rest[scheme.upperBound...]
      rest = authority.firstIndex(where: { $0 == "/" || $0 == "?" }).map { authority[$0...] } ?? "/"
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = (parts.first ?? "").split(separator: "/").map { PercentEncoding.decodedText($0) }
    query =
      parts.count < 2
      ? []
      : parts[1].split(separator: "&").map { pair in
        let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (
          PercentEncoding.decodedText(halves.first ?? "", plusIsSpace: true),
          halves.count > 1 ? PercentEncoding.decodedText(halves[1], plusIsSpace: true) : ""
        )
      }
  }
}
