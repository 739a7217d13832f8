/// A curl command line for a request: the shortest one that is faithful, one option per line.
///
/// A value: the words stand apart from the shell they are written for, so that one command can be shown for any of them.
public struct CurlCommand: Hashable, Sendable {
  /// How faithful the command is.
  public enum Style: String, CaseIterable, Sendable {
    /// What a person would type: curl's own agent, no compression, no redirects.
    case short
    /// The same bytes: what curl would add by itself is taken away where the request does not send it, and left to curl
    /// where it does.
    case exact
  }

  /// One line of the command: an option, with its value if it takes one, or the URL.
  package struct Term: Hashable, Sendable {
    package var option: String?
    package var value: String?

    package init(_ option: String?, _ value: String? = nil) {
      self.option = option
      self.value = value
    }
  }

  /// What is fed to curl's standard input, where a shell could not carry it as an argument.
  package enum Input: Hashable, Sendable {
    case text(String)
    case bytes([UInt8])
    case file(String)
  }

  package private(set) var terms: [Term] = []
  /// In order; empty when the command reads nothing.
  package private(set) var input: [Input] = []
  /// What curl cannot be told to do in the same way, one sentence each.
  public private(set) var notices: [String] = []
  /// What curl does otherwise behind some redirects, one sentence each; the first request is the same.
  package private(set) var redirectNotices: [String] = []
  let variables: [String: String]

  /// The command for a finished request.
  /// - Parameters:
  ///   - style: `.short` for what a person would type.
  ///   - redaction: what reads `••••` instead of its value; `.none` writes everything out.
  public init(_ request: Request, style: Style = .exact, redaction: Redaction = .standard) {
    self.init(request, style: style, redaction: redaction, variables: [:])
  }

  /// - Parameters:
  ///   - variables: texts of the request that stand for a shell variable, with the variable's name.
  ///   - extraTerms: options that a request cannot hold, written before its own.
  package init(
    _ request: Request, style: Style = .exact, redaction: Redaction = .standard, variables: [String: String],
    extraTerms: [Term] = []
  ) {
    self.variables = variables
    let mask = CurlMask(redaction: redaction, variables: Array(variables.keys))
    let body = CurlBody(request, style: style, mask: mask)
    terms.append(Term(nil, mask.url(request.url)))
    terms += Self.methodTerms(request, implied: body.impliedMethod, style: style)
    terms += Self.authenticationTerms(request.options.authentication, style: style, mask: mask)
    terms += extraTerms
    terms += Self.headerTerms(request, body: body, style: style, mask: mask)
    terms += body.terms
    terms += Self.urlTerms(request.url)
    terms += Self.transferTerms(request, body: body, style: style, mask: mask)
    // A variable may occur anywhere: in a method, the name of a header, a path.
    terms = terms.map { Term($0.option, $0.value.map(mask.text)) }
    input = body.input
    notices = body.notices + Self.shown(request).notices
    guard style == .exact else { return }
    redirectNotices =
      CurlRedirects(request, body: body).notices + Self.certificateNotices(request) + Self.proxyNotices(request)
  }

  /// The command for one hop as it went over the wire. What curl adds by itself in the same way is not repeated.
  public init(_ hop: Hop, options: TransferOptions = TransferOptions(), redaction: Redaction = .standard) {
    let sent = hop.request
    var headers = sent.headers
    let body: RequestBody = sent.body.map { .bytes($0.allBytes) } ?? .none
    let parts = URLParts(sent.url)
    let host = (parts.host ?? "") + (parts.port == parts.defaultPort ? "" : parts.portText.map { ":" + $0 } ?? "")
    if headers["Host"]?.equalsIgnoringCase(host) == true { headers.remove("Host") }
    if body != .none, headers["Content-Length"] == body.count.map(String.init) { headers.remove("Content-Length") }
    var carried = options
    carried.decompresses = options.decompresses == false ? false : headers["Accept-Encoding"] != nil
    let request = Request(
      method: .init(rawValue: sent.method) ?? .get, url: sent.url, headers: headers, suppressedHeaders: [], body: body,
      options: carried, parts: nil, modifiers: RequestModifiers())
    self.init(request, redaction: redaction)
  }

  /// The options as words, the URL first.
  package var options: [[String]] {
    terms.map { [$0.option, $0.value].compactMap(\.self) }
  }

  /// The command for a POSIX shell.
  public var text: String { text(for: .sh) }
}
