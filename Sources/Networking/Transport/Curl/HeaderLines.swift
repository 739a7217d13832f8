/// The header lines that libcurl is given, so that it sends what the request shows and nothing of its own.
///
/// libcurl adds `Host`, `Content-Length` or `Transfer-Encoding`, and `Accept-Encoding` where answers are decompressed,
/// each only where the request has none. Everything else that it would add (`Accept`, `Expect`, `Content-Type`,
/// `User-Agent`) is switched off.
///
/// Two headers are given in another way where they lead the request, as those of a client do: libcurl writes them in
/// front of `Accept-Encoding`, and so does the curl command that is exported for the request.
struct HeaderLines {
  /// For `CURLOPT_USERAGENT`; `nil` where it is among the lines or not sent.
  private(set) var userAgent: String?
  private(set) var lines: [String] = []

  init(for request: Request) {
    var fields = request.headers.fields[...]
    func isAlone(_ name: String) -> Bool { request.headers.fields.count { $0.name.equalsIgnoringCase(name) } == 1 }
    if let first = fields.first, first.name == "User-Agent", !first.omitsBlank, isAlone("User-Agent"),
      !Self.isBlank(first.value)
    {
      userAgent = first.value
      fields.removeFirst()
    }
    // Left to libcurl, which writes the very same line in its own place.
    let acceptsAll = fields.first == Header("Accept", "*/*") && isAlone("Accept")
    if acceptsAll { fields.removeFirst() }
    if let type = Self.impliedType(request) { fields = fields.filter { $0 != type }[...] }
    lines = fields.map { field in
      // `Name:` would remove the header, `Name;` sends it empty.
      Self.isBlank(field.value) ? "\(field.name);" : field.line
    }
    if let token = request.options.authentication?.sessionToken {
      lines.append("X-Amz-Security-Token: \(token)")
    }
    for name in Self.unwanted(request) where request.headers[name] == nil { lines.append("\(name):") }
  }

  /// The type that libcurl writes by itself, where it would sign one that it is given.
  private static func impliedType(_ request: Request) -> Header? {
    guard case .awsSignature = request.options.authentication?.scheme, request.body != .none,
      request.body.count != nil
    else { return nil }
    return Header("Content-Type", "application/x-www-form-urlencoded")
  }

  /// From this size on libcurl asks before it sends a body.
  private static let expectThreshold = 1_000_000

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  private static func unwanted(_ request: Request) -> [String] {
    var always = ["Accept", "Expect", "Content-Type"]
    if case .awsSignature = request.options.authentication?.scheme {
      // An older libcurl signs also what it is told to leave out: only what it would really add is named.
      if request.body == .none { always.removeLast() }
      if let count = request.body.count, count < expectThreshold { always.removeAll { $0 == "Expect" } }
    }
    guard !request.suppressedHeaders.isEmpty else { return always }
    let asked = request.suppressedHeaders.sorted().filter { name in
      !always.contains { $0.equalsIgnoringCase(name) }
    }
    return always + asked
  }
}
