import Basics

extension URLParts {
  /// Resolves `reference`, such as a `Location` header, against this URL (RFC 3986, section 5.2).
  ///
  /// Where servers and the RFC disagree, it follows browsers: white space around the reference and line ends in it are
  /// dropped, `http:path` is relative to an `http` base, and `\` is a slash before the query.
  package func resolving(_ reference: String) -> URLParts {
    var target = URLParts(Self.cleaned(reference))
    if let scheme = target.scheme, target.host == nil, scheme.equalsIgnoringCase(self.scheme ?? "") {
      target.scheme = nil
    }
    guard target.scheme == nil else { return target.withoutDotSegments() }
    target.scheme = scheme
    guard target.host == nil else { return target.withoutDotSegments() }
    target.userinfo = userinfo
    target.host = host
    target.portText = portText
    if target.path.isEmpty {
      target.path = path
      if target.query == nil { target.query = query }
      return target
    }
    if target.path.utf8.first != UInt8(ascii: "/") { target.path = merged(with: target.path) }
    return target.withoutDotSegments()
  }

  /// Section 5.2.3: the base up to its last slash, then the reference.
  private func merged(with relative: String) -> String {
    if host != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
    return String(path[...slash]) + relative
  }

  func withoutDotSegments() -> URLParts {
    var copy = self
    copy.path = Self.removingDotSegments(path)
    return copy
  }

  /// Section 5.2.4.
  /// - Parameter decodes: whether `%2e` is a dot, as in browsers.
  static func removingDotSegments(_ path: String, decodes: Bool = true) -> String {
    guard path.utf8.first == UInt8(ascii: "/") else { return path }
    var kept: [Substring] = []
    let slash = UInt8(ascii: "/")
    let segments = path.utf8.split(separator: slash, omittingEmptySubsequences: false).dropFirst().map(Substring.init)
    for (index, segment) in zip(segments.indices, segments) {
      let isLast = index == segments.endIndex - 1
      switch decodes ? segment.asciiLowercased.replacingDots : String(segment) {
      case "..":
        if !kept.isEmpty { kept.removeLast() }
        if isLast { kept.append("") }
      case ".":
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }

  private static func cleaned(_ reference: String) -> String {
    var scalars = Substring(reference).unicodeScalars
    while let first = scalars.first, first.value <= 0x20 { scalars.removeFirst() }
    while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
    var text = ""
    var isBeforeQuery = true
    for scalar in scalars where scalar != "\t" && scalar != "\n" && scalar != "\r" {
      if scalar == "?" || scalar == "#" { isBeforeQuery = false }
      text.unicodeScalars.append(isBeforeQuery && scalar == "\\" ? "/" : scalar)
    }
    return text
  }
}

extension String {
  /// Decodes `%2e` to a dot, in a segment short enough to be `.` or `..`.
  fileprivate var replacingDots: String {
    switch self {
    case "%2e": "."
    case ".%2e", "%2e.", "%2e%2e": ".."
    default: self
    }
  }
}
