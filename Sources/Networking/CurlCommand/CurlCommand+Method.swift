import HTTPTypes

extension CurlCommand {
  /// The method, unless curl infers it.
  static func methodTerms(_ request: Request, implied: String?, style: Style) -> [Term] {
    let method = request.method.rawValue
    // After a redirect only `-X` keeps the method.
    if style == .exact, let policy = request.options.redirects, policy.follows, policy.curl?.keepsMethod == true {
      return [Term("-X", method)]
    }
    if let implied { return method == implied ? [] : [Term("-X", method)] }
    switch method {
    case "GET": return []
    case "HEAD": return [Term("-I")]
    default: return [Term("-X", method)]
    }
  }

  /// Options that stop curl from interpreting patterns in the URL or normalising its path.
  static func urlTerms(_ url: String) -> [Term] {
    var terms: [Term] = []
    if url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { terms.append(Term("-g")) }
    if hasDotSegment(url) { terms.append(Term("--path-as-is")) }
    return terms
  }

  private static func hasDotSegment(_ url: String) -> Bool {
    let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst(3).contains { segment in
      let text = Substring(segment).lowercased()
      return [".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"].contains(text)
    }
  }
}
