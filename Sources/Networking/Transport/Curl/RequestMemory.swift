import CCurl

/// What a request has in common with the one before it, made once for both.
struct RequestMemory {
  /// The header lines of a request as libcurl takes them.
  struct Lines {
    let userAgent: String?
    let list: CurlList
  }

  private struct Known {
    let fields: [Header]
    let suppressed: Set<String>
    let token: String?
    let lines: Lines
  }

  private let library: CurlLibrary
  private var url = ""
  private var address = ""
  private var isRepeated = false
  private var parsed: CurlURL?
  private var known: Known?

  init(library: CurlLibrary) {
    self.library = library
  }

  /// `host:port` as connected to.
  mutating func address(of url: String) -> String {
    isRepeated = url == self.url
    if !isRepeated {
      (self.url, address) = (url, CurlErrors.address(URLParts(url)))
      parsed = nil
    }
    return address
  }

  /// The URL as libcurl has read it, where it comes again; the first time it is libcurl's to read.
  mutating func parsed(_ url: String) -> CurlURL? {
    guard isRepeated, url == self.url else { return nil }
    if parsed == nil { parsed = CurlURL(url, library: library) }
    return parsed
  }

  mutating func lines(for request: Request) -> Lines {
    let (fields, suppressed) = (request.headers.fields, request.suppressedHeaders)
    let token = request.options.authentication?.sessionToken
    if let known, known.fields == fields, known.suppressed == suppressed, known.token == token { return known.lines }
    let headers = HeaderLines(for: request)
    let lines = Lines(userAgent: headers.userAgent, list: CurlList(headers.lines, library: library))
    known = Known(fields: fields, suppressed: suppressed, token: token, lines: lines)
    return lines
  }
}
