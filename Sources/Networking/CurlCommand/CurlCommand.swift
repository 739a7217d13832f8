import Basics
import HTTPTypes

/// A curl command line for a request: the shortest faithful one, one option per line.
///
/// A value: the arguments are independent of the shell, so that one command can be written for any shell.
public struct CurlCommand: Hashable, Sendable {
  /// How faithful the command is.
  public enum Style: String, CaseIterable, Sendable {
    /// What a person would type: curl's own user agent, no compression, no redirects.
    case short
    /// Sends the same bytes: headers that curl would add are removed if the request does not send them, and left to
    /// curl if it does.
    case exact
  }

  /// One line of the command: an option with its value, if any, or the URL.
  package struct Term: Hashable, Sendable {
    package var option: String?
    package var value: String?

    package init(_ option: String?, _ value: String? = nil) {
      self.option = option
      self.value = value
    }
  }

  /// Data for curl's standard input that a shell could not pass as an argument.
  package enum Input: Hashable, Sendable {
    case text(String)
    case bytes([UInt8])
    case file(String)
  }

  package private(set) var terms: [Term] = []
  /// In order; empty if the command reads nothing.
  package private(set) var input: [Input] = []
  /// What curl cannot do the same way, one sentence each.
  public private(set) var notices: [String] = []
  /// What curl does differently after some redirects, one sentence each; the first request is the same.
  package private(set) var redirectNotices: [String] = []
  let variables: [String: String]

  /// The command for a finished request. The style `.short` is what a person would type. `redaction` says what is masked
  /// as `••••`; `.none` masks nothing.
  public init(_ request: Request, style: Style = .exact, redaction: Redaction = .standard) {
    self.init(request, style: style, redaction: redaction, variables: [:])
  }

  /// - Parameters:
  ///   - variables: texts of the request that stand for a shell variable, by text, with the variable's name.
  ///   - extraTerms: options that a request cannot express, placed before its own.
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
    // A variable may occur anywhere: in a method, a header name, a path.
    terms = terms.map { Term($0.option, $0.value.map(mask.text)) }
    input = body.input
    notices = body.notices + Self.shown(request).notices
    guard style == .exact else { return }
    redirectNotices =
      CurlRedirects(request, body: body).notices + Self.certificateNotices(request) + Self.proxyNotices(request)
  }

  /// The command for one hop as sent. Headers that curl adds identically are omitted.
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

  /// The same command with other options: for a program that takes most of curl's.
  package func with(_ terms: [Term]) -> CurlCommand {
    var copy = self
    copy.terms = terms
    return copy
  }

  /// The options as arguments, the URL first.
  package var options: [[String]] {
    terms.map { [$0.option, $0.value].compactMap(\.self) }
  }

  /// The command for a POSIX shell.
  public var text: String { text(for: .sh) }
}
