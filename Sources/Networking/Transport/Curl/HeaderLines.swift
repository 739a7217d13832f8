/// The header lines that libcurl is given, so that it sends what the request shows and nothing of its own.
///
/// libcurl adds `Host`, `Content-Length` or `Transfer-Encoding`, and `Accept-Encoding` where answers are decompressed,
/// each only where the request has none. Everything else that it would add (`Accept`, `Expect`, `Content-Type`,
/// `User-Agent`) is switched off.
enum HeaderLines {
  static func lines(for request: Request) -> [String] {
    var lines = request.headers.fields.map { field in
      // `Name:` would remove the header, `Name;` sends it empty.
      field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? "\(field.name);" : "\(field.name): \(field.value)"
    }
    if let token = request.options.authentication?.sessionToken {
      lines.append("X-Amz-Security-Token: \(token)")
    }
    for name in unwanted(request) where request.headers[name] == nil { lines.append("\(name):") }
    return lines
  }

  private static func unwanted(_ request: Request) -> [String] {
    let always = ["Accept", "Expect", "Content-Type"]
    let asked = request.suppressedHeaders.sorted().filter { name in
      !always.contains { $0.equalsIgnoringCase(name) }
    }
    return always + asked
  }
}
